import { parseDateTime, type Guess } from './date-time.ts';
import { speakDateTime } from './speak-date-time.ts';
import { speakZone } from './speak-zone.ts';
import { contentWordsOf, indexOfRun } from './words.ts';
import { addDays, civilTimeAt, instantOf } from './zoned-time.ts';

/** When somebody wants to be called again (Unix ms), and what to say to it. */
export type CallbackTime =
  | {
      readonly type: 'time';
      readonly instantMs: number;
      readonly confirmation: string;
      /** It is not the time that was asked for: at that one no call is allowed. */
      readonly isMoved: boolean;
    }
  /** Kept only if the question is answered with yes. */
  | { readonly type: 'doubtful'; readonly instantMs: number; readonly question: string }
  /** No time that can be kept; the question offers this one. */
  | { readonly type: 'vague'; readonly instantMs: number; readonly question: string };

/** What a time that is said goes by. */
export interface CallbackContext {
  /** Unix ms. */
  readonly nowMs: number;
  /** IANA: of the person called. */
  readonly zone: string;
  /** Nobody told the zone. It is named with every time then, so that a wrong one is noticed. */
  readonly isZoneGuessed?: boolean | undefined;
  /**
   * The next instant from this one on at which the person may be called (Unix ms). Undefined: nobody knows, and the time is kept as it was
   * said. Left out: they may be called at any time.
   */
  readonly nextAllowed?: ((atMs: number) => number | undefined) | undefined;
}

/** Nobody remembers a promise for longer. */
const aheadDaysMax = 30;
const dayMs = 86_400_000;

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
 * What a wish to be called back means to the person called: "tomorrow at ten", "after lunch", "next friday morning", "in two hours". A time that had
 * to be guessed, or that is past, is asked about before it is kept, and any where it is not sure that these were the words. Undefined where
 * nothing of time was said.
 */
export function parseCallbackTime(
  text: string,
  context: CallbackContext,
  isSure = true,
): CallbackTime | undefined {
  const spoken = parseDateTime(text, context.nowMs, context.zone);
  if (spoken === undefined) return isVague(text) ? offer('', context) : undefined;
  const isCertain = isSure && spoken.guesses.every((guess) => harmless.has(guess));
  return callbackAt(spoken.instantMs, context, isCertain);
}

/** A callback at this instant (Unix ms), moved to when the person may be called. Unless it is certain, it is asked about. */
export function callbackAt(atMs: number, context: CallbackContext, isCertain: boolean): CallbackTime {
  if (atMs <= context.nowMs) return offer('That time is past. ', context);
  if (atMs > context.nowMs + aheadDaysMax * dayMs)
    return offer(`That is more than ${aheadDaysMax} days away. `, context);
  const instantMs = context.nextAllowed?.(atMs) ?? atMs;
  const isMoved = instantMs !== atMs;
  const opening = isMoved ? 'I may not call you at that time. ' : '';
  const time = `${speakCallbackTime(instantMs, context)}${isMoved ? ' instead' : ''}`;
  return isCertain
    ? { type: 'time', instantMs, isMoved, confirmation: `${opening}I will call you back on ${time}.` }
    : { type: 'doubtful', instantMs, question: `${opening}Shall I call you back on ${time}?` };
}

/** An instant (Unix ms) as it is promised: "Tuesday, November 24th at 10 AM", with the zone where that is guessed. */
export function speakCallbackTime(
  instantMs: number,
  { zone, isZoneGuessed, nowMs }: Omit<CallbackContext, 'nextAllowed'>,
): string {
  const time = speakDateTime(instantMs, zone, nowMs);
  return isZoneGuessed === true ? `${time}, ${speakZone(zone)}` : time;
}

const hourOfOffer = 10;

/** Tomorrow at ten, or as soon after it as a call is allowed: something to say yes or no to. */
function offer(opening: string, context: CallbackContext): CallbackTime {
  const { nowMs, zone, nextAllowed } = context;
  const tomorrow = addDays(civilTimeAt(nowMs, zone), 1);
  const tenMs = instantOf({ ...tomorrow, hour: hourOfOffer, minute: 0 }, zone);
  const instantMs = nextAllowed?.(tenMs) ?? tenMs;
  const time = speakCallbackTime(instantMs, context);
  return {
    type: 'vague',
    instantMs,
    question: `${opening}Shall I call you back on ${time}, or would another time suit you better?`,
  };
}

function isVague(text: string): boolean {
  const words = contentWordsOf(text);
  return vagueRuns.some((run) => indexOfRun(words, run) !== -1);
}
