import type { Clock, Timer } from '../core/clock.ts';
import { minSeOf, sessionExpiresOf, supportsExtension } from './header-fields.ts';
import type { HeaderEntry, SipMessage, SipRequest, SipResponse } from './message.ts';
import { formatSessionExpires } from './session-expires.ts';

/**
 * The interval in a response can be any 32-bit number of seconds, so it is limited to 1 s to one day. An interval of 0
 * would cause endless refreshes, and one above 24 days exceeds the range of a timer.
 */
const minIntervalSeconds = 1;
const maxIntervalSeconds = 86_400;

/** RFC 4028: the requested and the minimum accepted interval, in seconds. */
export interface SessionTimerSettings {
  /** At least `minSeconds`; 1800 is the RFC's recommendation (§4). */
  readonly intervalSeconds: number;
  /** At least 90 (§5). Tests can use less. */
  readonly minSeconds: number;
}

export const defaultSessionTimer: SessionTimerSettings = { intervalSeconds: 1800, minSeconds: 90 };

/** The negotiated interval of a session. */
export interface SessionInterval {
  readonly seconds: number;
  readonly weRefresh: boolean;
}

/** Returns the header fields of an INVITE or UPDATE that request a session interval (§7.1). */
export function sessionTimerFields(seconds: number, minSeconds: number, weRefresh?: boolean): HeaderEntry[] {
  const refresher = weRefresh === undefined ? undefined : weRefresh ? 'uac' : 'uas';
  return [
    ['Session-Expires', formatSessionExpires({ intervalSeconds: seconds, refresher })],
    ['Min-SE', String(minSeconds)],
  ];
}

/** Returns the interval in a 2xx to our request (§7.2). `undefined`: the session has no timer. */
export function intervalOfResponse(response: SipResponse): SessionInterval | undefined {
  const expires = sessionExpiresOf(response);
  if (expires === undefined) return undefined;
  return { seconds: expires.intervalSeconds, weRefresh: expires.refresher !== 'uas' };
}

/** The local answer to the interval of a request (§9). */
export type IntervalAnswer =
  | { readonly type: 'too-small'; readonly fields: HeaderEntry[] }
  | { readonly type: 'none' }
  | { readonly type: 'agreed'; readonly interval: SessionInterval; readonly fields: HeaderEntry[] };

/**
 * Answers the interval of a request. We refresh unless the caller has specified itself as the refresher. A caller
 * without the extension has no timer unless a proxy has requested one; then we refresh.
 */
export function answerInterval(request: SipRequest, settings: SessionTimerSettings): IntervalAnswer {
  const requested = sessionExpiresOf(request);
  const isSupported = supportsExtension(request, 'timer');
  if (requested === undefined && !isSupported) return { type: 'none' };
  const requestedSeconds = requested?.intervalSeconds ?? settings.intervalSeconds;
  if (isSupported && requestedSeconds < settings.minSeconds)
    return { type: 'too-small', fields: [['Min-SE', String(settings.minSeconds)]] };
  const interval = {
    seconds: grantedSeconds(requestedSeconds, minSeOf(request) ?? 0, settings),
    weRefresh: !isSupported || requested?.refresher !== 'uac',
  };
  return { type: 'agreed', interval, fields: intervalFields(interval, isSupported) };
}

/** §9: if the caller supports the extension, the response contains Require. */
function intervalFields({ seconds, weRefresh }: SessionInterval, isSupported: boolean): HeaderEntry[] {
  const refresher = weRefresh ? 'uas' : 'uac';
  const expires: HeaderEntry = [
    'Session-Expires',
    formatSessionExpires({ intervalSeconds: seconds, refresher }),
  ];
  return isSupported ? [['Require', 'timer'], expires] : [expires];
}

/** We can shorten the requested interval, but not below the caller's Min-SE or ours. */
function grantedSeconds(
  requestedSeconds: number,
  minSeconds: number,
  settings: SessionTimerSettings,
): number {
  return Math.max(settings.minSeconds, minSeconds, Math.min(requestedSeconds, settings.intervalSeconds));
}

/**
 * Returns the interval to request after a 422 (§6); `undefined` unless Min-SE is above `requested` and at most one day.
 */
export function raisedInterval(response: SipMessage, requested: number): number | undefined {
  const minimum = minSeOf(response);
  return minimum === undefined || minimum <= requested || minimum > maxIntervalSeconds ? undefined : minimum;
}

/**
 * Requests a refresh at half of the interval if we are the refresher (§10). Ends the session before the interval ends:
 * by 32 s or a third of the interval, whichever is less.
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

  /** Restarts the timer, as after each refresh; `undefined` stops the timer. Intervals are limited to one day. */
  start(interval: SessionInterval | undefined): void {
    this.stop();
    if (interval === undefined) return;
    const intervalMs = Math.min(Math.max(interval.seconds, minIntervalSeconds), maxIntervalSeconds) * 1000;
    const expiryMs = intervalMs - Math.min(32_000, intervalMs / 3);
    this.#timers.push(this.#clock.after(expiryMs, this.#expire));
    if (interval.weRefresh) this.#timers.push(this.#clock.after(intervalMs / 2, this.#refresh));
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }
}
