import { cut, mailLimits } from './parsed-mail.ts';
import {
  attributionEnds,
  attributionStart,
  attributionVerbs,
  deviceLines,
  noticeLines,
  quotationStarts,
  quotedHeaderNames,
  replyAboveWords,
  separatorTitles,
} from './quote-words.ts';

/** Longest line that a rule examines. */
const maxExaminedLine = 500;
/** Lines over which an attribution can be wrapped. */
const maxAttributionLines = 4;

/**
 * Returns the text that the sender wrote, without the quoted message, its header block and the signature. Answers between quoted lines remain. Takes
 * time proportional to the length.
 */
export function replyText(text: string): string {
  const lines = cut(text, mailLimits.searchedText).replaceAll(/\r\n?/g, '\n').split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (endsReply(lines, index)) break;
    const attribution = attributionLines(lines, index);
    if (attribution > 0) {
      if (!isQuoted(nextLine(lines, index + attribution))) break;
      index += attribution - 1;
    } else if (!isQuoted(lines[index]!)) kept.push(lines[index]!);
  }
  return cut(
    kept
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    mailLimits.text,
  );
}

/** Rules for a line below which nothing belongs to the reply. */
const endRules: readonly ((line: string, lines: readonly string[], index: number) => boolean)[] = [
  // RFC 3676 §4.3. Some programs remove the space.
  (line) => line === '--',
  isSeparator,
  (line, lines, index) => /^[_*=-]{10,}$/.test(line) && hasHeaderBlock(lines, index + 1),
  (_line, lines, index) => hasHeaderBlock(lines, index),
  (line) => replyAboveWords.some((words) => line.includes(words)),
  (line) => noticeLines.some((notice) => line.startsWith(notice)),
  (line, lines, index) => isDeviceLine(line) && isNearEnd(lines, index),
];

function endsReply(lines: readonly string[], index: number): boolean {
  const line = normalised(lines[index]!);
  return line !== '' && endRules.some((rule) => rule(line, lines, index));
}

/** Returns a line without quote marks and emphasis, in lower case. Empty if it is too long for the rules. */
function normalised(line: string): string {
  if (line.length > maxExaminedLine) return '';
  return line
    .replace(/^(?:>[ \t]?)+/, '')
    .replaceAll(/[*\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase();
}

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);

function isSeparator(line: string): boolean {
  const match = /^[-_=~—–\s]{3,}([^-_=~—–].{2,40}?)[-_=~—–:\s]{3,}$/.exec(line);
  const title = match?.[1]?.trim() ?? line.replace(/:$/, '');
  return (match !== null || line.endsWith(':')) && separatorTitles.includes(title);
}

/** Returns whether three of the fields From, Sent, To and Subject follow in sequence, From or Sent first. */
function hasHeaderBlock(lines: readonly string[], index: number): boolean {
  const first = index + (normalised(lines[index] ?? '') === '' ? 1 : 0);
  const names = lines
    .slice(first, first + 4)
    .map((line) => /^([^\s:：][^:：]{0,20}?)\s?[:：]\s?\S/u.exec(normalised(line))?.[1]?.split(' ')[0] ?? '');
  const { from, sent, to, subject } = quotedHeaderNames;
  if (!from.has(names[0] ?? '') && !sent.has(names[0] ?? '')) return false;
  const kinds = [from, sent, to, subject].filter((kind) => names.some((name) => kind.has(name)));
  return (
    kinds.length >= 3 &&
    names.slice(0, 3).every((name) => [from, sent, to, subject].some((kind) => kind.has(name)))
  );
}

const isDeviceLine = (line: string): boolean =>
  line.length <= 120 && deviceLines.some((device) => line.startsWith(device));

/** Returns whether only quotes, empty lines or at most three other lines follow. */
function isNearEnd(lines: readonly string[], index: number): boolean {
  let others = 0;
  for (let at = index + 1; at < lines.length && others <= 3; at += 1) {
    if (attributionLines(lines, at) > 0 || isQuoted(lines[at]!)) return true;
    if (lines[at]!.trim() !== '') others += 1;
  }
  return others <= 3;
}

/** Returns the number of lines of the attribution that begins at `index`, such as `On 5 May 2026, Ada wrote:`; 0 if there is none. */
function attributionLines(lines: readonly string[], index: number): number {
  const parts: string[] = [];
  for (let count = 1; count <= maxAttributionLines; count += 1) {
    const raw = lines[index + count - 1] ?? '';
    const line = normalised(raw);
    if (line === '' || isQuoted(raw)) return 0;
    parts.push(line);
    const isComplete = isQuoted(nextLine(lines, index + count)) ? isAboveQuote : isAttribution;
    if (isComplete(parts.join(' '))) return beginsEarlier(parts, isComplete) ? count : 0;
    if (/[:：]$/.test(line)) return 0;
  }
  return 0;
}

/** Returns whether the attribution has all the lines, and not only the last ones below a line of the reply. */
function beginsEarlier(
  [first = '', ...others]: readonly string[],
  isComplete: (text: string) => boolean,
): boolean {
  const candidates = others.map((line, index) => ({ line, rest: others.slice(index).join(' ') }));
  const complete = candidates.filter(({ rest }) => isComplete(rest));
  if (complete.some(({ line }) => attributionStart.test(line))) return false;
  if (attributionStart.test(first) || /<\S+@\S+>/.test(first)) return true;
  // A line that begins with the address, or consists of the verb, continues the line with the name.
  const isContinued = ({ line, rest }: { line: string; rest: string }): boolean =>
    line.startsWith('<') || isVerb(withoutColon(rest));
  return complete.every(isContinued) && (others.length === 0 || !/[.!?…]$/.test(first));
}

const withoutColon = (text: string): string => text.replace(/\s?[:：]$/, '').trim();

const verbs: readonly string[] = [...new Set([...attributionEnds, ...attributionVerbs])];
const isVerb = (text: string): boolean => verbs.includes(text);
const hasDateOrAddress = (text: string): boolean => /\d|@/.test(text);
const endsWithVerb = (text: string): boolean => attributionEnds.some((end) => text.endsWith(end));
const hasVerbWithin = (text: string): boolean => attributionVerbs.some((verb) => text.includes(` ${verb} `));

/** Returns whether a text is certainly an attribution: it names a date or an address, and has the verb at its end or within it. */
function isAttribution(line: string): boolean {
  const text = withoutColon(line);
  if (text === line || text.length > maxExaminedLine || !hasDateOrAddress(text)) return false;
  return (
    endsWithVerb(text) || (hasVerbWithin(text) && (attributionStart.test(text) || /<\S+@\S+>/.test(text)))
  );
}

/** Returns whether a text that stands above a quote is its attribution. There, the name and the verb are sufficient. */
function isAboveQuote(line: string): boolean {
  const text = withoutColon(line);
  if (text.length > maxExaminedLine) return false;
  if (text === line) return attributionStart.test(text) && hasDateOrAddress(text) && endsWithVerb(text);
  if (quotationStarts.some((start) => text.startsWith(start))) return true;
  return endsWithVerb(text) || (hasVerbWithin(text) && hasDateOrAddress(text));
}

/** Returns the next line that is not empty, or an empty text. */
function nextLine(lines: readonly string[], from: number): string {
  for (let index = from; index < Math.min(lines.length, from + 5); index += 1)
    if (lines[index]!.trim() !== '') return lines[index]!;
  return '';
}
