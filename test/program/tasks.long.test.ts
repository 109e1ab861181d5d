import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24400-24599' });
});
afterAll(() => program.close());

it(
  'leaves a task to a person who was asked for in a call, and calls nobody back',
  { timeout: 60_000 },
  async () => {
    const { api } = program;
    const phoneNumber = '+12025550112';
    await api.assignNumber('+12025550171');
    const call = await api.untilEnded(await api.call(phoneNumber));
    expect(call).toMatchObject({
      disposition: 'callback_scheduled',
      notes: 'Asked to speak to a person.',
      transferRequested: true,
    });
    const spoken = call.transcript.filter(({ role }) => role === 'agent').map(({ content }) => content);
    expect(spoken).toContainEqual(expect.stringMatching(/^A colleague will call you back on /));
    const dispositions = await api.dispositions({ phoneNumber });
    expect(dispositions).toMatchObject([{ status: 'completed', callId: call.callId }]);
    const { workspaceId } = program.parley.firstStart!;
    const headers = { 'x-workspace-id': workspaceId };
    const { data } = await api.client.listTasks({ headers, query: { status: 'open', kind: 'callback' } });
    expect(data.tasks).toMatchObject([
      {
        reason: 'Asked to speak to a person.',
        address: phoneNumber,
        dueAt: new Date(dispositions[0]!.scheduledAt!).toISOString(),
        links: { callId: call.callId },
      },
    ]);
    const taskId = data.tasks[0]!.id;
    const done = await api.client.updateTask({
      headers,
      path: { taskId },
      body: { status: 'done', note: 'Called.' },
    });
    expect(done).toMatchObject({ status: 'done', note: 'Called.' });
  },
);
