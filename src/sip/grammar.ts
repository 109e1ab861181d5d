import { SipParseError } from './parse-error.ts';

/** The grammar of RFC 3261 §25.1. Text here has one character per byte (latin1). */

const tokenPattern = /^[A-Za-z0-9\-.!%*_+`'~]+$/;

export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Trims spaces, tabs and line breaks. Keeps U+00A0, which can be the last byte of a UTF-8 character. */
export function trimBlank(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;
}

/** Returns the index after the quoted string that begins at `start`. Throws if the string is not closed. */
export function endOfQuoted(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index + 1;
  }
  throw new SipParseError('a quoted string is not closed');
}

/** Throws if a quoted string outside angle brackets is not closed. */
export function checkQuotes(text: string): void {
  let isInBrackets = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"' && !isInBrackets) index = endOfQuoted(text, index) - 1;
    else if (character === '<') isInBrackets = true;
    else if (character === '>') isInBrackets = false;
  }
}

/** Splits at a separator outside quotes and angle brackets, and trims the parts. */
export function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes(separator)) return [trimBlank(text)];
  const hasNoQuotes = !text.includes('"') && !text.includes('<');
  return hasNoQuotes ? text.split(separator).map(trimBlank) : splitStructured(text, separator);
}

function splitStructured(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let isInBrackets = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"' && !isInBrackets) index = endOfQuoted(text, index) - 1;
    else if (character === '<') isInBrackets = true;
    else if (character === '>') isInBrackets = false;
    else if (character === separator && !isInBrackets) {
      parts.push(trimBlank(text.slice(start, index)));
      start = index + 1;
    }
  }
  parts.push(trimBlank(text.slice(start)));
  return parts;
}

/** Returns the members of a comma-separated header field, without empty ones. */
export function splitList(text: string): string[] {
  return splitOutsideQuotes(text, ',').filter((part) => part !== '');
}

/** Returns the content of a quoted string with escapes resolved; other text unchanged. */
export function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Decodes text with one character per byte as UTF-8. */
export function decodeUtf8(wireText: string): string {
  return isAscii(wireText) ? wireText : Buffer.from(wireText, 'latin1').toString('utf8');
}

/** Encodes text as UTF-8 with one character per byte. */
export function encodeUtf8(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

/** Parses a decimal number of at most `max`. Leading zeros are allowed (RFC 4475 §3.1.1.1). */
export function parseDecimal(text: string, fieldName: string, max: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw new SipParseError(`${fieldName} is not a number up to ${max}`);
  return value;
}
