import { SipParseError } from './parse-error.ts';
import { formatParameters, parseParameters, type Parameters } from './parameters.ts';
import { parsePort } from './uri.ts';

/** One hop of a request's way: RFC 3261 §20.42. */
export interface Via {
  /** Upper case: UDP, TCP, TLS … */
  readonly transport: string;
  /** sent-by: where the sender wants its responses; lower case, IPv6 in brackets. */
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
}

/** What a branch of RFC 3261 begins with; anything else is an element of RFC 2543 (§8.1.1.7). */
export const branchMagic = 'z9hG4bK';

/** Any version is read, so that a message of another can be answered 505; 2.0 is what we write. */
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

/** The branch, or undefined where it is missing or not RFC 3261's (the bare magic is no branch, RFC 4475 §3.3.8). */
export function uniqueBranch(via: Via): string | undefined {
  const branch = via.parameters.get('branch');
  return branch !== undefined && branch.length > branchMagic.length && branch.startsWith(branchMagic)
    ? branch
    : undefined;
}
