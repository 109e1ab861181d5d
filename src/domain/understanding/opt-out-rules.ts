import { withoutAccents } from '../../core/spoken-words.ts';
import { lazy } from './lazy.ts';
import type { Requests } from './requests.ts';
import { endsAt, startsAt, type PatternCompiler, type WordPattern } from './word-patterns.ts';
import { capitalisedWordsIn, type Words } from './words.ts';

interface OptOutPatterns {
  /** Requests that only a limit in `always` narrows: "never call me again". */
  readonly absolute: string;
  /** Requests that every limit narrows: "do not call me", with "before nine" or "at work". */
  readonly narrowable: string;
}

/**
 * How a language says opt-outs: word patterns, one per line. A line with `! ` at its start is a request with any subject before it: "I do not want to be called".
 * A line with `!! ` also contains words that elsewhere are a limit: "I would appreciate it if you did not call".
 */
export interface OptOutRules {
  readonly calls: OptOutPatterns;
  readonly messages: OptOutPatterns;
  /** Both calls and messages, and lists. */
  readonly contact: OptOutPatterns;
  /** Requests to be removed from lists: written and spoken. A negation before, in or after one makes it the opposite: "do not remove my number". */
  readonly removals: string;
  /** Negate removals. */
  readonly negations: string;
  /** Limits directly before, in or directly after an opt-out. */
  readonly limits: {
    /** Also of absolute requests, and after a comma: "before nine". */
    readonly always: string;
    readonly other: string;
  };
  /** Requests of another channel directly before or after an opt-out, which then concerns one channel only: "do not call me, text me". */
  readonly preferences: string;
  /** Words between a request and its limit. */
  readonly neutral: string;
  /** Before an opt-out, in the same sentence: "I did not say that". */
  readonly denials: string;
  /** Statements that differ from requests only by their accent: "no llamé", I did not call. The words of the language keep these accents. */
  readonly pasts?: readonly string[];
  /** Directly before an opt-out, in the same clause: subjects of statements, such as other people. */
  readonly subjects: string;
}

export type OptOutDetector = Pick<Requests, 'detectOptOut' | 'isMessageOptOut'>;

/** Confidence (0 to 1) from which an opt-out in a sentence is clear. Speech with a lower confidence may be noise or another sentence. */
export const clearFrom = 0.5;

interface Sentence {
  /** Without accents. */
  readonly words: readonly string[];
  /** Indexes of the words after commas, ascending. */
  readonly commas: readonly number[];
  readonly names: ReadonlySet<string>;
}

interface Rule {
  readonly pattern: WordPattern;
  readonly kind: 'absolute' | 'narrowable' | 'removal';
  readonly hasAnySubject: boolean;
  readonly containsLimit: boolean;
}

/** An opt-out in a sentence, by the indexes of its first word and of the word after it. */
interface Found extends Rule {
  readonly start: number;
  readonly end: number;
}

function compileRules(compiler: PatternCompiler, patterns: string, kind: Rule['kind']): Rule[] {
  return patterns.split('\n').flatMap((line) => {
    const mark = /^\s*(!!?) /.exec(line)?.[1];
    return compiler.compile(mark === undefined ? line : line.replace(`${mark} `, '')).map((pattern) => ({
      pattern,
      kind,
      hasAnySubject: mark !== undefined,
      containsLimit: mark === '!!',
    }));
  });
}

/** Creates the detector of a language. */
export function createOptOutDetector(
  words: Words,
  compiler: PatternCompiler,
  rules: OptOutRules,
): OptOutDetector {
  const compiled = lazy(() => {
    const result = compileAll(compiler, rules);
    return () => result;
  });
  const pasts = new Set(rules.pasts);
  const readSentences = (text: string) => sentencesOf(words, text, pasts);
  return {
    detectOptOut: (text, confidence) => {
      const { spoken, context } = compiled();
      const sentences = readSentences(text);
      const found = sentences.flatMap((sentence) => [...optOutsIn(sentence, spoken, context)]);
      if (found.length === 0) return undefined;
      const length = sentences.length === 1 ? sentences[0]!.words.length : Infinity;
      const isWholeText = found.some(({ start, end }) => end - start === length);
      return confidence >= clearFrom || isWholeText ? 'clear' : 'doubtful';
    },
    isMessageOptOut: (text) => {
      const { written, context } = compiled();
      return readSentences(text).some(
        (sentence) => optOutsIn(sentence, written, context).next().done !== true,
      );
    },
  };
}

/** Compiles the rules of a language: those of speech, those of messages, and the words around both. */
function compileAll(
  compiler: PatternCompiler,
  { calls, messages, contact, removals, negations, limits, ...other }: OptOutRules,
): { spoken: RuleIndex; written: RuleIndex; context: Context } {
  const rulesOf = ({ absolute, narrowable }: OptOutPatterns): Rule[] => [
    ...compileRules(compiler, absolute, 'absolute'),
    ...compileRules(compiler, narrowable, 'narrowable'),
  ];
  const written = [...rulesOf(messages), ...rulesOf(contact), ...compileRules(compiler, removals, 'removal')];
  const always = compiler.compile(limits.always);
  const context: Context = {
    preferences: compiler.compile(other.preferences),
    neutral: compiler.compile(other.neutral),
    denials: compiler.compile(other.denials),
    subjects: compiler.compile(other.subjects),
    negations: compiler.compile(negations),
    always,
    all: [...always, ...compiler.compile(limits.other)],
  };
  return { spoken: indexOf([...rulesOf(calls), ...written]), written: indexOf(written), context };
}

interface Context {
  readonly preferences: readonly WordPattern[];
  readonly neutral: readonly WordPattern[];
  readonly denials: readonly WordPattern[];
  readonly subjects: readonly WordPattern[];
  readonly negations: readonly WordPattern[];
  readonly always: readonly WordPattern[];
  readonly all: readonly WordPattern[];
}

/** Rules by the words with which their matches start. Most words start none. */
interface RuleIndex {
  readonly byFirstWord: ReadonlyMap<string, readonly Rule[]>;
  /** Rules whose matches may start with any word. */
  readonly others: readonly Rule[];
}

function indexOf(rules: readonly Rule[]): RuleIndex {
  const byFirstWord = new Map<string, Rule[]>();
  for (const rule of rules)
    for (const word of rule.pattern.firstWords ?? [])
      byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), rule]);
  return { byFirstWord, others: rules.filter(({ pattern }) => pattern.firstWords === undefined) };
}

function* optOutsIn(sentence: Sentence, rules: RuleIndex, context: Context): Generator<Found> {
  const { words } = sentence;
  for (const [start, word] of words.entries())
    for (const rule of [...(rules.byFirstWord.get(word) ?? []), ...rules.others]) {
      const end = rule.pattern.endOf(words, start);
      if (end === undefined) continue;
      const found = { ...rule, start, end };
      if (
        !isDenied(sentence, found, context) &&
        !isNarrowed(sentence, found, context) &&
        !isFormOfAddress(sentence, found)
      )
        yield found;
    }
}

const clauseStart = ({ commas }: Sentence, at: number): number =>
  commas.findLast((comma) => comma <= at) ?? 0;

function isDenied(
  sentence: Sentence,
  { start, end, kind, hasAnySubject }: Found,
  { denials, subjects, negations }: Context,
): boolean {
  const { words, commas } = sentence;
  if (kind === 'removal') {
    const from = clauseStart(sentence, start);
    const to = commas.find((comma) => comma > start) ?? words.length;
    if (endsAt(negations, words, { from, end: start })) return true;
    for (let at = start; at < end; at += 1) if (startsAt(negations, words, at)) return true;
    if (negations.some((negation) => negation.spans(words, end, to))) return true;
  }
  if (endsAt(denials, words, { from: 0, end: start })) return true;
  return !hasAnySubject && endsAt(subjects, words, { from: clauseStart(sentence, start), end: start });
}

function isNarrowed(
  sentence: Sentence,
  { start, end, kind, containsLimit }: Found,
  { preferences, neutral, always, all }: Context,
): boolean {
  const { words, commas } = sentence;
  const limits = kind === 'narrowable' ? all : always;
  if (kind === 'narrowable' && isBesidePreference(words, { start, end }, preferences, neutral)) return true;
  const nextComma = commas.find((comma) => comma >= end);
  const from = clauseStart(sentence, start);
  if (endsAt(limits, words, { from, end: skipBack(words, neutral, { from, end: start }) })) return true;
  const inside = containsLimit ? end : start + 1;
  for (let at = inside; at < end; at += 1) if (startsAt(limits, words.slice(0, end), at)) return true;
  const next = skip(words.slice(0, nextComma), neutral, end);
  if (startsAt(limits, words.slice(0, nextComma), next)) return true;
  return nextComma !== undefined && startsAt(always, words, nextComma);
}

/** "Text me, do not call": the request concerns one channel. */
const isBesidePreference = (
  words: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
  preferences: readonly WordPattern[],
  neutral: readonly WordPattern[],
): boolean =>
  endsAt(preferences, words, { from: 0, end: start }) ||
  startsAt(preferences, words, end) ||
  startsAt(preferences, words, skip(words, neutral, end));

/** "Do not call me Bob." */
const isFormOfAddress = ({ words, commas, names }: Sentence, { end, kind }: Found): boolean =>
  kind === 'narrowable' && !commas.includes(end) && names.has(words[end] ?? '');

/** Returns the index after neutral words. */
function skip(words: readonly string[], neutral: readonly WordPattern[], start: number): number {
  const ends = neutral.flatMap((pattern) => pattern.endOf(words, start) ?? []);
  return ends.length === 0 ? start : skip(words, neutral, Math.max(...ends));
}

/** Returns the index before which only neutral words are. */
function skipBack(
  words: readonly string[],
  neutral: readonly WordPattern[],
  { from, end }: { readonly from: number; readonly end: number },
): number {
  for (let start = from; start < end; start += 1)
    if (skip(words.slice(0, end), neutral, start) === end) return start;
  return end;
}

function sentencesOf({ punctuatedWordsOf }: Words, text: string, pasts: ReadonlySet<string>): Sentence[] {
  const { words, marks } = punctuatedWordsOf(text);
  const names = capitalisedWordsIn(text);
  const starts = [0, ...[...marks].flatMap(([at, mark]) => (mark === 'sentence end' && at > 0 ? [at] : []))];
  return starts
    .map((start, index) => {
      const end = starts[index + 1] ?? words.length;
      const commas = [...marks.keys()].filter((at) => at > start && at < end).map((at) => at - start);
      return {
        words: words.slice(start, end).map((word) => (pasts.has(word) ? word : withoutAccents(word))),
        commas: commas.sort((a, b) => a - b),
        names,
      };
    })
    .filter((sentence) => sentence.words.length > 0);
}
