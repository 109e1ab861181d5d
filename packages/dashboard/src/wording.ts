import { ParleyError } from '@parley/sdk/client';
import { text } from './text/index.ts';

const units: readonly (readonly [RegExp, string])[] = [
  [/ ms$/, ' (ms)'],
  [/ seconds$/, ' (seconds)'],
  [/ hours$/, ' (hours)'],
  [/ id$/, ''],
  [/^url$/, 'URL'],
];

/** Returns a label for a field that has none: `minSilenceMs` is "Min silence (ms)". */
export function labelOf(name: string): string {
  let words = name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
  for (const [pattern, replacement] of units) words = words.replace(pattern, replacement);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the label of a field by its path: `config.flowId` is "Message flow", `nodes[2].config.maxTurns` "Most turns". */
export function fieldLabel(path: string): string {
  const names = path.replaceAll(/\[\d+\]/g, '').split('.');
  const known = names
    .map((_, index) => names.slice(index).join('.'))
    .find((end) => Object.hasOwn(text.fields, end));
  return known === undefined ? labelOf(names.at(-1)!) : text.fields[known]!;
}

/** Returns the label of each level of a path: `voice.fallback[1].speed` is "Voice › Fallback 2 › Speed". */
export function placeOf(path: string): string {
  const names = path.split('.');
  return names
    .map((name, index) => {
      const position = /\[(\d+)\]$/.exec(name)?.[1];
      const label = fieldLabel(names.slice(0, index + 1).join('.'));
      if (position === undefined) return label;
      // Rows have the numbers of a spreadsheet.
      return name.startsWith('rows[') ? text.form.row(position) : `${label} ${Number(position) + 1}`;
    })
    .join(' › ');
}

/** The pages call the nodes and edges of a flow steps and connections. */
export const inFlowWords = (sentence: string): string =>
  sentence
    .replaceAll(/\bnode(s?)\b/g, 'step$1')
    .replaceAll(/\ban edge\b/g, 'a connection')
    .replaceAll(/\bedge(s?)\b/g, 'connection$1')
    .replaceAll(/\bEdge\b/g, 'Connection');

const id = String.raw`[a-z]+_[0-9A-HJKMNP-TV-Z]{26}`;
const kinds = 'agent|flow|call|batch|number|conversation|workspace|webhook|message|key|user|node';
const value = String.raw`"[^"]*"`;

/** Words of the API and what they mean in a form, in this order. */
const phrases: readonly (readonly [api: RegExp, page: string])[] = [
  [/ See fields\.$/, ''],
  [/; see fields\.$/, '.'],
  [new RegExp(String.raw` The call is ${id}\.`, 'g'), ''],
  [new RegExp(String.raw`\bof ${id} that (?=this (?:agent|flow) started)`, 'g'), 'of another batch that '],
  [new RegExp(String.raw`\b(${kinds}) "?${id}"?`, 'g'), '$1'],
  [/: mdy for (\S+) or dmy for (\S+)/g, ': $1 or $2'],
  [/: set agentId of the number \S+ to \S+\./g, ' on the page Numbers.'],
  [/With dateOrder \w+ write /g, 'Write '],
  [/, or send its header in columns\.\w+/g, ', or choose it below'],
  [/\[\] for /g, 'nothing for '],
  [/\bSend allowRepeat to /g, 'Confirm the repetition to '],
  [/\b[Ss]end (?:onInvalidRows|onRecentNumbers) "\w+" to /g, 'Choose to '],
  [new RegExp(String.raw`\bSend (?=${value}(?:, ${value})*(?: or |\.))`, 'g'), 'Choose '],
  [/\bSend (?=null\b)/g, 'Leave this '],
  [/\bsend (?=null\b)/g, 'leave this '],
  [/\bnull\b/g, 'empty'],
  [/, not (?:a string|a number|a list|an object|true|false|empty)(?=\.)/g, ''],
  [/\ba string\b/g, 'a text'],
  [/\b([Ss])end (?=`?(?:\w+\.)*[a-z]+[A-Z]|`)/g, '$1et '],
  [/\bSend (?=\S)/g, 'Enter '],
  [/(?<=[,;] (?:or )?)send (?=\S)/g, 'enter '],
  [/^The id of the ((?:first |message )?(?:agent|flow|node))(?= that|\.)/, 'The $1'],
  [/\bOmit (`?\w[\w.]*`?)/g, 'Leave $1 empty'],
];

/** A name in backticks, or a name that only a field of the API can have. Names in quotes, braces and addresses are data. */
const names = /`([\w.]+)`|(?<![\w"“{./@:-])([a-z]\w*(?:\.[a-z]\w*)+|[a-z]+[A-Z]\w*)(?![\w"”}/@(-]|\.\w)/g;

/** Returns a sentence of the API in the words of the pages, with other names still in backticks. `optionLabel` has the names of the options of its field. */
export const withLabels = (sentence: string, optionLabel?: (name: string) => string | undefined): string =>
  phrases
    .reduce((shown, [api, page]) => shown.replace(api, page), sentence)
    .replaceAll(names, (found: string, quoted: string | undefined, bare: string | undefined) => {
      const option = quoted === undefined ? undefined : optionLabel?.(quoted);
      if (option !== undefined) return `"${option}"`;
      const name = quoted ?? bare!;
      const isField = Object.hasOwn(text.fields, name) || Object.hasOwn(text.fields, name.split('.').at(-1)!);
      return isField && !isWord.test(found) ? `"${fieldLabel(name)}"` : found;
    });

/** Addresses, such as example.com, end like fields. */
const isWord = /\.(?:com|org|net)$/;

/** Returns a sentence of the API in the words of the pages. */
export const toPageWording = (sentence: string): string => withLabels(sentence).replaceAll('`', '');

/** Returns what an error says, in the words of the pages. */
export const errorText = (error: unknown): string => {
  if (error instanceof ParleyError) return toPageWording(error.message);
  return error instanceof Error ? error.message : String(error);
};
