import type { Clock, Timer } from '../core/clock.ts';
import { minSeOf, sessionExpiresOf, knowsExtension } from './header-fields.ts';
import type { HeaderEntry, SipMessage, SipRequest, SipResponse } from './message.ts';
import { formatSessionExpires } from './session-expires.ts';

/** An answer may tell any 32-bit number: 0 would refresh without end, and half a year is more than a timer can hold. */
const secondsLeast = 1;
const secondsMost = 86_400;

/** RFC 4028: what we ask for and what we put up with, in seconds. */
export interface SessionTimerSettings {
  /** At least `minSeconds`; 1800 is the RFC's recommendation (§4). */
  readonly intervalSeconds: number;
  /** At least 90 (§5). Tests may go below. */
  readonly minSeconds: number;
}

export const defaultSessionTimer: SessionTimerSettings = { intervalSeconds: 1800, minSeconds: 90 };

/** What both sides agreed on for a session. */
export interface SessionInterval {
  readonly seconds: number;
  readonly weRefresh: boolean;
}

/** The header fields of an INVITE or UPDATE of ours that asks for a session interval (§7.1). */
export function sessionTimerFields(seconds: number, minSeconds: number, weRefresh?: boolean): HeaderEntry[] {
  const refresher = weRefresh === undefined ? undefined : weRefresh ? 'uac' : 'uas';
  return [
    ['Session-Expires', formatSessionExpires({ intervalSeconds: seconds, refresher })],
    ['Min-SE', String(minSeconds)],
  ];
}

/** §7.2: what a 2xx to our request settled. Undefined: the session has no timer. */
export function intervalOfResponse(response: SipResponse): SessionInterval | undefined {
  const expires = sessionExpiresOf(response);
  if (expires === undefined) return undefined;
  return { seconds: expires.intervalSeconds, weRefresh: expires.refresher !== 'uas' };
}

/** §9: how we answer the interval of a request. */
export type IntervalAnswer =
  | { readonly type: 'too-small'; readonly fields: HeaderEntry[] }
  | { readonly type: 'none' }
  | { readonly type: 'agreed'; readonly interval: SessionInterval; readonly fields: HeaderEntry[] };

/**
 * Without a wish of the caller's we refresh. A caller that does not know the extension is left without a timer unless
 * a proxy asked for one; then the refreshing is ours.
 */
export function answerInterval(request: SipRequest, settings: SessionTimerSettings): IntervalAnswer {
  const asked = sessionExpiresOf(request);
  const knows = knowsExtension(request, 'timer');
  if (asked === undefined && !knows) return { type: 'none' };
  const askedSeconds = asked?.intervalSeconds ?? settings.intervalSeconds;
  if (knows && askedSeconds < settings.minSeconds)
    return { type: 'too-small', fields: [['Min-SE', String(settings.minSeconds)]] };
  const interval = {
    seconds: grantedSeconds(askedSeconds, minSeOf(request) ?? 0, settings),
    weRefresh: !knows || asked?.refresher !== 'uac',
  };
  return { type: 'agreed', interval, fields: intervalFields(interval, knows) };
}

/** §9: a caller that knows the extension is told so by Require. */
function intervalFields({ seconds, weRefresh }: SessionInterval, callerKnows: boolean): HeaderEntry[] {
  const refresher = weRefresh ? 'uas' : 'uac';
  const expires: HeaderEntry = [
    'Session-Expires',
    formatSessionExpires({ intervalSeconds: seconds, refresher }),
  ];
  return callerKnows ? [['Require', 'timer'], expires] : [expires];
}

/** We may shorten what was asked, but not below the caller's Min-SE or our own. */
function grantedSeconds(askedSeconds: number, minSeconds: number, settings: SessionTimerSettings): number {
  return Math.max(settings.minSeconds, minSeconds, Math.min(askedSeconds, settings.intervalSeconds));
}

/** §6: the interval to ask for after a 422, or undefined where the answer names none. */
export function raisedInterval(response: SipMessage, asked: number): number | undefined {
  const minimum = minSeOf(response);
  return minimum === undefined || minimum <= asked || minimum > secondsMost ? undefined : minimum;
}

/**
 * §10: asks for a refresh at half of the interval where that is ours to do, and gives the session up shortly before the interval
 * ends: by 32 s or a third of it, whichever is less.
 */
export class SessionTimer {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #refresh: () => void;
  readonly #expire: () => void;
  #timers: Timer[] = [];

  constructor(clock: Pick<Clock, 'after'>, actions: { refresh: () => void; expire: () => void }) {
    this.#clock = clock;
    this.#refresh = actions.refresh;
    this.#expire = actions.expire;
  }

  /** Begins anew, as each refresh does; undefined ends the timing. What no RFC allows is brought within bounds. */
  start(interval: SessionInterval | undefined): void {
    this.stop();
    if (interval === undefined) return;
    const intervalMs = Math.min(Math.max(interval.seconds, secondsLeast), secondsMost) * 1000;
    const expiryMs = intervalMs - Math.min(32_000, intervalMs / 3);
    this.#timers.push(this.#clock.after(expiryMs, this.#expire));
    if (interval.weRefresh) this.#timers.push(this.#clock.after(intervalMs / 2, this.#refresh));
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }
}
