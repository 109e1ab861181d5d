const variablePattern = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)\s*\}\}/g;

/** Returns the variables in the `{{…}}` of a text, without duplicates. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(variablePattern)].map((match) => match[1]!))];
}

/** Returns whether each `{{` belongs to a variable. */
export function isWellFormed(text: string): boolean {
  return !text.replaceAll(variablePattern, '').includes('{{');
}

/** Replaces each variable of the text by the result of `lookUp`. */
export function fillIn(text: string, lookUp: (name: string) => string): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(variablePattern, (_match, name: string) => lookUp(name));
}

/** Stands in a text for a variable without a value, until `closeGaps` removes it: a private-use character. */
export const missingValue = '\ue002';

const space = String.raw`[ \t\u00a0\u202f]`;
const gap = `${space}*${missingValue}`;

/** How the punctuation around a missing value closes, in this order. */
const gapRules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Several in a row are one: "{{a}}, {{b}}".
  [new RegExp(`${missingValue}(?:${space}*[,;:/–-]?${gap})+`, 'gu'), missingValue],
  // "({{a}})", "¿{{a}}?".
  [
    new RegExp(`${space}*(?:[(\\[„“"«]${gap}${space}*[)\\]“”"»]|[¿¡]${gap}${space}*[?!])`, 'gu'),
    missingValue,
  ],
  // A line or a sentence that has nothing else: "{{a}}, welcome", "Thanks. {{a}}."
  [new RegExp(`(^|\n)${gap}${space}*[,;:.!?…]*${space}*`, 'gu'), '$1'],
  [new RegExp(`([.!?…])${gap}${space}*[,;:.!?…]+`, 'gu'), '$1'],
  // "Hello, {{a}}, how are you", "Thanks, {{a}}!", and French "Merci, {{a}} !", which keeps the space before the mark.
  [new RegExp(`[,;:–-]?${gap}${space}*([,.…])`, 'gu'), '$1'],
  [new RegExp(`[,;:–-]?${gap}(${space}*[!?;:])`, 'gu'), '$1'],
  // "Hello, {{a}}" at the end of a line.
  [new RegExp(`[,;:–-]?${gap}${space}*(?=\n|$)`, 'gu'), ''],
  [new RegExp(`${space}+${missingValue}${space}+`, 'gu'), ' '],
  [new RegExp(missingValue, 'gu'), ''],
];

/** Removes missing values from a text, with the spaces and the punctuation that would be left around them. */
export const closeGaps = (text: string): string =>
  gapRules.reduce((closed, [pattern, replacement]) => closed.replaceAll(pattern, replacement), text).trim();

/**
 * Returns the scheme and the host of a URL with variables, as far as they are fixed: null if no values of the variables make it a URL of http or https,
 * undefined if a variable decides. A variable at the start can hold both; variables of other places are encoded.
 */
export function fixedOriginOf(template: string): URL | null | undefined {
  if (template.startsWith('{{')) return undefined;
  const [, scheme = '', authority = ''] = /^(\w+):\/\/([^/?#]*)/.exec(template) ?? [];
  const isOpen = authority.includes('{{');
  const url = URL.parse(isOpen ? `${scheme}://host.invalid` : `${scheme}://${authority}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return isOpen ? undefined : url;
}

/** Returns the texts and variables of a text, in order. */
export function templateParts(text: string): ({ readonly text: string } | { readonly variable: string })[] {
  // A pattern with one group makes every second part a variable.
  return text
    .split(variablePattern)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { variable: part }));
}
