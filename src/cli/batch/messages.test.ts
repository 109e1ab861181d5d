import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../../packages/sdk/src/client.ts';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchFileOf } from '../../../test/support/batches.ts';
import { seedMessageFlow } from '../../../test/support/conversations.ts';
import { addBatchCommands } from '../batch.ts';
import { createOutput } from '../output.ts';

let api: TestApi;
let client: ParleyClient;
let folder: string;
let file: string;
beforeAll(async () => {
  api = await createTestApi();
  await seedMessageFlow(api, { initiationMessage: 'Hello {{name}}, {{doctor}} expects you.' });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  client = new ParleyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: api.key, retriesMax: 0 });
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'));
  file = path.join(folder, 'patients.csv');
  await writeFile(file, batchFileOf(3));
});
afterAll(async () => {
  // close() would wait for idle connections of the client.
  api.app.server.closeAllConnections();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `parley-server batch …` against the API over a TCP connection. Returns what the command writes. */
async function run(words: readonly string[]): Promise<string> {
  const written: string[] = [];
  const output = createOutput(false, { write: (text) => written.push(text) });
  const batch = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addBatchCommands(
    batch,
    () => output,
    async () => client,
  );
  await batch.parseAsync(words, { from: 'user' });
  return written.join('');
}

describe('batches of messages', () => {
  const start = (...words: string[]) => run(['start', file, '--messages', '--repeat', ...words]);
  /** The last id: a warning can name earlier batches. */
  const idIn = (text: string) => [...text.matchAll(/mbatch_\w+/g)].at(-1)![0];

  it('show the first messages and are sent by one approval', async () => {
    const started = await start();
    expect(started).toContain('Reminder writes to 3 of 3 rows by SMS');
    expect(started).toContain('+12025550102\nHello Ada 2, Grey expects you.\n');
    const id = idIn(started);
    expect(started).toContain(`Send all 3: npx parley-server batch approve ${id}`);
    const waiting = await run(['status', id]);
    expect(waiting).toContain('0.0 %  0 of 3  pending_approval  0 delivered');
    expect(waiting).toContain('Hello Ada 0, Grey expects you.');
    expect(await run(['approve', id])).toContain('approved  3 pending');
    expect((await client.getMessageBatch({ path: { batchId: id } })).status).toBe('scheduled');
    await expect(run(['approve', id])).rejects.toThrow('does not wait for an approval');
  });

  it('are paused, resumed, cancelled, watched and exported by their id', async () => {
    const id = idIn(await start('--approval', 'none', '--at', '2026-12-05T09:00:00Z', '--cps', '5'));
    expect(await client.getMessageBatch({ path: { batchId: id } })).toMatchObject({
      name: 'patients',
      messagesPerSecond: 5,
      status: 'scheduled',
    });
    expect(await run(['pause', id])).toBe('paused  3 pending, 0 being sent\n');
    expect(await run(['resume', id])).toBe('scheduled  3 pending, 0 being sent\n');
    expect(await run(['cancel', id])).toBe('cancelled  0 pending, 0 being sent\n');
    await expect(run(['watch', id])).rejects.toThrow('The batch is cancelled.');
    const exported = path.join(folder, 'messages.csv');
    await run(['export', id, '-o', exported]);
    expect((await readFile(exported, 'utf8')).split('\r\n')[1]).toMatch(/^2,'\+12025550100,Ada 0,,cancelled/);
  });

  it.each([
    [['--agent', 'Front'], '--agent is for calls'],
    [['--predial-secret', 'x'], '--predial-secret is for calls'],
    [['--flow', 'Nothing like it'], 'No active message flow'],
  ])('reject %j', async (words, message) => {
    await expect(start(...words)).rejects.toThrow(message);
  });

  it('are validated and previewed as messages', async () => {
    const report = await run(['validate', file, '--messages', '--flow', 'reminder']);
    expect(report).toMatch(/^3 rows: 3 to write to, 0 invalid, 0 duplicate, 0 suppressed\n/);
    expect(report).toMatch(/phone_number +the number to write to\n/);
    expect(report).toContain('The columns are checked for the flow Reminder.');
    const invalid = path.join(folder, 'mails.csv');
    await writeFile(invalid, 'email,name\nada@example,Ada\nGrace@example.com,Grace\n');
    const preview = await run(['preview', invalid, '--channel', 'email']);
    expect(preview).toMatch(/email +the address to write to\n/);
    expect(preview).toMatch(/ada@example +invalid +Ada/);
    expect(preview).toMatch(/Grace@example\.com +grace@example\.com +Grace/i);
    await expect(run(['validate', invalid, '--messages'])).rejects.toThrow('--column phone_number=HEADER');
    await expect(run(['validate', file, '--messages', '--agent', 'ada'])).rejects.toThrow(
      '--agent is for calls. Remove it, or remove --messages.',
    );
  });

  it('need --messages for the options of messages', async () => {
    await expect(run(['validate', file, '--flow', 'reminder'])).rejects.toThrow('Add --messages.');
    await expect(run(['start', file, '--approval', 'none'])).rejects.toThrow('Add --messages.');
    await expect(run(['approve', 'batch_01KAT3Q5H8Z6T4N2R0V7W9X1Y3'])).rejects.toThrow(
      'Only batches of messages',
    );
  });
});
