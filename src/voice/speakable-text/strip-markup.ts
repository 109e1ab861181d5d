import { stageDirection } from './stage-directions.ts';

/*
 * Language models write Markdown and emoji although their prompt forbids it. What a reader would see as a list or a heading becomes
 * sentences.
 */

/** A private-use character, between the cells of a table. */
const cellEnd = '\ue000';
const outerCellEnds = /^\ue000+|\ue000+$/g;

const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Control characters except line breaks and tabs, and invisible marks.
  [/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, ' '],
  [/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, ''],
  // Fences of code blocks; the code itself is spoken.
  [/^[ \t]*```.*$/gm, ''],
  [/!?\[([^\]\n]{0,500})\]\([^)\s]{0,2000}\)/g, '$1'],
  [/<\/?[a-z][a-z0-9]{0,20}(?: [^<>\n]{0,500})?\/?>/gi, ''],
  [stageDirection, ''],
  [/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, ''],
  // The numbers of lists are spoken: "5. Mai" may begin a line too.
  [/^[ \t]*[-*+•][ \t]+/gm, ''],
  // The line between the head and the rows of a table.
  [/^[ \t]*(?:\|[ \t]*)?:?-{2,}:?(?:(?:[ \t]*\|[ \t]*|[ \t]+):?-{2,}:?)*[ \t]*(?:\|[ \t]*)?$/gm, ''],
  [/^[ \t]*[-*_]{3,}[ \t]*$/gm, ''],
  [/[ \t]*\|[ \t]*/g, cellEnd],
  [/\*{1,3}|~~|`+/g, ''],
  [/(?<![\p{L}\d])_{1,3}(?=[\p{L}\d])|(?<=[\p{L}\d.!?])_{1,3}(?![\p{L}\d])/gu, ''],
  // Emoji with their skin tones, joiners, flags and variation selectors. Digits, # and * remain, since they are no pictographs.
  [/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0e|\ufe0f|\u20e3/gu, ''],
];

/** Removes Markdown, HTML tags, stage directions, emoji and control characters. Each line without punctuation at its end, except the last, receives a full stop. */
export function stripMarkup(text: string): string {
  const plain = rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
  const lines = plain
    .split('\n')
    .map((line) => line.trim().replace(outerCellEnds, '').replaceAll(cellEnd, ', '))
    .filter((line) => line !== '');
  return lines
    .map((line, index) => (index === lines.length - 1 || /[.!?,;:…]["')\]]?$/.test(line) ? line : `${line}.`))
    .join(' ')
    .replace(/ {2,}/g, ' ');
}
