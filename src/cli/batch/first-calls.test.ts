import { describe, expect, it } from 'vitest';
import type { BatchProgress, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';
import { firstCallsText } from './first-calls.ts';

const opensAt = '2030-01-05T14:00:00.000Z';

/** Returns the text for a service that sends the given responses in order. The last response repeats. */
async function textOf(
  ...responses: Partial<BatchProgress>[]
): Promise<[text: string | undefined, waitedMs: number]> {
  const idle = { waitingFor: 'none', waitingUntil: null, dialing: 0, inProgress: 0, completed: 0, failed: 0 };
  let waitedMs = 0;
  let requests = 0;
  const client = {
    getBatchProgress: async () => ({ ...idle, ...responses[Math.min(requests++, responses.length - 1)] }),
  } as unknown as ParleyClient;
  const sleep = async (delayMs: number) => void (waitedMs += delayMs);
  return [await firstCallsText(client, 'batch_1', { sleep }), waitedMs];
}

describe('firstCallsText', () => {
  it('reports an immediate start when a row is dialed or done', async () => {
    expect(await textOf({ dialing: 1, waitingUntil: opensAt })).toEqual(['Calls start now.', 0]);
    expect(await textOf({}, {}, { failed: 1 })).toEqual(['Calls start now.', 400]);
  });

  it('reports the opening time if one row has failed and all other rows wait', async () => {
    const waiting = { waitingFor: 'window', waitingUntil: opensAt } as const;
    expect((await textOf({ failed: 1, ...waiting }))[0]).toContain(minuteText(opensAt));
  });

  it('reports the scheduled time, or the time at which the calling hours open', async () => {
    const at = minuteText(opensAt);
    expect((await textOf({ waitingUntil: opensAt }))[0]).toBe(`Calls start at ${at}.`);
    expect((await textOf({}, { waitingFor: 'window', waitingUntil: opensAt }))[0]).toBe(
      `Calls start at ${at}, when the calling hours open.`,
    );
  });

  it('reports calling hours that never open', async () => {
    expect((await textOf({ waitingFor: 'window' }))[0]).toBe(
      'No call can start: the configured calling hours never open.',
    );
  });

  it('reports a wait for the concurrency limit', async () => {
    expect((await textOf({ waitingFor: 'concurrency' }))[0]).toBe(
      'Calls start when the concurrency limit allows it.',
    );
  });

  it('returns undefined if the service has not scheduled the calls within two seconds', async () => {
    expect(await textOf({})).toEqual([undefined, 1800]);
  });
});
