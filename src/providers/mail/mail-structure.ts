import { mailLimits } from './parsed-mail.ts';

/** The value of a `boundary` parameter (RFC 2046 §5.1.1 allows 70 characters). */
const boundaryPattern = /boundary\s{0,20}=\s{0,20}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi;
/** A message whose attachments and long parts are cut. */
export interface ShortenedMail {
  readonly raw: Uint8Array;
  /** The bytes of each part after decoding, by the number in its mark; the first one is the message itself. */
  readonly partBytes: readonly number[];
}

/** A message that exceeds a limit. */
export interface ExceededLimit {
  /** A sentence. */
  readonly exceeded: string;
}

/**
 * Checks the size and the number of fields and parts of a message before it is parsed, and cuts attachments and long parts: the parser needs 20 µs and
 * 1.5 kB for each line of text. Takes time proportional to the size of the message.
 */
export function shorten(raw: Uint8Array): ShortenedMail | ExceededLimit {
  if (raw.byteLength > mailLimits.bytes) return { exceeded: 'The message is too large.' };
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const text = bytes.toString('latin1');
  const headerEnd = endOfHeader(text);
  if (headerEnd > mailLimits.headerBytes)
    return { exceeded: 'The header section of the message is too large.' };
  if (countFields(text.slice(0, headerEnd)) > mailLimits.headerFields)
    return { exceeded: 'The message has too many header fields.' };
  const boundaries = boundariesOf(text);
  const shortened = boundaries === undefined ? undefined : cutParts(bytes, boundaries);
  return shortened ?? { exceeded: 'The message has too many parts.' };
}

function endOfHeader(text: string): number {
  const end = text.search(/\r?\n\r?\n/);
  return end === -1 ? text.length : end;
}

/** A field begins with a line that does not begin with a space (RFC 5322 §2.2.3). */
const countFields = (header: string): number => header.match(/^[^\s]/gm)?.length ?? 0;

/** Returns all texts that could be boundaries; undefined if there are too many. */
function boundariesOf(text: string): ReadonlySet<string> | undefined {
  const boundaries = new Set<string>();
  for (const match of text.matchAll(boundaryPattern)) {
    boundaries.add((match[1] ?? match[2])!);
    if (boundaries.size > mailLimits.parts) return undefined;
  }
  return boundaries;
}

/** A body part (RFC 2046 §5.1), or the message itself. */
interface Part {
  /** The lines of its header section, until the blank line. */
  header: string;
  isInHeader: boolean;
  bodyStart: number;
  bodyEnd: number;
  readonly kept: Amount;
}

const partAt = (start: number, isInHeader: boolean): Part => ({
  header: '',
  isInHeader,
  bodyStart: start,
  bodyEnd: start,
  kept: { bytes: 0, lines: 0 },
});

/** Bodies of other types are not parsed. */
const isParsed = ({ header }: Part): boolean =>
  /^content-type[ \t]*:\s*(?:text|message|multipart)\b/im.test(header) ||
  !/^content-type[ \t]*:/im.test(header);

/** The mark of a part is its `Content-Description`, because the parser returns the first one of each attachment. */
const markOf = (index: number): Buffer => Buffer.from(`Content-Description: part-${index}\r\n`);

/** Returns the number in the mark of a part; undefined for the message itself. */
export const markedPart = (description: string | undefined): number | undefined => {
  const digits = /^part-(\d{1,4})$/.exec(description ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Returns the message with all header sections and at most the limits of lines and bytes of each text; undefined if it has too many parts. */
function cutParts(bytes: Buffer, boundaries: ReadonlySet<string>): ShortenedMail | undefined {
  const kept: Buffer[] = [];
  const total = { bytes: 0, lines: 0 };
  const parts = [partAt(0, true)];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, Math.min(end, start + mailLimits.partBytes));
    const part = parts.at(-1)!;
    const delimiter = delimiterAt(bytes, start, end, boundaries);
    if (delimiter !== undefined) {
      part.bodyEnd = start;
      if (parts.length > mailLimits.parts) return undefined;
      kept.push(line);
      if (delimiter === 'begins') kept.push(markOf(parts.length));
      parts.push(partAt(end, delimiter === 'begins'));
    } else if (part.isInHeader) {
      kept.push(line);
      readHeaderLine(part, line, end);
    } else if (isParsed(part) && hasRoom(part.kept, total)) {
      kept.push(line);
      add(part.kept, end - start);
      add(total, end - start);
    } else {
      start = nextDelimiter(bytes, end);
      continue;
    }
    start = end;
  }
  parts.at(-1)!.bodyEnd = bytes.length;
  return { raw: Buffer.concat(kept), partBytes: parts.map((part) => decodedBytes(bytes, part)) };
}

function readHeaderLine(part: Part, line: Buffer, end: number): void {
  part.isInHeader = line.length > 2 || !/^\r?\n$/.test(line.toString('latin1'));
  part.bodyStart = end;
  part.bodyEnd = end;
  if (part.header.length < mailLimits.headerBytes) part.header += line.toString('latin1');
}

const whiteSpace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);
const equalsSign = 0x3d;

/** Returns the number of bytes of a body after decoding of base64. The line break before the next delimiter is not a part of the body. */
function decodedBytes(bytes: Buffer, { header, bodyStart, bodyEnd }: Part): number {
  const body = bytes.subarray(bodyStart, bodyEnd);
  if (!/^content-transfer-encoding[ \t]*:\s*base64/im.test(header)) {
    const breakLength = body.at(-1) !== 0x0a ? 0 : body.at(-2) === 0x0d ? 2 : 1;
    return body.length - breakLength;
  }
  let characters = 0;
  for (const octet of body) if (octet !== equalsSign && !whiteSpace.has(octet)) characters += 1;
  return Math.floor((characters * 3) / 4);
}

interface Amount {
  bytes: number;
  lines: number;
}

function add(amount: Amount, length: number): void {
  amount.bytes += length;
  amount.lines += 1;
}

const hasRoom = (part: Amount, total: Amount): boolean =>
  part.bytes < mailLimits.partBytes &&
  part.lines < mailLimits.partLines &&
  total.bytes < mailLimits.parsedBytes &&
  total.lines < mailLimits.parsedLines;

/** Returns the start of the next line after `from` that begins with two hyphens, or the end. */
function nextDelimiter(bytes: Buffer, from: number): number {
  const index = bytes.indexOf('\n--', from - 1, 'latin1');
  return index === -1 ? bytes.length : index + 1;
}

const maxDelimiterLength = 204;

/** Returns whether the line begins or ends a part (RFC 2046 §5.1.1); undefined for other lines. */
function delimiterAt(
  bytes: Buffer,
  start: number,
  end: number,
  boundaries: ReadonlySet<string>,
): 'begins' | 'ends' | undefined {
  if (bytes[start] !== 0x2d || bytes[start + 1] !== 0x2d || end - start > maxDelimiterLength + 4)
    return undefined;
  const text = bytes.toString('latin1', start + 2, end).trimEnd();
  if (boundaries.has(text)) return 'begins';
  return text.endsWith('--') && boundaries.has(text.slice(0, -2)) ? 'ends' : undefined;
}
