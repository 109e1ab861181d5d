import { parseDateTime, type Guess } from './date-time.ts';
import { speakDateTime } from './speak-date-time.ts';
import { contentWordsOf, indexOfRun } from './words.ts';

/** When somebody wants to be called again, or what to ask them next. */
export type CallbackTime =
  | { readonly type: 'time'; readonly instantMs: number; readonly confirmation: string }
  | { readonly type: 'doubtful'; readonly instantMs: number; readonly question: string }
  | { readonly type: 'vague'; readonly question: string };

/** A wish without a time. */
const vague: readonly string[] = [
  'later',
  'another time',
  'some other time',
  'another day',
  'in a bit',
  'in a while',
  'in a little while',
  'soon',
  'whenever',
  'any time',
  'anytime',
  'not now',
  'next month',
];

const vagueRuns = vague.map((run) => run.split(' '));

/**
 * Guesses that leave no doubt about the call itself: "at three" is the next three o'clock. A part of the day is a promise of
 * that part, not of a minute.
 */
const harmless: ReadonlySet<Guess> = new Set<Guess>(['day', 'part-of-day']);

/**
 * What a wish to be called back means in the zone of the person called, seen from `nowMs` (Unix ms): "tomorrow at ten", "after lunch", "next
 * friday morning", "in two hours". A time that had to be guessed, or that is past, is asked about before it is kept. Undefined where
 * nothing of time was said.
 */
export function understandCallback(text: string, nowMs: number, zone: string): CallbackTime | undefined {
  const spoken = parseDateTime(text, nowMs, zone);
  if (spoken === undefined) return isVague(text) ? { type: 'vague', question: whenQuestion } : undefined;
  const { instantMs, guesses } = spoken;
  if (instantMs <= nowMs) return { type: 'vague', question: `That time is past. ${whenQuestion}` };
  const time = speakDateTime(instantMs, zone, nowMs);
  if (guesses.every((guess) => harmless.has(guess)))
    return { type: 'time', instantMs, confirmation: `I will call you back on ${time}.` };
  return { type: 'doubtful', instantMs, question: `Shall I call you back on ${time}?` };
}

const whenQuestion = 'What day and time would suit you?';

function isVague(text: string): boolean {
  const words = contentWordsOf(text);
  return vagueRuns.some((run) => indexOfRun(words, run) !== -1);
}
