import type pg from 'pg';
import type { Channel, PeerRecord } from './records.ts';

/** A row of the table `messages`. */
export interface MessageFact {
  readonly id: string;
  readonly conversationId: string;
  readonly sequence: number;
  readonly direction: 'outbound' | 'inbound';
  readonly status: string;
  readonly channel: Channel;
  /** The customer's address. */
  readonly recipient: string;
  readonly content: string;
  readonly origin: string;
  /** The keyword that the message is, or answers; null for other messages. */
  readonly keyword: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A row of the table `conversations`. */
export interface ConversationFact {
  readonly id: string;
  /** Whether its flow answers automatically. */
  readonly isAnswered: boolean;
  /** Why a user must look at it; null if none must. */
  readonly attention: string | null;
}

/** A row of the table `message_parts`. */
export interface PartFact {
  readonly messageId: string;
  readonly externalId: string;
  readonly outcome: string;
}

/** What a user did, as the API confirmed it. */
export interface ConfirmedAction {
  readonly messageId: string;
  readonly kind: 'created' | 'rejected' | 'resolved-sent' | 'resolved-failed' | 'resent';
}

/** The state after a run: the records of the peers, the responses of the API, and the database rows. It is read independently of the program's queries. */
export interface Facts {
  readonly records: readonly PeerRecord[];
  readonly confirmed: readonly ConfirmedAction[];
  readonly conversations: readonly ConversationFact[];
  readonly messages: readonly MessageFact[];
  readonly parts: readonly PartFact[];
  readonly suppressions: readonly { readonly channel: string; readonly address: string }[];
  /** Events of messages. */
  readonly events: readonly { readonly type: string; readonly messageId: string }[];
  /** System times in ms of deaths of a process and of faults of the database. */
  readonly disruptionsMs: readonly number[];
  /** Counts that must be 0 after a run, by name. */
  readonly leftovers: Readonly<Record<string, number>>;
}

const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const messages = `select m.id, m.conversation_id as "conversationId", m.sequence, m.direction, m.status, m.origin, c.channel, c.recipient,
    m.content, m.keyword, ${epochMs('m.created_at')} as "createdAtMs", ${epochMs('m.updated_at')} as "updatedAtMs"
  from messages m join conversations c on c.id = m.conversation_id order by m.conversation_id, m.sequence`;
const conversations = `select c.id, c.attention, (v.definition->>'autopilotReplies')::boolean as "isAnswered"
  from conversations c join flow_versions v on v.flow_id = c.flow_id and v.version = c.flow_version`;
const parts = 'select message_id as "messageId", external_id as "externalId", outcome from message_parts';
const suppressions = 'select channel, address from suppressions';
const events = `select type, data->>'messageId' as "messageId" from events where type like 'sms.%' or type like 'email.%'`;

/** A job that must still run is due soon, or runs. Other jobs, such as those of maintenance, are due later. */
const leftovers = {
  'jobs of messages': "select count(*) from jobs where kind like 'send-%' or kind = 'reply-to-conversation'",
  'parts of received messages': 'select count(*) from inbound_parts where delivered_at is null',
  'receipts of recorded messages': `select count(*) from message_receipts r where exists (
    select from message_parts p where p.carrier = r.carrier and p.external_id = r.external_id)`,
};

const openWork = `select 'the message ' || id || ' is ' || status as item
    from messages where status in ('approved', 'scheduled', 'sending')
  union all select 'the job ' || kind || ' of ' || key || ' is ' || state || ', due at ' || run_at
    from jobs where (kind like 'send-%' or kind = 'reply-to-conversation') and state in ('queued', 'running')`;

/** Returns the messages that are not in their final status, and the jobs of messages. Empty when the program has nothing left to do. */
export async function readOpenWork(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ item: string }>(openWork);
  return rows.map(({ item }) => item);
}

/** Reads the part of the facts that the database has. */
export async function readDatabase(
  client: pg.Client,
): Promise<Pick<Facts, 'conversations' | 'messages' | 'parts' | 'suppressions' | 'events' | 'leftovers'>> {
  const counts: Record<string, number> = {};
  for (const [name, text] of Object.entries(leftovers)) {
    const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
    counts[name] = Number(rows[0]![0]);
  }
  return {
    conversations: (await client.query<ConversationFact>(conversations)).rows,
    messages: (await client.query<MessageFact>(messages)).rows,
    parts: (await client.query<PartFact>(parts)).rows,
    suppressions: (await client.query<Facts['suppressions'][number]>(suppressions)).rows,
    events: (await client.query<Facts['events'][number]>(events)).rows,
    leftovers: counts,
  };
}
