import { connectClient } from '../../src/store/connection.ts';
import { findRunningServer } from '../../src/store/embedded-postgres/server-process.ts';

interface FilledCalls {
  /** The data folder of a running service with an embedded PostgreSQL. */
  readonly dataDir: string;
  readonly workspaceId: string;
  readonly calls: number;
  /** The number of one person, and how many of the calls, evenly spread, are to it. */
  readonly person?: { readonly number: string; readonly calls: number };
}

/**
 * Inserts ended calls, each with four events of its timeline, six entries of its transcript, a disposition and a published event, without their
 * triggers: counters are not measured.
 */
export async function fillCalls({ dataDir, workspaceId, calls, person }: FilledCalls): Promise<void> {
  const client = await connectClient((await findRunningServer(dataDir))!, 'parley bench');
  await client.query(`set session_replication_role = 'replica'`);
  const id = `'call_' || lpad(call::text, 26, '0')`;
  const at = `timestamptz '2026-01-01 08:00Z' + call * interval '20 s'`;
  const step = person === undefined ? calls + 1 : Math.max(Math.floor(calls / person.calls), 1);
  const number = `case when call % ${step} = 0 then '${person?.number ?? ''}' else '+1202' || lpad(call::text, 7, '0') end`;
  const series = `generate_series(1, ${calls}) as call`;
  for (const statement of [
    `insert into calls (id, workspace_id, room_name, direction, type, state, end_reason, fault, from_number, to_number, agent_id,
        agent_version, agent, customer, variables, latency, record, created_at, answered_at, ended_at, updated_at)
      select ${id}, $1, 'room_' || md5(call::text), 'outbound', 'phone', 'ended', 'agent_hangup', 'none', '+12025550100',
        ${number}, 'agent_1', 1, '{"id": "agent_1", "name": "Clinic", "model": "builtin/flow"}',
        jsonb_build_object('name', md5(call::text)), jsonb_build_object('appointment', md5(call::text)),
        jsonb_build_array(jsonb_build_object('turn', 1, 'speechMs', call % 900)), false, ${at}, ${at}, ${at}, ${at} from ${series}`,
    `insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select $1, ${id}, sequence, ${at}, 'node_entered', jsonb_build_object('nodeId', md5(call::text)) from ${series}, generate_series(1, 4) as sequence`,
    `insert into transcript_entries (workspace_id, call_id, sequence, role, content, start_ms, end_ms, interrupted)
      select $1, ${id}, sequence, 'agent', 'Good morning, this is the clinic. ' || md5((call * sequence)::text), 0, 900, false
      from ${series}, generate_series(1, 6) as sequence`,
    `insert into dispositions (id, workspace_id, call_id, phone_number, disposition, status, attempt, created_at, updated_at)
      select 'disp_' || call, $1, ${id}, ${number}, 'answered', 'completed', 1, ${at}, ${at} from ${series}`,
    `insert into events (id, workspace_id, type, subject_id, sequence, data, created_at, dispatched_at, published_position)
      select 'evt_' || call, $1, 'call.completed', ${id}, 1, jsonb_build_object('callId', ${id}, 'note', md5(call::text)), ${at}, ${at}, call from ${series}`,
  ])
    await client.query(statement, [workspaceId]);
  await client.query('analyze');
  await client.query('checkpoint');
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  console.log(`${calls} calls, database ${rows[0]!.size}`);
  await client.end();
}
