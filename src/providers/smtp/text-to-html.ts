import { escapeAttribute, escapeText } from 'entities';

/** A web address, without the punctuation that ends a sentence. */
const linkPattern = /\bhttps?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]}]/g;

function lineToHtml(line: string): string {
  let html = '';
  let end = 0;
  for (const match of line.matchAll(linkPattern)) {
    const [link] = match;
    html += escapeText(line.slice(end, match.index));
    html += `<a href="${escapeAttribute(link)}">${escapeText(link)}</a>`;
    end = match.index + match[0].length;
  }
  return html + escapeText(line.slice(end));
}

/** Returns an HTML document that shows the text: paragraphs at empty lines, links, and each paragraph in the direction of its script. */
export function textToHtml(text: string): string {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p dir="auto">${paragraph.split('\n').map(lineToHtml).join('<br>\n')}</p>`);
  return `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${paragraphs.join('\n')}\n</body></html>\n`;
}
