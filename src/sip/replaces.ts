import { trimBlank } from './grammar.ts';
import { parseParameters } from './parameters.ts';
import { SipParseError } from './parse-error.ts';

/** The dialog that an INVITE replaces (RFC 3891 §6.1). */
export interface Replaces {
  readonly callId: string;
  readonly toTag: string;
  readonly fromTag: string;
  readonly earlyOnly: boolean;
}

export function parseReplaces(text: string): Replaces {
  const semicolon = text.indexOf(';');
  const parameters = parseParameters(semicolon < 0 ? '' : text.slice(semicolon));
  const toTag = parameters.get('to-tag');
  const fromTag = parameters.get('from-tag');
  const callId = trimBlank(text.slice(0, Math.max(0, semicolon)));
  if (callId === '' || toTag === undefined || fromTag === undefined)
    throw new SipParseError('Replaces is not a Call-ID with both tags');
  return { callId, toTag, fromTag, earlyOnly: parameters.has('early-only') };
}
