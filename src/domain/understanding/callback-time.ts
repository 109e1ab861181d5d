import type { DateTimeParser, Guess } from './date-time.ts';
import type { DateTimeSpeech } from './speak-date-time.ts';
import { indexOfRun, type Words } from './words.ts';
import { addDays, civilTimeAt, instantOf } from './zoned-time.ts';

/** What a language says about the time of a callback. `time`: a date and time as `speakDateTime` returns it. */
export interface CallbackPhrases {
  /** Requests without a time, separated by vertical bars. */
  readonly vague: string;
  readonly isPast: string;
  readonly isTooFar: (days: number) => string;
  readonly isNotAllowed: string;
  /** `isMoved`: whether the time differs from the requested one. */
  readonly confirmation: (time: string, isMoved: boolean) => string;
  readonly question: (time: string, isMoved: boolean) => string;
  /** Offers a time, and asks for another one. */
  readonly offer: (time: string) => string;
}

/** The language of a callback request. */
export interface CallbackLanguage extends DateTimeSpeech {
  readonly words: Words;
  readonly parseDateTime: DateTimeParser;
  readonly speakZone: (zone: string) => string;
  readonly callback: CallbackPhrases;
}

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
  readonly language: CallbackLanguage;
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
  const spoken = context.language.parseDateTime(text, context.nowMs, context.zone);
  if (spoken === undefined) return isVague(text, context.language) ? offer('', context) : undefined;
  const isCertain = isSure && spoken.guesses.every((guess) => safeGuesses.has(guess));
  return callbackAt(spoken.instantMs, context, isCertain);
}

/**
 * Returns a callback at this instant (Unix ms), or at the next instant at which the callee may be called. The callback needs confirmation unless
 * `isCertain` is true.
 */
export function callbackAt(atMs: number, context: CallbackContext, isCertain: boolean): CallbackTime {
  const phrases = context.language.callback;
  if (atMs <= context.nowMs) return offer(`${phrases.isPast} `, context);
  if (atMs > context.nowMs + maxAheadDays * dayMs)
    return offer(`${phrases.isTooFar(maxAheadDays)} `, context);
  const instantMs = context.nextAllowed?.(atMs) ?? atMs;
  const isMoved = instantMs !== atMs;
  const opening = isMoved ? `${phrases.isNotAllowed} ` : '';
  const time = speakCallbackTime(instantMs, context);
  return isCertain
    ? { type: 'time', instantMs, isMoved, confirmation: `${opening}${phrases.confirmation(time, isMoved)}` }
    : { type: 'doubtful', instantMs, question: `${opening}${phrases.question(time, isMoved)}` };
}

/** Returns an instant (Unix ms) as words: "Tuesday, November 24th at 10 AM", with the time zone if it is inferred. */
export function speakCallbackTime(
  instantMs: number,
  { language, zone, isZoneInferred, nowMs }: Omit<CallbackContext, 'nextAllowed'>,
): string {
  const time = language.speakDateTime(instantMs, zone, nowMs);
  return isZoneInferred === true ? `${time}, ${language.speakZone(zone)}` : time;
}

const offeredHour = 10;

/** Offers tomorrow at ten, or the next instant after it at which the callee may be called. */
function offer(opening: string, context: CallbackContext): CallbackTime {
  const { nowMs, zone, nextAllowed } = context;
  const tomorrow = addDays(civilTimeAt(nowMs, zone), 1);
  const tenMs = instantOf({ ...tomorrow, hour: offeredHour, minute: 0 }, zone);
  const instantMs = nextAllowed?.(tenMs) ?? tenMs;
  const time = speakCallbackTime(instantMs, context);
  return { type: 'vague', instantMs, question: `${opening}${context.language.callback.offer(time)}` };
}

function isVague(text: string, { words: { contentWordsOf }, callback }: CallbackLanguage): boolean {
  const words = contentWordsOf(text);
  return callback.vague.split('|').some((run) => indexOfRun(words, contentWordsOf(run)) !== -1);
}
