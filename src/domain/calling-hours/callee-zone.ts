import { haveSameOffset } from './offset-period.ts';

/** By whose clocks somebody means "tomorrow at ten". */
export interface CalleeZone {
  /** IANA. */
  readonly zone: string;
  /** Nobody told it: the person may live by other clocks. */
  readonly isInferred: boolean;
}

export interface CalleeZoneQuery {
  /** IANA; the customer's own, where it is known. */
  readonly customerZone: string | undefined;
  /** IANA names of the zones in which the customer's number may be. */
  readonly candidateZones: readonly string[];
  /** IANA: of the agent or the workspace. */
  readonly defaultZone: string;
  /** Unix ms. */
  readonly nowMs: number;
}

/** For so long the candidates must show the same: most callbacks are sooner. */
const sameForMs = 14 * 86_400_000;

/**
 * The customer's own zone; else that of their number, where all zones in which it may be have the same clock now and for the next two weeks;
 * else that of the agent or the workspace. Throws `RangeError` for an unknown zone.
 */
export function calleeZone(question: CalleeZoneQuery): CalleeZone {
  const { customerZone, candidateZones, defaultZone, nowMs } = question;
  if (customerZone !== undefined) return { zone: customerZone, isInferred: false };
  const [first, ...others] = candidateZones;
  const isOneClock =
    first !== undefined && others.every((other) => haveSameOffset(first, other, nowMs, nowMs + sameForMs));
  return { zone: isOneClock ? foremost(candidateZones) : defaultZone, isInferred: true };
}

/** Places that keep the time of a neighbour and share its numbers, though few live there. */
const small: ReadonlySet<string> = new Set([
  'Arctic/Longyearbyen',
  'Europe/Busingen',
  'Europe/Guernsey',
  'Europe/Isle_of_Man',
  'Europe/Jersey',
  'Europe/Mariehamn',
  'Europe/Vatican',
]);

/** A British mobile phone may be in Guernsey; its time is called London time all the same. */
const foremost = (zones: readonly string[]): string => zones.find((zone) => !small.has(zone)) ?? zones[0]!;
