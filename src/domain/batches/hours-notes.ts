import { questionAbout, type AskedCall, type ZoneKnowledge } from '../calling-hours/call-question.ts';
import { contradictsNumber, decide, isBoundByHours, type CallQuestion } from '../calling-hours/decide.ts';
import type { NumberKind } from './number-kinds.ts';
import { addRows, noRows, type CountedRows } from './row-tally.ts';

/** Rows whose hours need a look. */
export interface OutsideHours extends Never {
  /** Their time zone contradicts their number: both bind. */
  readonly zoneElsewhere: CountedRows;
}

/** Rows that the calling hours keep from being called for good. */
interface Never {
  /** Nobody knows by which clocks their hours go. */
  readonly zoneUnknown: CountedRows;
  /** Within a year the hours of the batch, those of the workspace and those of the law there have none in common. */
  readonly neverOpen: CountedRows;
}

/** Whether the calling hours leave none of so many rows, suppressed ones included, as they are in the counts. */
export const isNobodyLeft = ({ zoneUnknown, neverOpen }: Never, rows: number): boolean =>
  zoneUnknown.rows + neverOpen.rows >= rows;

type Terms = Omit<AskedCall, 'number' | 'customerZone'>;

/** How many rows of a file can never be called, or have a zone that contradicts the number, by what their numbers and zones show. */
export function outsideHours(
  kinds: readonly NumberKind[],
  terms: Terms,
  knowledge: ZoneKnowledge,
): OutsideHours {
  const known = new Map<string, readonly (keyof OutsideHours)[]>();
  const found = { zoneUnknown: noRows, neverOpen: noRows, zoneElsewhere: noRows };
  for (const { number, customerZone, ...rows } of kinds) {
    const question = questionAbout({ ...terms, number, customerZone }, knowledge);
    const alike = JSON.stringify([
      isBoundByHours(number),
      question.country,
      question.candidateZones,
      question.isPlaceKnown,
      customerZone,
      number.slice(0, 5),
    ]);
    let notes = known.get(alike);
    if (notes === undefined) {
      notes = [...whyNever(question), ...(contradictsNumber(question) ? ['zoneElsewhere' as const] : [])];
      known.set(alike, notes);
    }
    for (const note of notes) found[note] = addRows(found[note], rows);
  }
  return found;
}

function whyNever(question: CallQuestion): (keyof Never)[] {
  const { nextAllowedAtMs, reasons } = decide(question);
  if (nextAllowedAtMs !== null) return [];
  return [reasons.some(({ why }) => why === 'zone') ? 'zoneUnknown' : 'neverOpen'];
}
