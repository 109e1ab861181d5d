// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Returns a text from outside as it can be stored, sent and spoken: without control characters except tabs and line ends, and with U+FFFD
 * for halves of surrogate pairs.
 */
export const cleanText = (text: string): string => text.replaceAll(controls, '').toWellFormed();

/** Parses JSON from outside. All of its texts, member names included, are clean. @throws {Error} */
export const parseCleanJson = (text: string): unknown => clean(JSON.parse(text));

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), clean(member)]));
}

/** Cleans a text that arrives in pieces, which may divide a surrogate pair. */
export class TextCleaner {
  #highSurrogate = '';

  push(piece: string): string {
    const text = this.#highSurrogate + piece;
    this.#highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    return cleanText(text.slice(0, text.length - this.#highSurrogate.length));
  }
}
