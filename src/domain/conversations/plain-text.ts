const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Line ends, and control characters except tabs and line feeds.
  [/\r\n?/g, '\n'],
  // eslint-disable-next-line no-control-regex
  [/[\u0000-\u0008\u000b-\u001f\u007f\u200b\u2028\u2029\ufeff]/g, ''],
  // The thoughts of models that reason, and elements whose content is no text.
  [/<(think|thinking|reasoning|script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ''],
  [/<!--[\s\S]*?(?:-->|$)/g, ''],
  // Fences of code blocks; the code itself remains.
  [/^[ \t]*(?:```|~~~).*$/gm, ''],
  // Links and images: the text, then the address if it differs.
  [/!?\[([^\]\n]{0,500})\]\((?:<?)\1(?:>?)\)/g, '$1'],
  [/!?\[([^\]\n]{0,500})\]\(<?([^)\s>]{1,2000})>?(?:\s+"[^"\n]{0,200}")?\)/g, '$1 ($2)'],
  // HTML: elements that end a line, addresses in angle brackets, and all other tags.
  [/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi, '\n'],
  [/<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/g, '$1'],
  [/<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,500})?\/?>/gi, ''],
  // Markdown at the start of a line: headings and quotes.
  [/^[ \t]*#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm, '$1'],
  [/^[ \t]*>[ \t]?/gm, ''],
  // Lines below table headings, and horizontal rules.
  [/^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?)?[ \t]*$/gm, ''],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ''],
  // Bullets.
  [/^([ \t]*)[*+•][ \t]+/gm, '$1- '],
  // Rows of tables: the borders, then the separators of cells.
  [/^[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*$/gm, '$1'],
  [/[ \t]+\|[ \t]+/g, ', '],
  // Bold and italic text, text struck through, and code.
  [/\*{2,3}(?=\S)([^*\n]{1,2000}?)(?<=\S)\*{2,3}/g, '$1'],
  [/(?<![\p{L}\d*])\*(?=\S)([^*\n]{1,2000}?)(?<=\S)\*(?![\p{L}\d*])/gu, '$1'],
  [/(?<![\p{L}\d])_{1,3}(?=\S)([^_\n]{1,2000}?)(?<=\S)_{1,3}(?![\p{L}\d])/gu, '$1'],
  [/~~(?=\S)([^~\n]{1,2000}?)(?<=\S)~~/g, '$1'],
  [/`{1,3}([^`\n]{1,2000})`{1,3}/g, '$1'],
  // HTML entities. `&amp;` is last, so that `&amp;lt;` becomes `&lt;`.
  [/&nbsp;/g, ' '],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;|&apos;/g, "'"],
  [/&amp;/g, '&'],
  // Spaces at the ends of lines, and more than one empty line.
  [/[ \t]+$/gm, ''],
  [/\n{3,}/g, '\n\n'],
];

/** Returns the text of a language model without Markdown, HTML, control characters and thoughts. Words and line breaks remain. */
export function toPlainText(text: string): string {
  return rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text).trim();
}

/** A placeholder that a model did not fill in: `{{name}}`, `[Your Name]`. */
const placeholders =
  /\{\{|\}\}|\[(?:your|insert|name|company|customer|recipient|date|time|phone|email|address|agent|sender)\b[^\]\n]{0,60}\]/i;

export const hasPlaceholder = (text: string): boolean => placeholders.test(text);
