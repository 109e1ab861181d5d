import { decodeUtf8, isToken, trimBlank, unquote } from './grammar.ts';
import type { SipMessage } from './message.ts';
import { parseParameters } from './parameters.ts';
import { SipParseError } from './parse-error.ts';

/** One value of the Reason header field (RFC 3326 §2; in responses RFC 6432). */
export interface NetworkReason {
  /** Upper case: `Q.850` for a cause of the telephone network, `SIP` for a SIP status. */
  readonly protocol: string;
  readonly cause: number | undefined;
  /** At most 128 characters on one line. */
  readonly text: string | undefined;
}

const maxTextLength = 128;

/**
 * Returns why the sender ends or rejects a call: the first Q.850 cause, otherwise the first value. `undefined` if there
 * is none or all are malformed.
 */
export function networkReasonOf({ headers }: SipMessage): NetworkReason | undefined {
  const values = unlessMalformed(() => headers.list('Reason')) ?? [];
  const reasons = values.flatMap((value) => unlessMalformed(() => parseReason(value)) ?? []);
  return reasons.find(({ protocol, cause }) => protocol === 'Q.850' && cause !== undefined) ?? reasons[0];
}

function parseReason(value: string): NetworkReason {
  const semicolon = value.indexOf(';');
  const protocol = trimBlank(semicolon < 0 ? value : value.slice(0, semicolon));
  if (!isToken(protocol)) throw new SipParseError('Reason has no valid protocol');
  const parameters = parseParameters(semicolon < 0 ? '' : value.slice(semicolon));
  const cause = parameters.get('cause') ?? '';
  const text = parameters.get('text');
  return {
    protocol: protocol.toUpperCase(),
    cause: /^\d{1,3}$/.test(cause) ? Number(cause) : undefined,
    text: text === undefined ? undefined : shortLine(decodeUtf8(unquote(text))),
  };
}

/** Makes text from the network safe to display: one line without control characters, at most 128 characters. */
export function shortLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);
}

function unlessMalformed<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}
