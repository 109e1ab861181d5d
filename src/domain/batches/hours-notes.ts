import { questionAbout, type AskedCall, type ZoneKnowledge } from '../calling-hours/call-question.ts';
import { decide, type CallQuestion } from '../calling-hours/decide.ts';
import type { NumberKind } from './number-kinds.ts';
import { addRows, noRows, type CountedRows } from './row-tally.ts';

/** Rows that the calling hours keep from being called for good. */
export interface OutsideHours {
  /** Nobody knows by which clocks their hours go. */
  readonly zoneUnknown: CountedRows;
  /** Within a year the hours of the batch, those of the workspace and those of the law there have none in common. */
  readonly neverOpen: CountedRows;
}

/** Whether the calling hours leave none of so many rows, suppressed ones included, as they are in the counts. */
export const isNobodyLeft = ({ zoneUnknown, neverOpen }: OutsideHours, rows: number): boolean =>
  zoneUnknown.rows + neverOpen.rows >= rows;

type Terms = Omit<AskedCall, 'number' | 'customerZone'>;

/** How many rows of a file can never be called, by what their numbers tell. */
export function outsideHours(
  kinds: readonly NumberKind[],
  terms: Terms,
  knowledge: ZoneKnowledge,
): OutsideHours {
  const known = new Map<string, keyof OutsideHours | null>();
  const found = { zoneUnknown: noRows, neverOpen: noRows };
  for (const { number, ...rows } of kinds) {
    const question = questionAbout({ ...terms, number, customerZone: undefined }, knowledge);
    const alike = JSON.stringify([
      question.callingHours,
      question.country,
      question.candidateZones,
      number.slice(0, 5),
    ]);
    let why = known.get(alike);
    if (why === undefined) {
      why = whyNever(question);
      known.set(alike, why);
    }
    if (why !== null) found[why] = addRows(found[why], rows);
  }
  return found;
}

function whyNever(question: CallQuestion): keyof OutsideHours | null {
  const { nextAllowedAtMs, reasons } = decide(question);
  if (nextAllowedAtMs !== null) return null;
  return reasons.some(({ why }) => why === 'zone') ? 'zoneUnknown' : 'neverOpen';
}
