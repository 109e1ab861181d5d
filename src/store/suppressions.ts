import { newId } from '../core/ids.ts';
import type { MessageChannel } from '../domain/conversations/recipient.ts';
import { erased } from '../domain/erasure.ts';
import { type SuppressionChannel, suppressionChannels } from '../domain/conversations/suppression.ts';
import { optOutConversations } from './conversations/conversations.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from './listing.ts';
import { type Queryable, type Statement, withoutNul } from './queryable.ts';

export interface SuppressionRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly channel: SuppressionChannel;
  /** E.164, or an email address in lower case; a hash after the erasure of the person. */
  readonly address: string;
  readonly reason: string;
  readonly callId: string | null;
  /** The user or key that added the suppression; null if a call or a message caused it. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

export const suppressionColumns = `id, workspace_id as "workspaceId", channel, address, reason, call_id as "callId",
  created_by as "createdBy", created_at as "createdAt"`;

/**
 * Returns the SQL condition that an address is suppressed. The arguments are SQL expressions. After the erasure of a person, the suppression
 * has a hash in place of the address; hashes are computed only in workspaces that have some.
 */
export function suppressedSql(channel: string, address: string, workspace = '$1'): string {
  const ofChannel = `select from suppressions where suppressions.workspace_id = ${workspace} and suppressions.channel = ${channel}`;
  return `(exists (${ofChannel} and suppressions.address = ${address})
    or (exists (${ofChannel} and suppressions.address >= 'hmac-' and suppressions.address < 'hmac.')
      and exists (${ofChannel} and suppressions.address = any(parley_address_hashes(${address})))))`;
}

/** SQL: the stored forms of the address in $3. */
const storedForms = `any(array[$3::text] || parley_address_hashes($3))`;

/** Returns whether the address of a suppression is a hash. */
export const isHashedAddress = (address: string): boolean => address.startsWith('hmac-');

const isSuppressedStatement: Statement = {
  name: 'is_suppressed',
  text: `select ${suppressedSql('$2', '$3')} as suppressed`,
};

/** Returns whether an address is suppressed on a channel. */
export async function isSuppressed(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    readonly channel: 'voice' | 'sms' | 'email';
    readonly address: string;
  },
): Promise<boolean> {
  const row = await db.row<{ suppressed: boolean }>(isSuppressedStatement, [
    query.workspaceId,
    query.channel,
    query.address,
  ]);
  return row!.suppressed;
}

const byId: Statement = {
  name: 'find_suppression',
  text: `select ${suppressionColumns} from suppressions where workspace_id = $1 and id = $2`,
};

const ofAddress: Statement = {
  name: 'find_suppressions_of_address',
  text: `select ${suppressionColumns} from suppressions where workspace_id = $1 and channel = any($2) and address = ${storedForms}
    order by channel desc`,
};

export function findSuppression(
  db: Queryable,
  { workspaceId, suppressionId }: { readonly workspaceId: string; readonly suppressionId: string },
): Promise<SuppressionRow | undefined> {
  return db.row<SuppressionRow>(byId, [workspaceId, suppressionId]);
}

/** Returns the suppressions of an address on these channels, in the order voice, sms, email. */
export function findSuppressionsOf(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    readonly channels: readonly SuppressionChannel[];
    readonly address: string;
  },
): Promise<SuppressionRow[]> {
  return db.rows<SuppressionRow>(ofAddress, [query.workspaceId, query.channels, query.address]);
}

const countSuppressionsStatement: Statement = {
  name: 'count_suppressions',
  text: `select coalesce(sum(count), 0)::float8 as total from suppression_counts
    where workspace_id = $1 and channel = coalesce($2, channel)`,
};

/** Returns the number of suppressions of a workspace from its counters, on one channel or on all. */
export async function countSuppressions(
  db: Queryable,
  query: { readonly workspaceId: string; readonly channel?: SuppressionChannel | undefined },
): Promise<number> {
  const row = await db.row<{ total: number }>(countSuppressionsStatement, [query.workspaceId, query.channel]);
  return row!.total;
}

export interface SuppressionFilters {
  readonly workspaceId: string;
  readonly channel?: SuppressionChannel | undefined;
  /** E.164, or an email address in lower case. */
  readonly address?: string | undefined;
  /** Prefix of the address, as stored. */
  readonly search?: string | undefined;
}

/** Character that sorts after all characters of addresses. */
const lastCharacter = '\u{10FFFF}';

/** Lists one page with the exact total, which comes from the counters unless the list is filtered by address or date. */
export async function listSuppressions(
  db: Queryable,
  { workspaceId, channel, address, search, ...window }: SuppressionFilters & ListWindow,
): Promise<ListPage<SuppressionRow>> {
  const byAddress = address !== undefined || search !== undefined;
  const byDate = window.createdAtFrom !== undefined || window.createdAtTo !== undefined;
  const total = byAddress || byDate ? undefined : await countSuppressions(db, { workspaceId, channel });
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('channel = ?', channel)
    // Names all channels, since the index on addresses begins with the channel.
    .add('channel = any(?)', channel === undefined && byAddress ? suppressionChannels : undefined)
    .add('address = any(array[?::text] || parley_address_hashes(?))', address)
    .add('address >= ?', search)
    .add('address < ?', search && `${search}${lastCharacter}`);
  return listPage(db, { table: 'suppressions', columns: suppressionColumns, conditions, total }, window);
}

export interface NewSuppression {
  readonly workspaceId: string;
  readonly channel: 'voice' | 'sms' | 'email';
  /** E.164, or an email address in lower case; a hash after the erasure of the person. */
  readonly address: string;
  readonly reason: string;
  readonly callId?: string | undefined;
  readonly at: Date;
}

const addSuppressionStatement: Statement = {
  name: 'add_suppression',
  text: `insert into suppressions (workspace_id, channel, address, reason, call_id, created_at)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
};

/** Adds a suppression. Returns false, and changes nothing, if the address is already suppressed. */
export async function addSuppression(db: Queryable, suppression: NewSuppression): Promise<boolean> {
  const added = await db.execute(addSuppressionStatement, [
    suppression.workspaceId,
    suppression.channel,
    suppression.address,
    withoutNul(suppression.reason),
    suppression.callId,
    suppression.at,
  ]);
  return added > 0;
}

export interface SuppressedAddress {
  readonly channel: SuppressionChannel;
  /** E.164, or an email address in lower case. */
  readonly address: string;
  readonly reason: string;
}

export interface NewSuppressions {
  readonly workspaceId: string;
  /** Any number of addresses, possibly with duplicates. */
  readonly entries: readonly SuppressedAddress[];
  /** The user or key that adds them; null for a message or a carrier. */
  readonly createdBy: string | null;
  readonly at: Date;
}

/**
 * Inserts in the order of the index, so that concurrent statements with the same addresses do not deadlock.
 */
const addSuppressionsStatement: Statement = {
  name: 'add_suppressions',
  text: `insert into suppressions (workspace_id, id, channel, address, reason, created_by, created_at)
    select $1, id, channel, address, reason, $6, $7 from unnest($2::text[], $3::text[], $4::text[], $5::text[])
      as entry (id, channel, address, reason)
    order by channel collate "C", address collate "C"
    on conflict (workspace_id, channel, address) do nothing
    returning channel, address`,
};

/**
 * Adds suppressions and publishes events for the conversations that they opt out. Returns the number of new suppressions;
 * existing ones are unchanged.
 */
export async function addSuppressions(
  tx: Queryable,
  { workspaceId, entries, createdBy, at }: NewSuppressions,
): Promise<number> {
  const added = await tx.rows<{ channel: SuppressionChannel; address: string }>(addSuppressionsStatement, [
    workspaceId,
    entries.map(() => newId('suppression')),
    entries.map(({ channel }) => channel),
    entries.map(({ address }) => address),
    entries.map(({ reason }) => withoutNul(reason)),
    createdBy,
    at,
  ]);
  const suppressed = added.filter(({ channel }) => channel !== 'voice');
  if (suppressed.length > 0) await optOutConversations(tx, { workspaceId, suppressed, at });
  return added.length;
}

const removeSuppressionStatement: Statement = {
  name: 'remove_suppression',
  text: `delete from suppressions where workspace_id = $1 and id = $2 returning ${suppressionColumns}`,
};

/** Removes a suppression and returns it, or undefined if it does not exist. */
export function removeSuppression(
  db: Queryable,
  { workspaceId, suppressionId }: { readonly workspaceId: string; readonly suppressionId: string },
): Promise<SuppressionRow | undefined> {
  return db.row<SuppressionRow>(removeSuppressionStatement, [workspaceId, suppressionId]);
}

const removeOptOutsStatement: Statement = {
  name: 'remove_opt_outs',
  text: `with removed as (
      delete from suppressions where workspace_id = $1 and channel = $2 and address = ${storedForms} and created_by is null returning address)
    select (select count(*)::int from removed) as removed,
      exists (select from suppressions where workspace_id = $1 and channel = $2 and address = ${storedForms} and created_by is not null) as "isSuppressed"`,
};

/**
 * Removes the suppression of an address that a message or a call of the customer caused. A suppression by a user or an import remains: `isSuppressed` is
 * then true.
 */
export async function removeOptOuts(
  tx: Queryable,
  query: { readonly workspaceId: string; readonly channel: MessageChannel; readonly address: string },
): Promise<{ readonly removed: number; readonly isSuppressed: boolean }> {
  const { workspaceId, channel, address } = query;
  return (await tx.row(removeOptOutsStatement, [workspaceId, channel, address]))!;
}

/** The suppression stays in one form only: a channel that has the hash already loses the address. */
const hashStatement: Statement = {
  name: 'hash_suppressions',
  text: `with hash as materialized (select (parley_address_hashes($2))[1] as value),
    repeated as (
      delete from suppressions using hash where workspace_id = $1 and address = $2 and exists (
        select from suppressions hashed where hashed.workspace_id = $1 and hashed.channel = suppressions.channel and hashed.address = hash.value)
      returning suppressions.id)
    update suppressions set address = hash.value, reason = '${erased}' from hash
    where workspace_id = $1 and address = $2 and id not in (select id from repeated)`,
};

/** Replaces an address in suppressions by its hash, so that they stay effective. Returns their number. */
export function hashSuppressions(
  tx: Queryable,
  { workspaceId, address }: { readonly workspaceId: string; readonly address: string },
): Promise<number> {
  return tx.execute(hashStatement, [workspaceId, address]);
}
