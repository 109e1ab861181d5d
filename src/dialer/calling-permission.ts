import type { CallingHoursPolicy, Callee } from '../calls/callee-time-resolver.ts';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import type { CallingWindow } from '../domain/calling-hours/calling-window.ts';
import {
  callingHoursQuery,
  type CallDetails,
  type TimeZoneSources,
} from '../domain/calling-hours/calling-hours-query.ts';
import {
  citationsOf,
  hasCallLimit,
  checkCallingHours,
  hasLegalHours,
  isSubjectToCallingHours,
  calleeTimeZones,
  type CallingHoursDecision,
  type CallingHoursQuery,
  type BlockReason,
} from '../domain/calling-hours/check-calling-hours.ts';
import { evidenceOf } from '../domain/calling-hours/evidence.ts';

export type Permission =
  /** `evidence`: the rules that allow the call, for its timeline. */
  | { readonly allowed: true; readonly evidence: Readonly<Record<string, unknown>> }
  /** `nextAllowedAt` null: not within a year, or unknown. `detail` is a message for people. */
  | { readonly allowed: false; readonly nextAllowedAt: Date | null; readonly detail: string };

/** The part of a call that decides whether earlier calls to its number count. */
export type CountedCall = Pick<CallDetails, 'number' | 'customerRegion' | 'purpose' | 'consent'>;

/** Decides whether a number may be called at this time of day. */
export interface CallingPermission {
  /** Returns whether a rule for this call counts earlier calls to its number. */
  countsCalls(call: CountedCall): boolean;
  decide(question: CallDetails): Permission;
}

/** Returns the message for people, with the names of the rules that forbid the call. */
function refusalOf(
  asked: CallDetails,
  question: CallingHoursQuery,
  { reasons, nextAllowedAtMs }: CallingHoursDecision,
): string {
  if (reasons.some(({ why }) => why === 'zone'))
    return 'The number may not be called: its time zone is unknown. Set a timezone in its row, or for the customer of a callback.';
  const own = ownHoursOf(asked);
  if (own.length === 0 || nextAllowedAtMs !== null)
    return `The number may not be called at this time${citedIn(reasons)}.`;
  const cited = citedIn(reasons.filter(({ version }) => version !== ''));
  const laws = hasLegalHours(question) ? [`the hours that the law allows there${cited}`] : [];
  const hours = [...own, ...laws].join(' and ');
  const zones = calleeTimeZones(question);
  const where =
    zones.length < 2
      ? ''
      : ` in all time zones that apply (${zones.join(', ')}); set a timezone in the row to select one`;
  return `The calling window never opens: within a year, ${hours} have no time in common${where}.`;
}

function citedIn(reasons: readonly BlockReason[]): string {
  return reasons.length === 0 ? '' : ` (${citationsOf(reasons)})`;
}

function ownHoursOf({ window, workspaceHours }: CallDetails): string[] {
  const named = (name: string, hours: CallingWindow | null): string[] => {
    const spans = hours?.windows.map(({ start, end }) => `${start}–${end}`).join(', ');
    return spans === undefined ? [] : [`the hours of the ${name} (${spans})`];
  };
  return [...named('batch', window), ...named('workspace', workspaceHours)];
}

/**
 * Applies the calling hours of the law at the number's location, of the workspace and of the batch. No law applies to
 * numbers of the test network.
 */
export class LegalCallingHours implements CallingPermission, CallingHoursPolicy {
  readonly #knowledge: TimeZoneSources;

  constructor(knowledge: TimeZoneSources) {
    this.#knowledge = knowledge;
  }

  countsCalls(call: CountedCall): boolean {
    if (!isSubjectToCallingHours(call.number)) return false;
    const country = parsePhoneNumber(call.number)?.country;
    return hasCallLimit({ ...call, country, candidateZones: [], nowMs: 0 });
  }

  decide(question: CallDetails): Permission {
    const { number, window, workspaceHours } = question;
    if (!isSubjectToCallingHours(number) && window === null && workspaceHours === null)
      return { allowed: true, evidence: { rules: [] } };
    const asked = callingHoursQuery(question, this.#knowledge);
    const decision = checkCallingHours(asked);
    if (decision.allowed) return { allowed: true, evidence: { ...evidenceOf(asked, decision) } };
    const { nextAllowedAtMs } = decision;
    return {
      allowed: false,
      nextAllowedAt: nextAllowedAtMs === null ? null : new Date(nextAllowedAtMs),
      detail: refusalOf(question, asked, decision),
    };
  }

  nextAllowed({ callingWindow: workspaceHours, ...callee }: Callee, atMs: number): number | undefined {
    const permission = this.decide({ ...callee, consent: true, nowMs: atMs, window: null, workspaceHours });
    return permission.allowed ? atMs : permission.nextAllowedAt?.getTime();
  }
}
