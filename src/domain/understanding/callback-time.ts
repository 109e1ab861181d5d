import { parseDateTime } from '../languages/en/dates.ts';
import type { Guess } from './date-time.ts';
import { speakDateTime } from './speak-date-time.ts';
import { speakZone } from './speak-zone.ts';
import { contentWordsOf } from '../languages/en/words.ts';
import { indexOfRun } from './words.ts';
import { addDays, civilTimeAt, instantOf } from './zoned-time.ts';

/** The time of a requested callback (Unix ms), and the text to reply with. */
export type CallbackTime =
  | {
      readonly type: 'time';
      readonly instantMs: number;
      readonly confirmation: string;
      /** Whether it differs from the requested time, because calls are not allowed at the requested time. */
      readonly isMoved: boolean;
    }
  /** A time that needs confirmation: it is scheduled only if the question is answered with yes. */
  | { readonly type: 'doubtful'; readonly instantMs: number; readonly question: string }
  /** A request without a usable time. The question offers `instantMs`. */
  | { readonly type: 'vague'; readonly instantMs: number; readonly question: string };

/** Context in which a spoken time is parsed. */
export interface CallbackContext {
  /** Unix ms. */
  readonly nowMs: number;
  /** IANA time zone of the callee. */
  readonly zone: string;
  /** Whether the time zone is inferred. Each time is then spoken with the zone, so that the callee notices an error. */
  readonly isZoneInferred?: boolean | undefined;
  /** Returns the next instant at which the callee may be called (Unix ms); undefined if unknown. Omitted if there is no limit. */
  readonly nextAllowed?: ((atMs: number) => number | undefined) | undefined;
}

/** Maximum number of days until a callback. */
const maxAheadDays = 30;
const dayMs = 86_400_000;

/** Requests without a time. */
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

/** Guesses that need no confirmation. "At three" is the next three o'clock. "This evening" asks for a part of the day, not for an exact time. */
const safeGuesses: ReadonlySet<Guess> = new Set<Guess>(['day', 'part-of-day']);

/**
 * Parses the time of a callback request: "tomorrow at ten", "after lunch", "next friday morning", "in two hours". A guessed time must be confirmed,
 * and so must any time if `isSure` is false. Returns undefined if the text is not about a time.
 */
export function parseCallbackTime(
  text: string,
  context: CallbackContext,
  isSure = true,
): CallbackTime | undefined {
  const spoken = parseDateTime(text, context.nowMs, context.zone);
  if (spoken === undefined) return isVague(text) ? offer('', context) : undefined;
  const isCertain = isSure && spoken.guesses.every((guess) => safeGuesses.has(guess));
  return callbackAt(spoken.instantMs, context, isCertain);
}

/**
 * Returns a callback at this instant (Unix ms), or at the next instant at which the callee may be called. The callback needs confirmation unless
 * `isCertain` is true.
 */
export function callbackAt(atMs: number, context: CallbackContext, isCertain: boolean): CallbackTime {
  if (atMs <= context.nowMs) return offer('That time is past. ', context);
  if (atMs > context.nowMs + maxAheadDays * dayMs)
    return offer(`That is more than ${maxAheadDays} days away. `, context);
  const instantMs = context.nextAllowed?.(atMs) ?? atMs;
  const isMoved = instantMs !== atMs;
  const opening = isMoved ? 'I may not call you at that time. ' : '';
  const time = `${speakCallbackTime(instantMs, context)}${isMoved ? ' instead' : ''}`;
  return isCertain
    ? { type: 'time', instantMs, isMoved, confirmation: `${opening}I will call you back on ${time}.` }
    : { type: 'doubtful', instantMs, question: `${opening}Shall I call you back on ${time}?` };
}

/** Returns an instant (Unix ms) as words: "Tuesday, November 24th at 10 AM", with the time zone if it is inferred. */
export function speakCallbackTime(
  instantMs: number,
  { zone, isZoneInferred, nowMs }: Omit<CallbackContext, 'nextAllowed'>,
): string {
  const time = speakDateTime(instantMs, zone, nowMs);
  return isZoneInferred === true ? `${time}, ${speakZone(zone)}` : time;
}

const offeredHour = 10;

/** Offers tomorrow at ten, or the next instant after it at which the callee may be called. */
function offer(opening: string, context: CallbackContext): CallbackTime {
  const { nowMs, zone, nextAllowed } = context;
  const tomorrow = addDays(civilTimeAt(nowMs, zone), 1);
  const tenMs = instantOf({ ...tomorrow, hour: offeredHour, minute: 0 }, zone);
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
