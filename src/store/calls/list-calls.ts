import type { Analysis } from '../../domain/analysis.ts';
import type { CallCost } from '../../domain/call.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { Scope } from '../database.ts';
import {
  Conditions,
  containsPattern,
  listPage,
  searchPage,
  type ListPage,
  type ListWindow,
} from '../listing.ts';
import { countCalls } from './call-counts.ts';
import { callColumns, type CallRow } from './calls.ts';

export interface CallFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly flowId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly status?: string | undefined;
  readonly endReason?: string | undefined;
  /** Caller or callee, in E.164. */
  readonly phoneNumber?: string | undefined;
  readonly direction?: string | undefined;
  /** A part of the number of the customer. */
  readonly search?: string | undefined;
}

/** Returns one page and the number of matches; for a search at most `maxCountedMatches`. */
export async function listCalls(scope: Scope, filters: CallFilters & ListWindow): Promise<ListPage<CallRow>> {
  const { search } = filters;
  if (search !== undefined)
    return scope.transaction((tx) =>
      searchPage(tx, { ...source, conditions: () => conditionsOf(filters) }, filters),
    );
  const total = isCounted(filters) ? await countCalls(scope, filters) : undefined;
  return listPage(scope, { ...source, conditions: conditionsOf(filters), total }, filters);
}

/** A call with its results. */
export interface CallResultRow extends CallRow {
  readonly analysis: Analysis | null;
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly costs: readonly CallCost[];
  /** The customer's last intelligible utterance. */
  readonly lastUtterance: string | null;
}

const resultColumns = `${callColumns}, analysis, variables, costs,
  (select content from transcript_entries entry
    where entry.workspace_id = calls.workspace_id and entry.call_id = calls.id and role = 'customer' and content <> '[unintelligible]'
    order by sequence desc limit 1) as "lastUtterance"`;

/** Calls per statement of an export. */
const callsPerRead = 500;

/**
 * Yields all matching calls, newest first, in chunks, at the speed of the consumer. Reads the calls once, regardless of the filters. The chunks
 * are separate statements: a call that is deleted or changed meanwhile is read as it is then.
 */
export async function* eachCall(
  db: Scope,
  filters: CallFilters & Pick<ListWindow, 'createdAtFrom' | 'createdAtTo'>,
): AsyncGenerator<CallResultRow[]> {
  const { createdAtFrom, createdAtTo } = filters;
  let after: ListWindow['after'];
  do {
    const page = await listPage<CallResultRow>(
      db,
      { table: 'calls', columns: resultColumns, conditions: conditionsOf(filters), total: Infinity },
      { limit: callsPerRead, after, createdAtFrom, createdAtTo },
    );
    if (page.rows.length > 0) yield page.rows;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

const source = { table: 'calls', columns: callColumns };

/** The number of the customer, exactly as in the index `calls_search`. */
const customerNumber = `(case direction when 'inbound' then from_number else to_number end)`;

const conditionsOf = (filters: CallFilters): Conditions =>
  new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('flow_id = ?', filters.flowId)
    .add('batch_id = ?', filters.batchId)
    .add('state = ?', filters.status)
    .add('end_reason = ?', filters.endReason)
    .add('(to_number = ? or from_number = ?)', filters.phoneNumber)
    .add('direction = ?', filters.direction)
    .add(`${customerNumber} ilike ?`, containsPattern(filters.search));

/** Returns whether counters support these filters. Calls of a flow, batch, number or time range are counted row by row. */
const isCounted = ({
  flowId,
  batchId,
  phoneNumber,
  createdAtFrom,
  createdAtTo,
}: CallFilters & ListWindow): boolean =>
  [flowId, batchId, phoneNumber, createdAtFrom, createdAtTo].every((value) => value === undefined);
