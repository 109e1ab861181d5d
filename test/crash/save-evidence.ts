import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunReport } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Deployment } from './deployment.ts';

/** Every call of a run with its row, its dial intents and its events, oldest first. */
const timelines = `select c.id, c.to_number, c.attempt, c.state, c.end_reason, c.node_id, c.created_at, c.dialed_at, c.answered_at,
    c.ended_at, j.status as row_status, j.outcome as row_outcome,
    (select json_agg(json_build_object('at', i.created_at, 'reference', i.reference, 'settled', i.settled_at))
      from dial_intents i where i.call_id = c.id) as intents,
    (select json_agg(json_build_object('at', e.at, 'type', e.type, 'detail', e.detail) order by e.sequence)
      from call_events e where e.call_id = c.id) as events
  from calls c left join batch_jobs j on j.id = c.job_id order by c.created_at, c.id`;

export interface Evidence {
  readonly scenario: Scenario;
  readonly report: RunReport;
  readonly deployment: Deployment;
}

/** Writes the evidence of a failed run to a subfolder of `folder`, one per seed. */
export async function saveEvidence(
  folder: string,
  { scenario, report, deployment }: Evidence,
): Promise<void> {
  const target = path.join(folder, `seed-${scenario.seed}`);
  await mkdir(target, { recursive: true });
  const { server, database } = deployment.options;
  const calls = await server.query(timelines, [], database);
  await Promise.all([
    cp(deployment.networkFile, path.join(target, 'network.jsonl')),
    writeFile(
      path.join(target, 'run.json'),
      JSON.stringify({ scenario, report, history: deployment.history }, undefined, 2),
    ),
    writeFile(path.join(target, 'calls.json'), JSON.stringify(calls, undefined, 2)),
    writeFile(path.join(target, 'log.jsonl'), deployment.logs),
  ]);
}
