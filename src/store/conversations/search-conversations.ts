import type { Scope } from '../database.ts';
import {
  Conditions,
  containsPattern,
  type ListCursor,
  type ListPage,
  type ListWindow,
  type SortColumn,
} from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversations.ts';
import { addConditions, type ConversationFilters, type ConversationOrder } from './list-conversations.ts';

/** Matches up to this number are counted. */
export const countedMatches = 100;
/** Conversations in which the frequency of a text is measured. */
const sampleSize = 500;
/** A text is searched by a scan of the newest conversations if more than this share of the sample matches, otherwise by the indexes. */
const commonShare = 0.04;
/** Factor of the conversations to scan, since the text may be rarer among older conversations. */
const scanFactor = 1.5;

interface Search {
  readonly filters: ConversationFilters;
  /** For ILIKE. */
  readonly pattern: string;
  /** Flows whose name contains the text. */
  readonly flowIds: readonly string[];
  readonly sort: SortColumn;
}

/**
 * Returns one page of the conversations that contain `text` in a message, in the recipient or in the name of the flow, sorted by `sort`. The total is exact up
 * to 100 matches; above, it is a lower bound. A frequent text is found by a scan of the newest conversations, a rare one by the trigram indexes.
 */
export function searchConversations(
  scope: Scope,
  text: string,
  {
    limit,
    page = 1,
    after,
    createdAtFrom,
    createdAtTo,
    sort = 'created_at',
    ...filters
  }: ConversationFilters & ConversationOrder & ListWindow,
): Promise<ListPage<ConversationRow>> {
  const pattern = containsPattern(text)!;
  return scope.transaction(async (tx) => {
    for (const setting of plannerSettings) await tx.write(setting);
    const flowIds = await findFlowIds(tx, filters.workspaceId, pattern);
    const search = { filters, pattern, flowIds, sort };
    const dates = { createdAtFrom, createdAtTo };
    const skip = after === undefined ? (page - 1) * limit : 0;
    const found = await findMatches(tx, search, {
      ...dates,
      after,
      take: Math.max(skip + limit, countedMatches) + 1,
    });
    // The total is the same on every page, so it ignores the cursor.
    const all =
      after === undefined ? found : await findMatches(tx, search, { ...dates, take: countedMatches + 1 });
    const shown = found.slice(skip, skip + limit);
    const last = shown.at(-1);
    return {
      rows: await readRows(tx, filters.workspaceId, shown, sort),
      total: all.length,
      next: last !== undefined && found.length > skip + limit ? last : null,
    };
  });
}

/**
 * `work_mem` avoids a lossy bitmap scan, which rechecks each row of a disk page. The joins are by the primary key: the estimate of the matches of a text is
 * often too high, and PostgreSQL would then read all conversations for a hash join.
 */
const plannerSettings: readonly Statement[] = [
  { text: `set local work_mem = '32MB'` },
  { text: 'set local enable_hashjoin = off' },
  { text: 'set local enable_mergejoin = off' },
];

async function findFlowIds(tx: Queryable, workspaceId: string, pattern: string): Promise<string[]> {
  const statement = {
    name: 'find_flows_by_name',
    text: 'select id from flows where workspace_id = $1 and name ilike $2',
  };
  return (await tx.rows<{ id: string }>(statement, [workspaceId, pattern])).map(({ id }) => id);
}

interface MatchWindow extends Pick<ListWindow, 'after' | 'createdAtFrom' | 'createdAtTo'> {
  readonly take: number;
}

async function findMatches(tx: Queryable, search: Search, window: MatchWindow): Promise<ListCursor[]> {
  const sample = await scanNewest(tx, search, window, sampleSize);
  const isComplete = sample.scanned < sampleSize || sample.rows.length >= window.take;
  if (isComplete) return sample.rows;
  const share = sample.rows.length / sampleSize;
  if (share <= commonShare) return findByIndex(tx, search, window);
  const size = Math.ceil((window.take / share) * scanFactor);
  const scan = await scanNewest(tx, search, window, size);
  const isFound = scan.scanned < size || scan.rows.length >= window.take;
  return isFound ? scan.rows : findByIndex(tx, search, window);
}

/** Returns the conditions of the filters and the window on the table `conversations`. */
function windowConditions(values: Conditions, { filters, sort }: Search, window: MatchWindow): Conditions {
  const conditions = addConditions(values.part(), filters)
    .add('conversations.created_at >= ?', window.createdAtFrom)
    .add('conversations.created_at <= ?', window.createdAtTo);
  if (window.after !== undefined)
    conditions.addAll(`(conversations.${sort}, conversations.id) < (?::timestamptz, ?)`, [
      window.after.createdAt,
      window.after.id,
    ]);
  return conditions;
}

/**
 * Scans the newest conversations, at most `size`. The scalar subquery reads the messages of one conversation at a time; `content || ''` keeps it from using
 * the trigram index, which would read all matches for each conversation.
 */
async function scanNewest(
  tx: Queryable,
  search: Search,
  window: MatchWindow,
  size: number,
): Promise<{ readonly rows: ListCursor[]; readonly scanned: number }> {
  const values = new Conditions();
  const conditions = windowConditions(values, search, window);
  const pattern = values.parameter(search.pattern);
  const text = `with scanned as materialized (
      select id, ${search.sort}, (recipient ilike ${pattern} or flow_id = any(${values.parameter(search.flowIds)})
          or coalesce((select true from messages where messages.workspace_id = $1
            and messages.conversation_id = conversations.id and content || '' ilike ${pattern} limit 1), false)) as matches
      from conversations where ${conditions.toString()} order by ${search.sort} desc, id desc limit ${values.parameter(size)})
    select (select count(*) from scanned)::float8 as scanned, row.* from (select) as one left join (
      select id, ${search.sort} as "createdAt" from scanned where matches
      order by ${search.sort} desc, id desc limit ${values.parameter(window.take)}) as row on true
    order by "createdAt" desc, id desc`;
  const rows = await tx.rows<ListCursor & { scanned: number }>({ text }, values.values);
  const found = rows.filter(({ id }) => id !== null).map(({ id, createdAt }) => ({ id, createdAt }));
  return { rows: found, scanned: rows[0]!.scanned };
}

/** Materialized, so that PostgreSQL plans for all matches. If it planned for the few rows of the page, it would scan the newest conversations. */
function findByIndex(tx: Queryable, search: Search, window: MatchWindow): Promise<ListCursor[]> {
  const values = new Conditions();
  const conditions = windowConditions(values, search, window);
  const pattern = values.parameter(search.pattern);
  const take = values.parameter(window.take);
  const text = `with found as materialized (
      select conversation_id as id from messages where workspace_id = $1 and content ilike ${pattern}
      union select id from conversations where workspace_id = $1 and recipient ilike ${pattern}
      union select newest.id from unnest(${values.parameter(search.flowIds)}::text[]) as flow (flow_id) cross join lateral (
        select id from conversations where ${conditions.toString()} and conversations.flow_id = flow.flow_id
        order by conversations.${search.sort} desc, conversations.id desc limit ${take}) as newest)
    select conversations.id, conversations.${search.sort} as "createdAt" from found join conversations using (id)
    where ${conditions.toString()}
    order by conversations.${search.sort} desc, conversations.id desc limit ${take}`;
  return tx.rows<ListCursor>({ text }, values.values);
}

async function readRows(
  tx: Queryable,
  workspaceId: string,
  shown: readonly ListCursor[],
  sort: SortColumn,
): Promise<ConversationRow[]> {
  if (shown.length === 0) return [];
  const statement = {
    name: `read_found_conversations_${sort}`,
    text: `select ${conversationColumns} from conversations where workspace_id = $1 and id = any($2)
      order by ${sort} desc, id desc`,
  };
  return tx.rows<ConversationRow>(statement, [workspaceId, shown.map(({ id }) => id)]);
}
