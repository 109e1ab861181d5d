import type { Queryable, Statement } from '../queryable.ts';

interface MessagePlace {
  readonly carrier: string;
  readonly messageKey: string;
}

/** A part of an inbound message of a carrier. */
interface InboundPart extends MessagePlace {
  readonly number: number;
  readonly total: number;
  readonly content: Uint8Array;
  readonly at: Date;
}

/** A stored part of a message that was not delivered yet. */
interface OpenPartRow {
  readonly id: number;
  readonly number: number;
  readonly content: Buffer;
}

/** The stored state after a part was added. `conflict`: the part was not stored, because its place has a different part that was not delivered. */
type AddedInboundPart =
  | { readonly state: 'incomplete'; readonly open: { readonly parts: number; readonly octets: number } }
  | { readonly state: 'complete' | 'conflict'; readonly parts: readonly OpenPartRow[] }
  | { readonly state: 'repeated' };

const lock: Statement = {
  name: 'lock_inbound_parts',
  text: `select pg_advisory_xact_lock(hashtextextended('inbound parts ' || $1 || ' ' || $2, 0))`,
};

const find: Statement = {
  name: 'find_inbound_part',
  text: `select delivered_at is not null as "isDelivered",
      content = case when delivered_at is null then $4::bytea else sha256($4::bytea) end as "isEqual"
    from inbound_parts where carrier = $1 and message_key = $2 and part = $3`,
};

const removeDelivered: Statement = {
  name: 'remove_delivered_parts',
  text: 'delete from inbound_parts where carrier = $1 and message_key = $2 and delivered_at is not null',
};

const insert: Statement = {
  name: 'insert_inbound_part',
  text: `insert into inbound_parts (carrier, message_key, part, content, received_at) values ($1, $2, $3, $4, $5)`,
};

const countOpen: Statement = {
  name: 'count_open_parts',
  text: `select count(*) filter (where message_key = $2) as "ofMessage", count(*) as parts,
      coalesce(sum(octet_length(content)), 0)::bigint as octets
    from inbound_parts where carrier = $1 and delivered_at is null`,
};

const listOpen: Statement = {
  name: 'list_open_parts',
  text: `select id, part as number, content from inbound_parts
    where carrier = $1 and message_key = $2 and delivered_at is null order by part`,
};

/**
 * Stores a part, unless it is stored already. A part that differs from the one of a delivered message begins another message. `tx` must be in the system
 * scope.
 */
export async function addInboundPart(
  tx: Queryable,
  { carrier, messageKey, number, total, content, at }: InboundPart,
): Promise<AddedInboundPart> {
  const place = [carrier, messageKey];
  const octets = Buffer.from(content);
  await tx.write(lock, place);
  const known = await tx.row<{ isDelivered: boolean; isEqual: boolean }>(find, [...place, number, octets]);
  if (known?.isEqual === true && known.isDelivered) return { state: 'repeated' };
  if (known?.isEqual === false) {
    const parts = known.isDelivered ? [] : await tx.rows<OpenPartRow>(listOpen, place);
    if (parts.length > 0) return { state: 'conflict', parts };
    await tx.write(removeDelivered, place);
  }
  if (known?.isEqual !== true) await tx.write(insert, [...place, number, octets, at]);
  return readState(tx, place, total);
}

/** Returns the state of a message after one of its parts was stored. */
async function readState(tx: Queryable, place: readonly string[], total: number): Promise<AddedInboundPart> {
  const open = (await tx.row<{ ofMessage: number; parts: number; octets: number }>(countOpen, place))!;
  // Another node can mark the message as delivered between two statements, because that takes no lock.
  const parts = open.ofMessage >= total ? await tx.rows<OpenPartRow>(listOpen, place) : [];
  if (parts.length >= total) return { state: 'complete', parts };
  return { state: 'incomplete', open: { parts: open.parts, octets: open.octets } };
}

const deliver: Statement = {
  name: 'deliver_inbound_parts',
  text: `update inbound_parts set content = sha256(content), delivered_at = $2 where id = any($1) and delivered_at is null`,
};

/** Records that the message of these parts was delivered. Keeps only hashes, which identify repetitions. `db` must be in the system scope. */
export async function markPartsDelivered(
  db: Queryable,
  { ids, at }: { readonly ids: readonly number[]; readonly at: Date },
): Promise<void> {
  await db.execute(deliver, [ids, at]);
}

export interface DuePartRow extends OpenPartRow {
  readonly messageKey: string;
  /** When the first part of the message was received. */
  readonly firstReceivedAt: Date;
  readonly exceedsLimit: boolean;
}

const maxDueMessages = 1_000;

const listDue: Statement = {
  name: 'list_due_parts',
  text: `with open as (
      select message_key, min(received_at) as first_received_at, max(id) as last_id, count(*) as parts,
        sum(octet_length(content)) as octets
      from inbound_parts where carrier = $1 and delivered_at is null group by message_key),
    ranked as (
      select *, sum(parts) over newest > $3 or sum(octets) over newest > $4 as exceeds_limit
      from open window newest as (order by last_id desc)),
    due as (
      select * from ranked where first_received_at < $2 or exceeds_limit order by last_id limit ${maxDueMessages})
    select id, part as number, content, message_key as "messageKey", first_received_at as "firstReceivedAt",
      exceeds_limit as "exceedsLimit"
    from due join inbound_parts using (message_key) where carrier = $1 and delivered_at is null
    order by last_id, part`,
};

/**
 * Lists the parts of the messages that must be delivered although they are incomplete: those with a part received before `before`, and the oldest beyond the
 * limits. At most 1,000 messages, oldest first. `db` must be in the system scope.
 */
export function listDueParts(
  db: Queryable,
  {
    carrier,
    before,
    maxParts,
    maxOctets,
  }: {
    readonly carrier: string;
    readonly before: Date;
    readonly maxParts: number;
    readonly maxOctets: number;
  },
): Promise<DuePartRow[]> {
  return db.rows<DuePartRow>(listDue, [carrier, before, maxParts, maxOctets]);
}

/** For this time, a part of a delivered message is recognised. */
const deliveredHours = 1;
/** Parts that no carrier delivers, such as those of a carrier that is no longer set up. */
const openDays = 7;

const purge: Statement = {
  name: 'purge_inbound_parts',
  text: `delete from inbound_parts where id in (
    select id from inbound_parts
    where received_at < now() - $1 * interval '1 hour'
      and (delivered_at < now() - $1 * interval '1 hour' or received_at < now() - $2 * interval '1 day')
    limit 10000)`,
};

/** Deletes delivered parts after an hour and other parts after 7 days, at most 10,000 per call. Returns their number. `db` must be in the system scope. */
export function purgeInboundParts(db: Queryable): Promise<number> {
  return db.execute(purge, [deliveredHours, openDays]);
}
