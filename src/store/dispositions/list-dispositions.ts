import type { Scope } from '../database.ts';
import {
  Conditions,
  containsPattern,
  listPage,
  searchPage,
  type ListPage,
  type ListWindow,
} from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import {
  countDispositions,
  findMatchingNames,
  type CountedDispositionFilters,
  type MatchingNames,
} from './disposition-counts.ts';
import { dispositionColumns, type DispositionRow } from './dispositions.ts';

export interface DispositionFilters extends CountedDispositionFilters {
  readonly batchId?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** Inclusive. */
  readonly scheduledAtFrom?: Date | undefined;
  /** Inclusive. */
  readonly scheduledAtTo?: Date | undefined;
  /** Text anywhere in number, disposition, agent's name or notes, ignoring case. */
  readonly search?: string | undefined;
}

/** Returns one page and the number of matches. The number is exact, except for a search with more than 10,000 matches: then it is 10,000. */
export async function listDispositions(
  scope: Scope,
  filters: DispositionFilters & ListWindow,
): Promise<ListPage<DispositionRow>> {
  const { search } = filters;
  if (search !== undefined) return scope.transaction((tx) => searchDispositions(tx, filters, search));
  const total = isCounted(filters) ? await countDispositions(scope, filters) : undefined;
  return listPage(scope, { ...source, conditions: conditionsOf(filters), total }, filters);
}

const source = { table: 'dispositions', columns: dispositionColumns };

/** Returns whether counters support these filters. Dispositions of a batch, number or time range are counted row by row. */
const isCounted = ({
  batchId,
  phoneNumber,
  scheduledAtFrom,
  scheduledAtTo,
  createdAtFrom,
  createdAtTo,
}: DispositionFilters & ListWindow): boolean =>
  [batchId, phoneNumber, scheduledAtFrom, scheduledAtTo, createdAtFrom, createdAtTo].every(
    (value) => value === undefined,
  );

const conditionsOf = (filters: DispositionFilters): Conditions =>
  new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('phone_number = ?', filters.phoneNumber)
    .add('batch_id = ?', filters.batchId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('disposition = ?', filters.disposition)
    .add('attempt = ?', filters.attempt)
    .add('scheduled_at >= ?', filters.scheduledAtFrom)
    .add('scheduled_at <= ?', filters.scheduledAtTo);

async function searchDispositions(
  tx: Queryable,
  filters: DispositionFilters & ListWindow,
  search: string,
): Promise<ListPage<DispositionRow>> {
  const pattern = containsPattern(search)!;
  const names = await findMatchingNames(tx, filters.workspaceId, pattern);
  return searchPage(
    tx,
    { ...source, conditions: () => addText(conditionsOf(filters), pattern, names) },
    filters,
  );
}

/** Adds the condition of matching rows. PostgreSQL checks trigram matches again, so the likelier column comes first and the other is rarely read. */
function addText(
  conditions: Conditions,
  pattern: string,
  { dispositions, agentNames }: MatchingNames,
): Conditions {
  const text = conditions.parameter(pattern);
  const byText = [`phone_number ilike ${text}`, `notes ilike ${text}`];
  const isNumber = /^%[+0-9]*%$/.test(pattern);
  const alternatives = isNumber ? byText : byText.toReversed();
  if (dispositions.length > 0) alternatives.push(`disposition = any(${conditions.parameter(dispositions)})`);
  if (agentNames.length > 0) alternatives.push(`agent_name = any(${conditions.parameter(agentNames)})`);
  return conditions.addAll(`(${alternatives.join(' or ')})`, []);
}
