import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../../test/support/fixtures.ts';
import { applyWrite } from '../../calls/call-write.ts';
import { idSource, newId } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { problems } from '../../core/problems.ts';
import { seededRandom } from '../../core/random.ts';
import { FlowInput } from '../../domain/flow/flow.ts';
import type { Job } from '../../jobs/job.ts';
import { loadNumberZones } from '../../main/number-zones.ts';
import type { NewCallRow } from '../../store/calls/calls.ts';
import { insertFlow } from '../../store/flows.ts';
import { callMessageHandler, callMessageKind } from './create-call-message.ts';
import { MessageRoutes } from './message-routes.ts';

let database: TestDatabase;
let fixture: Fixture;
let flowId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
  const { workspaceId } = fixture;
  const definition = FlowInput.parse({
    type: 'message',
    name: 'Confirmation',
    status: 'active',
    initiationMessage: 'Hello {{customer.name}}, see you {{day}}.',
  });
  flowId = newId('flow');
  await insertFlow(database.db.inWorkspace(workspaceId), { id: flowId, workspaceId, definition, at: noon });
});
afterAll(() => database.close());

/** Stores the request of a call's flow for a message `times` times. Returns the call and the jobs that were created. */
async function requestMessage(
  detail: object,
  times = 1,
  call: Partial<NewCallRow> = {},
): Promise<{ callId: string; jobs: Job<never>[] }> {
  const { workspaceId } = fixture;
  const { id: callId } = await seedCall(database.db, fixture, {
    customer: { name: 'Ada' },
    ...call,
  });
  const write = {
    type: 'event',
    name: 'message_requested',
    workspaceId,
    callId,
    atMs: noon.getTime(),
  } as const;
  for (let count = 0; count < times; count += 1)
    await applyWrite(database.db, { ...write, detail: { nodeId: 'confirm', flowId, ...detail } }, count > 0);
  const jobs = await database.db.asSystem().rows<Job<never>>(
    {
      text: `select id, kind, workspace_id as "workspaceId", key, payload, 1 as attempt from jobs
          where kind = $1 and payload->>'callId' = $2`,
    },
    [callMessageKind, callId],
  );
  return { callId, jobs };
}

async function run(job: Job<never>): Promise<void> {
  const clock = new ManualClock();
  const handler = callMessageHandler({
    database: database.db,
    clock,
    logger: silentLogger,
    ids: idSource(clock, seededRandom(job.id)),
    zones: await loadNumberZones(),
    routes: new MessageRoutes([
      { carrier: 'test', channel: 'sms', from: '+12025550199', fromName: '', carries: 'test' },
    ]),
  });
  const deleteJob = { text: 'delete from jobs where id = $1' };
  await handler.run(job, {
    signal: new AbortController().signal,
    complete: async (tx) => tx.write(deleteJob, [job.id]),
  });
}

const timelineOf = (callId: string) =>
  database.db
    .asSystem()
    .rows<{ type: string; detail: object }>(
      { text: 'select type, detail from call_events where call_id = $1 order by sequence' },
      [callId],
    );

describe('a message that the flow of a call sends', () => {
  it('is requested once, and is sent with the variables of the call', async () => {
    const { callId, jobs } = await requestMessage({ to: '+12025550101', variables: { day: 'tomorrow' } }, 3);
    expect(jobs).toHaveLength(1);
    await run(jobs[0]!);
    const messages = await database.db
      .asSystem()
      .rows({ text: `select content, status, metadata from messages where metadata->>'callId' = $1` }, [
        callId,
      ]);
    expect(messages).toEqual([
      {
        content: 'Hello Ada, see you tomorrow.',
        status: 'approved',
        metadata: { callId, nodeId: 'confirm' },
      },
    ]);
    expect((await timelineOf(callId)).map(({ type }) => type)).toEqual(['queued', 'message_requested']);
  });

  it('is not sent to a real number in a call that a test key caused', async () => {
    const { callId, jobs } = await requestMessage({ to: '+12026000142' }, 1, { testOnly: true });
    await run(jobs[0]!);
    expect((await timelineOf(callId)).at(-1)).toMatchObject({
      type: 'flow_warning',
      detail: { text: problems.test_key.text },
    });
    const inTestNetwork = await requestMessage({ to: '+12025550103' }, 1, { testOnly: true });
    await run(inTestNetwork.jobs[0]!);
    const conversations = await database.db
      .asSystem()
      .rows({ text: 'select recipient from conversations where test_only' });
    expect(conversations).toEqual([{ recipient: '+12025550103' }]);
  });

  it('causes a warning in the timeline of the call if it cannot be sent', async () => {
    const { callId, jobs } = await requestMessage({ to: 'ada@example.com' });
    await run(jobs[0]!);
    expect((await timelineOf(callId)).at(-1)).toMatchObject({
      type: 'flow_warning',
      detail: { nodeId: 'confirm', text: expect.stringContaining('test network') },
    });
  });
});
