import { trimBlank } from './grammar.ts';

/**
 * RFC 2046 §5.1.1, every line break a CRLF:
 *
 *     preamble
 *     --boundary
 *     Content-Type: application/sdp
 *
 *     body of the part
 *     --boundary--
 *     epilogue
 */
export interface BodyPart {
  /** The header fields of the part by lower-case name; the first of each name. */
  readonly fields: ReadonlyMap<string, string>;
  /** One character per byte (latin1). */
  readonly content: string;
}

/** Maximum number of parts. A body with more is malformed. */
export const maxBodyParts = 16;
/** Maximum size of the header section of a part. A larger one makes the body malformed. */
const maxHeaderBytes = 4_096;

/** Returns the boundary of a Content-Type, up to 70 characters, quoted or not; `undefined` if there is none. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary\s*=\s*(?:"([^"\\]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary === undefined || boundary.endsWith(' ') ? undefined : boundary;
}

/** Parses the parts of a multipart body in order; `undefined` if it is malformed. Runs in linear time. */
export function parseMultipart(body: string, boundary: string): BodyPart[] | undefined {
  const parts: BodyPart[] = [];
  let delimiter = findDelimiter(body, boundary, 0);
  while (delimiter !== undefined && !delimiter.isLast) {
    const next = findDelimiter(body, boundary, delimiter.end);
    if (next === undefined || parts.length === maxBodyParts) return undefined;
    const part = parsePart(body.slice(delimiter.end, next.start));
    if (part === undefined) return undefined;
    parts.push(part);
    delimiter = next;
  }
  return parts.length === 0 ? undefined : parts;
}

interface Delimiter {
  /** Start of the preceding line break, which is not part of the content. */
  readonly start: number;
  /** End of the line break that ends the delimiter. */
  readonly end: number;
  readonly isLast: boolean;
}

/** Returns the next delimiter line at or after `from`, which is the start of a line. */
function findDelimiter(body: string, boundary: string, from: number): Delimiter | undefined {
  const dashBoundary = `--${boundary}`;
  let line = from;
  while (line < body.length) {
    const lineBreak = body.indexOf('\r\n', line);
    const lineEnd = lineBreak < 0 ? body.length : lineBreak;
    const end = Math.min(lineEnd + 2, body.length);
    const suffix = body.startsWith(dashBoundary, line)
      ? body.slice(line + dashBoundary.length, lineEnd)
      : undefined;
    if (suffix !== undefined && /^(?:--)?[ \t]*$/.test(suffix))
      return { start: Math.max(line - 2, from), end, isLast: suffix.startsWith('--') };
    line = end;
  }
  return undefined;
}

/** The header section can be empty; then the first line is empty. */
function parsePart(text: string): BodyPart | undefined {
  if (text.startsWith('\r\n')) return { fields: new Map(), content: text.slice(2) };
  const headerEnd = text.indexOf('\r\n\r\n');
  const header = headerEnd < 0 ? text : text.slice(0, headerEnd);
  if (header.length > maxHeaderBytes) return undefined;
  const fields = new Map<string, string>();
  for (const line of header.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) return undefined;
    const name = trimBlank(line.slice(0, colon)).toLowerCase();
    if (!fields.has(name)) fields.set(name, trimBlank(line.slice(colon + 1)));
  }
  return { fields, content: headerEnd < 0 ? '' : text.slice(headerEnd + 4) };
}
