import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from './program-under-test.ts';

const pollEveryMs = 100;
const rowCount = 40;

let program: ProgramUnderTest;
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '29200-29399' });
});
afterAll(() => program.close());

interface BatchStatus {
  readonly batchId: string;
  readonly status: string;
  readonly statusDetail: string | null;
  readonly pending: number;
  readonly failed: number;
}

async function send(method: string, path: string, body?: object): Promise<BatchStatus> {
  const headers = { 'x-workspace-id': program.parley.firstStart!.workspaceId };
  const response = await program.api.client.send(method, path, { headers, ...(body && { body }) });
  return (await response.json()) as BatchStatus;
}

async function untilPaused(batchId: string): Promise<BatchStatus> {
  for (;;) {
    const batch = await send('GET', `/v1/api/batch-calls/${batchId}`);
    if (batch.status === 'paused') return batch;
    await sleep(pollEveryMs);
  }
}

/** Numbers of persona 17 in different area codes. The carrier responds to each with 503. */
const unreachable = Array.from({ length: rowCount }, (_, index) => ({
  phone_number: `+1${200 + index}5550117`,
}));

describe('a single call to the test network', { timeout: 60_000 }, () => {
  const place = async (toNumber: string): Promise<unknown> => {
    const { data } = await program.api.client.listAgents();
    const body = { agentId: data.agents[0]!.id, toNumber };
    const headers = { 'x-workspace-id': program.parley.firstStart!.workspaceId };
    const response = await program.api.client.send('POST', '/api/v1/calls/call', { headers, body });
    return await response.json();
  };

  it.each([
    ['404', '+12025550118', 'invalid_number'],
    ['503', '+12025550117', 'carrier_error'],
  ])('is an error if the only response of the carrier is %s', async (status, number, endReason) => {
    const message = new RegExp(`^The network answered ${status} .* it ended with ${endReason}\\.$`);
    await expect(place(number)).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(message),
    });
  });

  it('succeeds if the callee is busy', async () => {
    expect(await place('+12025550103')).toMatchObject({ status: 'success' });
  });
});

describe('a batch whose carrier fails', { timeout: 60_000 }, () => {
  it('pauses with a reason and counts failures from zero after it is resumed', async () => {
    const { data } = await program.api.client.listAgents();
    const { batchId } = await send('POST', '/v1/api/batch-calls', {
      agentId: data.agents[0]!.id,
      rows: unreachable,
      callsPerSecond: 20,
    });
    const first = await untilPaused(batchId);
    expect(first.statusDetail).toMatch(
      /^Paused: half of the last calls failed at the carrier\..*503.*resume/,
    );
    expect(first.failed).toBeGreaterThanOrEqual(10);
    expect(first.pending).toBeGreaterThan(10);
    await sleep(500);
    const { pending } = await untilPaused(batchId);
    await send('POST', `/v1/api/batch-calls/${batchId}/resume`);
    const second = await untilPaused(batchId);
    expect(second.pending).toBeLessThanOrEqual(pending - 10);
    const calls = await program.api.calls({ batchId, limit: '100' });
    expect(new Set(calls.map(({ toNumber }) => toNumber)).size).toBe(calls.length);
    await expect.poll(() => program.api.slotsInUse()).toBe(0);
  });
});
