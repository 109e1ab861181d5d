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
  isLegalReason,
  isSubjectToCallingHours,
  calleeTimeZones,
  type CallingHoursDecision,
  type CallingHoursQuery,
  type BlockReason,
} from '../domain/calling-hours/check-calling-hours.ts';
import { evidenceOf } from '../domain/calling-hours/evidence.ts';

/** Decision whether a call is allowed now. */
export type Permission =
  /** `evidence`: the rules that allow the call, for its timeline. */
  | { readonly allowed: true; readonly evidence: Readonly<Record<string, unknown>> }
  /** `nextAllowedAt` null: no allowed time within a year, or none is known. `detail`: the reason, as shown to users. */
  | { readonly allowed: false; readonly nextAllowedAt: Date | null; readonly detail: string };

/** The details of a call that determine whether a rule limits how often its number is called. */
export type CallLimitDetails = Pick<CallDetails, 'number' | 'customerRegion' | 'purpose' | 'consent'>;

/** Decides whether a number may be called now. */
export interface CallingPermission {
  /** Returns whether a rule for this call counts earlier calls to its number. */
  countsEarlierCalls(call: CallLimitDetails): boolean;
  decide(call: CallDetails): Permission;
}

/** Returns the reason as shown to users, with the names of the rules that forbid the call. */
function rejectionOf(
  call: CallDetails,
  query: CallingHoursQuery,
  { reasons, nextAllowedAtMs }: CallingHoursDecision,
): string {
  if (reasons.some(({ kind }) => kind === 'zone'))
    return 'The number may not be called: its time zone is unknown. Set a timezone in its row, or for the customer of a callback.';
  const customHours = customHoursOf(call);
  if (customHours.length === 0 || nextAllowedAtMs !== null)
    return `The number may not be called at this time${citedIn(reasons)}.`;
  const cited = citedIn(reasons.filter(isLegalReason));
  const laws = hasLegalHours(query) ? [`the hours that the law allows at the number's location${cited}`] : [];
  const hours = [...customHours, ...laws].join(' and ');
  const zones = calleeTimeZones(query);
  const where =
    zones.length < 2
      ? ''
      : ` in all time zones that apply (${zones.join(', ')}); set a timezone in the row to select one`;
  return `The calling window never opens: within a year, ${hours} have no time in common${where}.`;
}

function citedIn(reasons: readonly BlockReason[]): string {
  return reasons.length === 0 ? '' : ` (${citationsOf(reasons)})`;
}

function customHoursOf({ window, workspaceHours }: CallDetails): string[] {
  const describe = (name: string, hours: CallingWindow | null): string[] => {
    const spans = hours?.windows.map(({ start, end }) => `${start}–${end}`).join(', ');
    return spans === undefined ? [] : [`the hours of the ${name} (${spans})`];
  };
  return [...describe('batch', window), ...describe('workspace', workspaceHours)];
}

/**
 * Applies the calling hours of the law at the number's location, of the workspace and of the batch. No law applies to
 * numbers of the test network.
 */
export class LegalCallingHours implements CallingPermission, CallingHoursPolicy {
  readonly #timeZoneSources: TimeZoneSources;

  constructor(timeZoneSources: TimeZoneSources) {
    this.#timeZoneSources = timeZoneSources;
  }

  countsEarlierCalls(call: CallLimitDetails): boolean {
    if (!isSubjectToCallingHours(call.number)) return false;
    const country = parsePhoneNumber(call.number)?.country;
    return hasCallLimit({ ...call, country, candidateZones: [], nowMs: 0 });
  }

  decide(call: CallDetails): Permission {
    const { number, window, workspaceHours } = call;
    if (!isSubjectToCallingHours(number) && window === null && workspaceHours === null)
      return { allowed: true, evidence: { rules: [] } };
    const query = callingHoursQuery(call, this.#timeZoneSources);
    const decision = checkCallingHours(query);
    if (decision.allowed) return { allowed: true, evidence: { ...evidenceOf(query, decision) } };
    const { nextAllowedAtMs } = decision;
    return {
      allowed: false,
      nextAllowedAt: nextAllowedAtMs === null ? null : new Date(nextAllowedAtMs),
      detail: rejectionOf(call, query, decision),
    };
  }

  nextAllowed({ callingWindow: workspaceHours, ...callee }: Callee, atMs: number): number | undefined {
    const permission = this.decide({ ...callee, consent: true, nowMs: atMs, window: null, workspaceHours });
    return permission.allowed ? atMs : permission.nextAllowedAt?.getTime();
  }
}
