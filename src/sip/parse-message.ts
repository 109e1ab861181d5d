import { decodeUtf8, isToken, trimBlank } from './grammar.ts';
import { contentLengthOf, topViaOf } from './header-fields.ts';
import { findHeaderName } from './header-names.ts';
import { Headers } from './headers.ts';
import type { SipMessage, SipRequest } from './message.ts';
import { AnswerableParseError } from './answerable-parse-error.ts';
import { SipParseError, type ParseErrorStatus } from './parse-error.ts';

/** A whole message, body included. UDP cannot carry more. */
export const messageBytesMax = 65_536;
export const headerCountMax = 128;
/** A header field with its folded lines, and the start line. */
export const lineBytesMax = 8_192;

/** The first thing found wrong; reading goes on, so that a faulty request can still be answered. */
interface Fault {
  readonly text: string;
  readonly status: ParseErrorStatus;
}

type StartLine =
  | { readonly type: 'request'; readonly method: string; readonly uri: string }
  | { readonly type: 'response'; readonly status: number; readonly reason: string };

const headerEnd = Buffer.from('\r\n\r\n');

/**
 * Reads one message: RFC 3261 §7 and §25. `bytes` is a datagram or what a stream's framing cut out; line breaks before the
 * start line are passed over, bytes beyond Content-Length left out (§18.3). Header fields are kept as text. Throws only
 * SipParseError.
 */
export function parseMessage(bytes: Buffer): SipMessage {
  if (bytes.length > messageBytesMax) throw new SipParseError('the message is too long', 413);
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
  if (fault !== undefined) refuse(fault, message);
  return withBodyOfLength(message);
}

function skipLineBreaks(bytes: Buffer): number {
  let index = 0;
  while (bytes[index] === 0x0d && bytes[index + 1] === 0x0a) index += 2;
  return index;
}

function parseStartLine(line: string): { startLine: StartLine; fault?: Fault } {
  if (line.length > lineBytesMax) throw new SipParseError('the start line is too long');
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
  if (!isToken(method)) throw new SipParseError('the start line is no request line');
  const uri = line.slice(firstSpace + 1, Math.max(firstSpace + 1, lastSpace));
  const startLine: StartLine = { type: 'request', method, uri };
  const version = line.slice(lastSpace + 1);
  if (version.toUpperCase() === 'SIP/2.0' && uri !== '' && !/\s/.test(uri)) return { startLine };
  if (/^SIP\/\d+\.\d+$/i.test(version) && version !== 'SIP/2.0')
    return { startLine, fault: { text: 'the version is not SIP/2.0', status: 505 } };
  if (!/\sSIP\/\d/i.test(line)) throw new SipParseError('the start line is no request line');
  return { startLine, fault: { text: 'the request line is malformed', status: 400 } };
}

/** Fills `headers` from the lines at `position`; what it cannot read it leaves out, and tells the first fault. */
function parseHeaders(text: string, position: number, headers: Headers): Fault | undefined {
  let fault: Fault | undefined;
  while (position < text.length) {
    const end = endOfField(text, position);
    const fieldFault =
      headers.size >= headerCountMax
        ? { text: 'there are too many header fields', status: 413 as const }
        : parseField(text.slice(position, end), headers);
    fault ??= fieldFault;
    if (headers.size >= headerCountMax && fieldFault !== undefined) return fault;
    position = end + 2;
  }
  return fault;
}

/** Where the field at `start` ends: the next line break that no white space follows (§7.3.1). */
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
  if (field.length > lineBytesMax) return { text: 'a header field is too long', status: 413 };
  const colon = field.indexOf(':');
  const name = trimBlank(field.slice(0, Math.max(0, colon)));
  if (findHeaderName(name) === undefined && !isToken(name))
    return { text: 'a header field has no valid name', status: 400 };
  const raw = field.slice(colon + 1);
  const value = trimBlank(raw.includes('\r\n') ? raw.replace(folding, ' ') : raw);
  // A nought may stand behind a backslash in quotes (RFC 4475 §3.1.1.2); a lone line break nowhere.
  if (forbidden.test(value.replaceAll('\\\0', '')))
    return { text: 'a header field has a control character', status: 400 };
  headers.append(name, value);
}

/** Cuts the body to Content-Length; a body that is shorter makes the message faulty (§18.3). */
function withBodyOfLength(message: SipMessage): SipMessage {
  const length = readContentLength(message);
  if (length === undefined || length === message.body.length) return message;
  if (length > message.body.length)
    refuse({ text: 'the body is shorter than Content-Length', status: 400 }, message);
  return { ...message, body: message.body.subarray(0, length) };
}

function readContentLength(message: SipMessage): number | undefined {
  try {
    return contentLengthOf(message);
  } catch (error) {
    if (!(error instanceof SipParseError)) throw error;
    return refuse({ text: error.message, status: 400 }, message);
  }
}

function refuse(fault: Fault, message: SipMessage): never {
  throw messageError(fault, message);
}

/** The error to throw for a malformed message. It holds the message if that is a request that can be answered. */
export function messageError({ text, status }: Fault, message: SipMessage): SipParseError {
  const request = answerable(message);
  return request === undefined
    ? new SipParseError(text, status)
    : new AnswerableParseError(text, status, request);
}

/** A request whose sender can be told: it has what a response copies, and a Via that says where to. ACK is never answered. */
function answerable(message: SipMessage): SipRequest | undefined {
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
