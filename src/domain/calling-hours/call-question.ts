import type { NumberZones } from '../../core/number-zones.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import type { CallingWindow } from '../batches/batch.ts';
import { isBoundByHours, type CallQuestion } from './decide.ts';

/** Who would be called, and when, as far as it is told. */
export interface AskedCall {
  /** E.164. */
  readonly number: string;
  /** IANA; as the customer's own record has it. */
  readonly customerZone: string | undefined;
  /** Unix ms. */
  readonly nowMs: number;
  /** Of the batch, within what the law allows. */
  readonly window: CallingWindow | null;
  /** Whether the workspace is held to the calling hours of the law. */
  readonly callingHours: 'law' | 'off';
  /** The workspace's own. */
  readonly workspaceHours: CallingWindow | null;
  /** When this number was called in the last 30 days (Unix ms), where a rule counts that. */
  readonly earlierCallsMs?: readonly number[] | undefined;
}

export interface ZoneKnowledge {
  readonly zones: NumberZones;
  /** IANA: stands for the zone of numbers whose zone is not known. Left out: they are not called. */
  readonly zoneWhenUnknown?: string | undefined;
}

/** The same with what the number tells of its country and its zones. */
export function questionAbout(asked: AskedCall, { zones, zoneWhenUnknown }: ZoneKnowledge): CallQuestion {
  const { number, customerZone, nowMs, window, workspaceHours, callingHours, earlierCallsMs } = asked;
  const parsed = parsePhoneNumber(number);
  return {
    number,
    country: parsed?.country,
    candidateZones: parsed === undefined ? [] : zones.find(parsed),
    customerZone,
    nowMs,
    zoneWhenUnknown,
    callingHours: isBoundByHours(number) ? callingHours : 'off',
    ...(window === null ? {} : { window }),
    ...(workspaceHours === null ? {} : { workspaceHours }),
    ...(earlierCallsMs === undefined ? {} : { earlierCallsMs }),
  };
}
