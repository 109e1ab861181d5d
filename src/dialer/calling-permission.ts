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
  /** `evidence`: by which rules, for the timeline of the call. */
  | { readonly allowed: true; readonly evidence: Readonly<Record<string, unknown>> }
  /** `nextAllowedAt` null: not within a year, or nobody knows; `detail` is a sentence for people. */
  | { readonly allowed: false; readonly nextAllowedAt: Date | null; readonly detail: string };

/** What decides whether calls to a number are counted. */
export type CountedCall = Pick<CallDetails, 'number' | 'customerRegion' | 'purpose' | 'consent'>;

/** Whether a person may be called at this time of day. */
export interface CallingPermission {
  /** Whether a rule for this call counts earlier ones to its number. */
  countsCalls(call: CountedCall): boolean;
  decide(question: CallDetails): Permission;
}

/** In plain words, with the names of the rules that forbid it. */
function refusalOf(
  asked: CallDetails,
  question: CallingHoursQuery,
  { reasons, nextAllowedAtMs }: CallingHoursDecision,
): string {
  if (reasons.some(({ why }) => why === 'zone'))
    return 'It may not be called: its time zone is not known. Give its row, or the customer of a callback, a timezone.';
  const own = ownHoursOf(asked);
  if (own.length === 0 || nextAllowedAtMs !== null)
    return `It may not be called at this time${citedIn(reasons)}.`;
  const cited = citedIn(reasons.filter(({ version }) => version !== ''));
  const laws = hasLegalHours(question) ? [`those that the law allows there${cited}`] : [];
  const hours = [...own, ...laws].join(' and ');
  const zones = calleeTimeZones(question);
  const where =
    zones.length < 2
      ? ''
      : ` in all the time zones that apply (${zones.join(', ')}); a timezone of the number in its row selects one`;
  return `It may never be called: within a year ${hours} have no time in common${where}.`;
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

/** By the law where the number is, the workspace's own hours, and the batch's window. No law binds calls to numbers of the test network. */
export class HoursOfLaw implements CallingPermission, CallingHoursPolicy {
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
