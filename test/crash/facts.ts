import type pg from 'pg';
import { readNetworkFile, type NetworkLine } from './phone-network.ts';

/** The state after a run: the database rows and the events of the network. It is read independently of the program's queries. */
export interface Facts {
  readonly batches: readonly BatchFact[];
  readonly jobs: readonly JobFact[];
  readonly calls: readonly CallFact[];
  readonly intents: readonly IntentFact[];
  readonly events: readonly { readonly type: string; readonly subject: string }[];
  /** Dispositions of calls. */
  readonly dispositions: readonly { readonly callId: string }[];
  /** Counts that must be 0 after a run, by name. */
  readonly leftovers: Readonly<Record<string, number>>;
  readonly network: readonly NetworkLine[];
}

export interface BatchFact {
  readonly id: string;
  readonly status: string;
  readonly maxAttempts: number;
  readonly counters: Readonly<Record<string, number>>;
  readonly total: number;
  readonly connected: number;
  /** Whether the program requests the pre-dial check before each call. */
  readonly hasPredialCheck: boolean;
}

export interface JobFact {
  readonly id: string;
  readonly batchId: string;
  readonly number: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly attempt: number;
  readonly callId: string | null;
  readonly skipReason: string | null;
}

export interface CallFact {
  readonly id: string;
  readonly batchId: string | null;
  readonly jobId: string | null;
  readonly attempt: number;
  readonly number: string;
  readonly state: string;
  readonly endReason: string | null;
  readonly answered: boolean;
  readonly createdAtMs: number;
}

export interface IntentFact {
  readonly reference: string;
  readonly callId: string;
  readonly attempt: number;
  readonly settled: boolean;
}

const jobStatuses = ['pending', 'dialing', 'in_progress', 'completed', 'failed', 'skipped', 'cancelled'];

const leftoverQueries: Readonly<Record<string, string>> = {
  'occupied slots': 'select count(*)::int as rows from concurrency_slots',
  'counted slots': 'select coalesce(sum(active), 0)::int as rows from concurrency_counters',
  'active calls': 'select count(*)::int as rows from active_calls',
  'calls that have not ended': "select count(*)::int as rows from calls where state <> 'ended'",
  'open intents': 'select count(*)::int as rows from dial_intents where settled_at is null',
  'calls not counted for their number': `select abs((select count(*) from calls
      where direction = 'outbound' and dialed_at is not null
        and (answered_at is not null or end_reason not in ('cancelled', 'agent_hangup', 'provider_error', 'node_lost')))
    - coalesce((select sum(calls) from number_days), 0) - (select count(*) from number_day_changes))::int as rows`,
  'jobs that place calls':
    "select count(*)::int as rows from jobs where kind in ('place-call', 'dial-batch-calls') and state <> 'failed'",
};

/** Reads the state from the database and the network's file. @param client connection that can read every workspace */
export async function readFacts(client: pg.Client, networkFile: string): Promise<Facts> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  const leftovers: Record<string, number> = {};
  for (const [name, text] of Object.entries(leftoverQueries))
    leftovers[name] = (await rows<{ rows: number }>(text))[0]!.rows;
  return {
    batches: await rows(
      `select id, status, (retry ->> 'maxAttempts')::int as "maxAttempts", total, connected,
        predial_url is not null as "hasPredialCheck",
        json_build_object(${jobStatuses.map((status) => `'${status}', ${status}`).join(', ')}) as counters from batches`,
    ),
    jobs: await rows(
      `select id, batch_id as "batchId", phone_number as number, status, outcome, attempt, call_id as "callId",
        skip_reason as "skipReason" from batch_jobs`,
    ),
    calls: await rows(
      `select id, batch_id as "batchId", job_id as "jobId", attempt, to_number as number, state,
        end_reason as "endReason", answered_at is not null as answered,
        extract(epoch from created_at)::float8 * 1000 as "createdAtMs" from calls order by created_at, id`,
    ),
    intents: await rows(
      `select reference, call_id as "callId", attempt, settled_at is not null as settled from dial_intents`,
    ),
    events: await rows('select type, subject_id as subject from events'),
    dispositions: await rows('select call_id as "callId" from dispositions where call_id is not null'),
    leftovers,
    network: readNetworkFile(networkFile),
  };
}
