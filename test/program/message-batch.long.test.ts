import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageBatchProgress } from '../../packages/sdk/src/client.ts';
import { MessageProgram } from './message-program.ts';

const pollEveryMs = 100;

let program: MessageProgram;
let flowId: string;
beforeAll(async () => {
  program = await MessageProgram.start({ PARLEY_RTP_PORTS: '26400-26499' });
  flowId = await program.createFlow({
    type: 'message',
    name: 'Reminder',
    status: 'active',
    initiationMessage: 'Hello {{name}}, your visit is {{visit}}.',
  });
});
afterAll(() => program.close());

/** Numbers of simulated phones that answer nothing. */
const numbersFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+120255501${String(first + index).padStart(2, '0')}`);

const start = (numbers: readonly string[], options: object = {}) =>
  program.client.startMessageBatch({
    body: {
      flowId,
      rows: numbers.map((phone_number, index) => ({ phone_number, name: `Ada ${index}`, visit: 'at ten' })),
      messagesPerSecond: 10,
      ...options,
    },
  });

/** Resolves when the batch is as wanted; the timeout of the test ends the wait. */
async function until(
  batchId: string,
  isWanted: (progress: MessageBatchProgress) => boolean,
): Promise<MessageBatchProgress> {
  for (;;) {
    const progress = await program.client.getMessageBatchProgress({ path: { batchId } });
    if (isWanted(progress)) return progress;
    await sleep(pollEveryMs);
  }
}

/** Returns the texts that a simulated phone received. */
async function received(address: string): Promise<string[]> {
  const { data } = await program.client.listTestMessages({ query: { address } });
  return data.messages.flatMap(({ direction, message }) => (direction === 'received' ? [message] : []));
}

describe('a list of reminders', { timeout: 120_000 }, () => {
  it('reaches each phone once after one approval', async () => {
    const numbers = numbersFrom(40, 20);
    const { batchId, firstMessages, status } = await start(numbers);
    expect([status, firstMessages.length]).toEqual(['pending_approval', 10]);
    await program.client.approveMessageBatch({ path: { batchId } });
    const { completed } = await until(batchId, ({ status: current }) => current === 'completed');
    expect(completed).toBe(20);
    for (const [index, number] of numbers.entries())
      expect(await received(number)).toEqual([`Hello Ada ${index}, your visit is at ten.`]);
  });

  it('reaches no phone twice if the program is killed repeatedly in the middle', async () => {
    const numbers = numbersFrom(60, 39);
    const { batchId } = await start(numbers, { approval: 'none' });
    for (const sent of [3, 10, 20]) {
      await until(batchId, ({ completed, failed }) => completed + failed >= sent);
      await program.kill();
      await program.start();
    }
    const { completed, failed, total } = await until(batchId, ({ status }) => status === 'completed');
    // The outcome of a message is unknown if the program was killed during its transfer.
    expect(completed + failed).toBe(total);
    const { data } = await program.client.listBatchMessages({ path: { batchId }, query: { limit: 1000 } });
    const rows = await Promise.all(
      data.messages.map(async ({ to, status, messageStatus }) => {
        const { length } = await received(to);
        return { to, status, messageStatus, length };
      }),
    );
    expect(rows.filter(({ length }) => length > 1)).toEqual([]);
    expect(rows.filter(({ status, length }) => status === 'completed' && length !== 1)).toEqual([]);
    expect(rows.filter(({ status }) => status === 'failed').map((row) => row.messageStatus)).toEqual(
      Array.from({ length: failed }, () => 'unknown'),
    );
    expect(failed).toBeLessThan(10);
  });
});
