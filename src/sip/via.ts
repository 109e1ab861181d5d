import { SipParseError } from './parse-error.ts';
import { formatParameters, parseParameters, type Parameters } from './parameters.ts';
import { parsePort } from './uri.ts';

/** A Via value: one hop of a request (RFC 3261 §20.42). */
export interface Via {
  /** Upper case: UDP, TCP, TLS … */
  readonly transport: string;
  /** sent-by: the address for responses; lower case, IPv6 in brackets. */
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
}

/** The magic cookie of RFC 3261 branches; other branches come from RFC 2543 elements (§8.1.1.7). */
export const branchMagic = 'z9hG4bK';

/** Accepts any version, so that a message of another version can be answered with 505. We write 2.0. */
const grammar =
  /^SIP\s*\/\s*[0-9.]+\s*\/\s*([A-Za-z0-9\-.!%*_+`'~]+)\s+(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_\-.]+)(?:\s*:\s*(\d{1,5}))?\s*(;.*)?$/is;

export function parseVia(text: string): Via {
  const match = grammar.exec(text);
  if (match === null) throw new SipParseError('a Via is malformed');
  return {
    transport: match[1]!.toUpperCase(),
    host: match[2]!.toLowerCase(),
    port: match[3] === undefined ? undefined : parsePort(match[3]),
    parameters: parseParameters(match[4] ?? ''),
  };
}

export function formatVia(via: Via): string {
  const port = via.port === undefined ? '' : `:${via.port}`;
  return `SIP/2.0/${via.transport} ${via.host}${port}${formatParameters(via.parameters)}`;
}

/**
 * Returns the branch; `undefined` if it is missing or without the magic cookie (the cookie alone is not a branch,
 * RFC 4475 §3.3.8).
 */
export function uniqueBranch(via: Via): string | undefined {
  const branch = via.parameters.get('branch');
  return branch !== undefined && branch.length > branchMagic.length && branch.startsWith(branchMagic)
    ? branch
    : undefined;
}
