import { decodeHTML } from 'entities';

/** Elements whose content is not text. */
const hidden: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'template',
  'title',
  'svg',
  'math',
  'object',
  'select',
  'noscript',
]);
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Blocks with an empty line before and after them. */
const paragraphs: ReadonlySet<string> = new Set('blockquote h1 h2 h3 h4 h5 h6 hr ol p table ul'.split(' '));

/** Classes of Gmail, Thunderbird, Yahoo and Proton for quotes and signatures. */
const quoteClass =
  /\sclass\s{0,9}=\s{0,9}["']?[^"'>]{0,200}\b(gmail_quote|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|yahoo_quoted|protonmail_quote|protonmail_signature_block|OutlookMessageHeader)\b/i;
/** Ids of Outlook and Hotmail after which only the quoted message follows. */
const quoteStart =
  /\sid\s{0,9}=\s{0,9}["']?(divRplyFwdMsg|appendonsend|stopSpelling|mail-editor-reference-message-container)\b/i;
const imageText = /\salt\s{0,9}=\s{0,9}(?:"([^"]{1,8})"|'([^']{1,8})')/i;

/** Texts at the beginning of an element. */
const leading: ReadonlyMap<string, string> = new Map([
  ['li', '* '],
  ['td', ' '],
  ['th', ' '],
]);

const maxDepth = 1000;

/**
 * Converts the HTML of an email to text: a line per block, `* ` before list items. Lines of quotes begin with `> `. Takes time proportional to the
 * length.
 */
export function htmlToText(html: string): string {
  const output = new TextLines();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    output.write(decodeHTML(html.slice(at, open === -1 ? undefined : open)));
    if (open === -1) break;
    at = readTag(html, open, output);
  }
  return output.end();
}

/** Applies the tag or comment at `open`, and returns the index after it. */
function readTag(html: string, open: number, output: TextLines): number {
  const name = tagName(html, open);
  if (name === undefined) {
    const comment = html.startsWith('<!--', open)
      ? '-->'
      : /[!?]/.test(html[open + 1] ?? '')
        ? '>'
        : undefined;
    if (comment !== undefined) return after(html, comment, open);
    output.write('<');
    return open + 1;
  }
  const end = after(html, '>', open);
  if (html[open + 1] === '/') output.closeTag(name);
  else if (hidden.has(name)) return closingTag(html, name, end);
  else output.openTag(name, html.slice(open, Math.min(end, open + 2000)));
  return end;
}

const tagPattern = /<\/?([a-z][a-z0-9-]{0,30})/iy;

function tagName(html: string, open: number): string | undefined {
  tagPattern.lastIndex = open;
  return tagPattern.exec(html)?.[1]!.toLowerCase();
}

/** Returns the index after the next `text`, or the end. */
function after(html: string, text: string, from: number): number {
  const index = html.indexOf(text, from);
  return index === -1 ? html.length : index + text.length;
}

/** Returns the index of the closing tag of an element. A `head` without one ends at the body. */
function closingTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(name === 'head' ? '</head|<body' : `</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

/** Collects lines of text. */
class TextLines {
  readonly #lines: string[] = [];
  #line = '';
  /** Also true at the beginning of a line. */
  #endsInSpace = true;
  /** For each open `div` and `blockquote`, whether it is a quote. */
  readonly #elements: boolean[] = [];
  #quotes = 0;
  #restIsQuote = false;

  write(text: string): void {
    const collapsed = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    const added = this.#endsInSpace ? collapsed.trimStart() : collapsed;
    if (added === '') return;
    this.#line += added;
    // Not read from the line: that would copy a long line with each addition.
    this.#endsInSpace = added.endsWith(' ');
  }

  openTag(name: string, tag: string): void {
    if (quoteStart.test(tag)) this.#beginRest();
    if (name === 'br') this.#endLine();
    else if (blocks.has(name)) this.#breakAt(name);
    else if (name === 'img') this.#writeImage(tag);
    this.write(leading.get(name) ?? '');
    if (name === 'div' || name === 'blockquote') this.#begin(name === 'blockquote' || quoteClass.test(tag));
  }

  closeTag(name: string): void {
    if (!blocks.has(name)) return;
    this.#breakAt(name);
    if ((name === 'div' || name === 'blockquote') && this.#elements.pop() === true) this.#quotes -= 1;
  }

  end(): string {
    this.#endLine();
    return this.#lines
      .join('\n')
      .replaceAll('\u00a0', ' ')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  #begin(isQuote: boolean): void {
    if (this.#elements.length >= maxDepth) return;
    this.#elements.push(isQuote);
    if (isQuote) this.#quotes += 1;
  }

  #beginRest(): void {
    this.#breakAt('p');
    this.#restIsQuote = true;
  }

  #breakAt(name: string): void {
    if (this.#line !== '') this.#endLine();
    if (paragraphs.has(name) && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    const isQuote = this.#quotes > 0 || this.#restIsQuote;
    this.#lines.push(isQuote && line !== '' ? `> ${line}` : line);
    this.#line = '';
    this.#endsInSpace = true;
  }

  /** Emoji are often images with the emoji as their text. */
  #writeImage(tag: string): void {
    const match = imageText.exec(tag);
    const text = decodeHTML(match?.[1] ?? match?.[2] ?? '');
    if (/\p{Extended_Pictographic}/u.test(text)) this.write(text);
  }
}
