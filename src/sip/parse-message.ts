import { decodeUtf8, isToken, trimBlank } from './grammar.ts';
import { contentLengthOf, topViaOf } from './header-fields.ts';
import { findHeaderName } from './header-names.ts';
import { Headers } from './headers.ts';
import type { SipMessage, SipRequest } from './message.ts';
import { AnswerableParseError } from './answerable-parse-error.ts';
import { SipParseError, type ParseErrorStatus } from './parse-error.ts';

/** Maximum size of a message with its body. UDP cannot carry more. */
export const maxMessageBytes = 65_536;
export const maxHeaderCount = 128;
/** Maximum size of the start line, and of a header field with its folded lines. */
export const maxLineBytes = 8_192;

/** The first fault found. Parsing continues, so that a malformed request can still be answered. */
interface Fault {
  readonly text: string;
  readonly status: ParseErrorStatus;
}

type StartLine =
  | { readonly type: 'request'; readonly method: string; readonly uri: string }
  | { readonly type: 'response'; readonly status: number; readonly reason: string };

const headerEnd = Buffer.from('\r\n\r\n');

/**
 * Parses one message (RFC 3261 §7 and §25). `bytes` is a datagram or a frame of a stream. Line breaks before the start
 * line are skipped, and bytes beyond Content-Length dropped (§18.3). Header fields are kept as text. Throws only
 * SipParseError.
 */
export function parseMessage(bytes: Buffer): SipMessage {
  if (bytes.length > maxMessageBytes) throw new SipParseError('the message is too long', 413);
  const start = skipLineBreaks(bytes);
  const end = bytes.indexOf(headerEnd, start);
  const text = bytes.toString('latin1', start, end < 0 ? bytes.length : end);
  const firstBreak = text.indexOf('\r\n');
  const { startLine, fault: startFault } = parseStartLine(firstBreak < 0 ? text : text.slice(0, firstBreak));
  const headers = new Headers();
  const headerFault = firstBreak < 0 ? undefined : parseHeaders(text, firstBreak + 2, headers);
  const missingEnd = end < 0 ? { text: 'the header section has no end', status: 400 as const } : undefined;
  const message: SipMessage = {
    ...startLine,
    headers,
    body: bytes.subarray(end < 0 ? bytes.length : end + 4),
  };
  const fault = startFault ?? headerFault ?? missingEnd;
  if (fault !== undefined) throwFault(fault, message);
  return truncateBody(message);
}

function skipLineBreaks(bytes: Buffer): number {
  let index = 0;
  while (bytes[index] === 0x0d && bytes[index + 1] === 0x0a) index += 2;
  return index;
}

function parseStartLine(line: string): { startLine: StartLine; fault?: Fault } {
  if (line.length > maxLineBytes) throw new SipParseError('the start line is too long');
  return line.startsWith('SIP/') || line.startsWith('sip/') ? parseStatusLine(line) : parseRequestLine(line);
}

function parseStatusLine(line: string): { startLine: StartLine } {
  const match = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/is.exec(line);
  if (match === null) throw new SipParseError('the status line is malformed');
  return { startLine: { type: 'response', status: Number(match[1]), reason: decodeUtf8(match[2] ?? '') } };
}

function parseRequestLine(line: string): { startLine: StartLine; fault?: Fault } {
  const firstSpace = line.indexOf(' ');
  const lastSpace = line.lastIndexOf(' ');
  const method = line.slice(0, Math.max(0, firstSpace));
  if (!isToken(method)) throw new SipParseError('the start line is not a request line');
  const uri = line.slice(firstSpace + 1, Math.max(firstSpace + 1, lastSpace));
  const startLine: StartLine = { type: 'request', method, uri };
  const version = line.slice(lastSpace + 1);
  if (version.toUpperCase() === 'SIP/2.0' && uri !== '' && !/\s/.test(uri)) return { startLine };
  if (/^SIP\/\d+\.\d+$/i.test(version) && version !== 'SIP/2.0')
    return { startLine, fault: { text: 'the version is not SIP/2.0', status: 505 } };
  if (!/\sSIP\/\d/i.test(line)) throw new SipParseError('the start line is not a request line');
  return { startLine, fault: { text: 'the request line is malformed', status: 400 } };
}

/** Fills `headers` from the lines at `position`. Skips malformed fields and returns the first fault. */
function parseHeaders(text: string, position: number, headers: Headers): Fault | undefined {
  let fault: Fault | undefined;
  while (position < text.length) {
    const end = endOfField(text, position);
    const fieldFault =
      headers.size >= maxHeaderCount
        ? { text: 'there are too many header fields', status: 413 as const }
        : parseField(text.slice(position, end), headers);
    fault ??= fieldFault;
    if (headers.size >= maxHeaderCount && fieldFault !== undefined) return fault;
    position = end + 2;
  }
  return fault;
}

/** Returns the end of the field at `start`: the next line break without white space after it (§7.3.1). */
function endOfField(text: string, start: number): number {
  let end = text.indexOf('\r\n', start);
  while (end >= 0 && isBlank(text.charCodeAt(end + 2))) end = text.indexOf('\r\n', end + 2);
  return end < 0 ? text.length : end;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

const folding = /[ \t]*\r\n[ \t]+/g;
const forbidden = /[\0\r\n]/;

function parseField(field: string, headers: Headers): Fault | undefined {
  if (field.length > maxLineBytes) return { text: 'a header field is too long', status: 413 };
  const colon = field.indexOf(':');
  const name = trimBlank(field.slice(0, Math.max(0, colon)));
  if (findHeaderName(name) === undefined && !isToken(name))
    return { text: 'a header field has no valid name', status: 400 };
  const raw = field.slice(colon + 1);
  const value = trimBlank(raw.includes('\r\n') ? raw.replace(folding, ' ') : raw);
  // A NUL character is valid after a backslash in quotes (RFC 4475 §3.1.1.2); a bare line break is never valid.
  if (forbidden.test(value.replaceAll('\\\0', '')))
    return { text: 'a header field has a control character', status: 400 };
  headers.append(name, value);
}

/** Truncates the body to Content-Length. A shorter body makes the message malformed (§18.3). */
function truncateBody(message: SipMessage): SipMessage {
  const length = readContentLength(message);
  if (length === undefined || length === message.body.length) return message;
  if (length > message.body.length)
    throwFault({ text: 'the body is shorter than Content-Length', status: 400 }, message);
  return { ...message, body: message.body.subarray(0, length) };
}

function readContentLength(message: SipMessage): number | undefined {
  try {
    return contentLengthOf(message);
  } catch (error) {
    if (!(error instanceof SipParseError)) throw error;
    return throwFault({ text: error.message, status: 400 }, message);
  }
}

function throwFault(fault: Fault, message: SipMessage): never {
  throw messageError(fault, message);
}

/** Returns the error for a malformed message. Includes the message if it is a request that can be answered. */
export function messageError({ text, status }: Fault, message: SipMessage): SipParseError {
  const request = toAnswerableRequest(message);
  return request === undefined
    ? new SipParseError(text, status)
    : new AnswerableParseError(text, status, request);
}

/** Returns a request that has the fields of a response and a Via with the response address. ACK is never answered. */
function toAnswerableRequest(message: SipMessage): SipRequest | undefined {
  if (message.type !== 'request' || message.method === 'ACK') return undefined;
  const copied = ['From', 'To', 'Call-ID', 'CSeq'];
  if (!copied.every((name) => message.headers.has(name))) return undefined;
  try {
    topViaOf(message);
    return message;
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}
