import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { createTestApi, giveNumber, type TestApi } from '../../test/support/api.ts';
import { batchesPath, batchFileOf } from '../../test/support/batches.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { watchBatch } from './batch/watch.ts';
import { addBatchCommands } from './batch.ts';
import { CommandFailed, createOutput, UsedWrongly } from './output.ts';
import { addResources } from './resources.ts';

let api: TestApi;
let client: ParleyClient;
let folder: string;
let file: string;
beforeAll(async () => {
  api = await createTestApi();
  await giveNumber(api);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  client = new ParleyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: api.key, retriesMax: 0 });
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'));
  file = path.join(folder, 'patients.csv');
  await writeFile(file, batchFileOf(3));
});
afterAll(async () => {
  // A connection that the client opened and did not use would be waited for.
  api.app.server.closeAllConnections();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** What `parley batch …` writes; the service is the API, over a real connection. */
async function run(words: readonly string[], json = false, isTTY = false): Promise<string> {
  const written: string[] = [];
  const output = createOutput(json, { isTTY, write: (text) => written.push(text) }, true);
  const batch = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addBatchCommands(
    batch,
    () => output,
    async () => client,
  );
  addResources(
    (name) => (name === 'batches' ? batch : new Command()),
    () => output,
    async () => client,
  );
  await batch.parseAsync(words, { from: 'user' });
  return written.join('');
}

const start = async (...more: string[]) =>
  JSON.parse(await run(['start', file, '--repeat', ...more], true)) as { batchId: string };

describe('parley batch start', () => {
  it('sends the file and every option', async () => {
    const predial = 'https://books.example/check?token=x';
    const window = ['--window', '09:00-12:00', '14:00-17:00', '--days', 'mon', 'tue', '--timezone', 'UTC'];
    const limits = ['--cps', '0.5', '--max', '3', '--reserve', '2', '--attempts', '2', '--name', 'Reminders'];
    expect(await start(...window, ...limits, '--predial', predial)).toMatchObject({
      agentId: api.agent.id,
      name: 'Reminders',
      totalRows: 3,
      validRows: 3,
      callsPerSecond: 0.5,
      maxConcurrency: 3,
      reservedConcurrency: 2,
      predialUrl: 'https://books.example/check',
      retry: { maxAttempts: 2 },
      window: {
        timezone: 'UTC',
        days: ['mon', 'tue'],
        windows: [
          { start: '09:00', end: '12:00' },
          { start: '14:00', end: '17:00' },
        ],
      },
    });
  });

  it('says what is called, what is not, and how to go on', async () => {
    const twice = path.join(folder, 'twice.csv');
    await writeFile(twice, `${batchFileOf(2)}\n+12025550100,Again,Grey`);
    const text = await run(['start', twice, '--agent', 'ada']);
    expect(text).toMatch(/^Ada calls 2 of 3 rows\nNot called: 1 duplicate\.\n/);
    expect(text).toMatch(/parley batch watch batch_\w+\n$/);
  });

  it.each([
    [['--cps', 'fast'], '--cps takes a number'],
    [['--window', '9-17'], 'Write hours such as 09:00-17:00'],
    [['--days', 'mon'], 'belong to --window'],
  ])('refuses %j', async (words, message) => {
    const wrong = run(['start', file, ...words]);
    await expect(wrong).rejects.toThrow(UsedWrongly);
    await expect(wrong).rejects.toThrow(message);
  });

  it('refuses a file that is not there', async () => {
    await expect(run(['start', '/nowhere.csv'])).rejects.toThrow('/nowhere.csv cannot be read');
  });
});

describe('parley batch validate', () => {
  it('tells what the file holds', async () => {
    expect(await run(['validate', file, '--agent', 'ada'])).toMatch(
      /^3 rows: 3 to call, 0 invalid, 0 duplicate, 0 suppressed\ncolumns: phone_number/,
    );
  });

  it('names every fault with its place, and fails', async () => {
    const wrong = path.join(folder, 'wrong.csv');
    await writeFile(wrong, 'phone_number,name\n123,Ada\n');
    await expect(run(['validate', wrong])).rejects.toThrow(CommandFailed);
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    const { validateBatch } = await import('./batch/validate.ts');
    await validateBatch(client, wrong, {}, output).catch(() => undefined);
    expect(written.join('')).toContain('row 2, phone_number:');
  });
});

describe('parley batch pause, resume, cancel, list', () => {
  it('change it, and tell how it stands', async () => {
    const { batchId } = await start();
    expect(await run(['pause', batchId])).toBe('paused  3 pending, 0 under way\n');
    expect(await run(['status', batchId])).toMatch(/^░+ {2}0\.0 % {2}0 of 3 {2}paused /);
    expect(await run(['resume', batchId])).toBe('scheduled  3 pending, 0 under way\n');
    expect(await run(['cancel', batchId, '--hangup'])).toBe('cancelled  0 pending, 0 under way\n');
    expect(await run(['list', '--limit', '1'])).toContain(`${batchId}  cancelled  3`);
  });
});

describe('parley batch export', () => {
  it('writes the file whole, or not at all', async () => {
    const { batchId } = await start();
    const out = path.join(folder, 'out.csv');
    expect(await run(['export', batchId, '-o', out])).toBe(`${out}\n`);
    const lines = (await readFile(out, 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`'+12025550100`);
    await run(['export', batchId, '-o', out, '--raw']);
    expect(await readFile(out, 'utf8')).toContain(',+12025550100,');
    await expect(run(['export', 'batch_x', '-o', path.join(folder, 'none.csv')])).rejects.toThrow('batch');
    expect((await readdir(folder)).filter((name) => /none|part/.test(name))).toEqual([]);
  });
});

describe('parley batch watch', () => {
  const around = () => ({ clock: new ManualClock(0), source: new EventEmitter() });

  it('shows the figures and fails where the batch was cancelled', async () => {
    const { batchId } = await start();
    await run(['cancel', batchId]);
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    const watching = watchBatch(client, batchId, output, around());
    await expect(watching).rejects.toThrow('The batch is cancelled.');
    expect(written[0]).toMatch(/100\.0 % {2}3 of 3 {2}cancelled {2}0 connected {2}0\/min\n$/);
    expect(written.join('')).toMatch(/cancelled {2}3\n/);
  });

  it('leaves at a signal, and the batch goes on', async () => {
    const { batchId } = await start();
    const { clock, source } = around();
    const output = createOutput(false, { write: () => setImmediate(() => source.emit('SIGINT')) });
    const watching = watchBatch(client, batchId, output, { clock, source });
    await expect(watching).rejects.toThrow(`The batch goes on: parley batch watch ${batchId}`);
    expect((await api.send('GET', `${batchesPath}/${batchId}`)).body.status).toBe('scheduled');
  });

  it('ends well where the batch is completed, on one line of a terminal', async () => {
    const progress = (percent: number, status: string) => ({
      batchId: 'batch_1',
      status,
      waitingFor: 'none',
      total: 10_000,
      pending: 10_000 - percent * 100,
      dialing: 0,
      inProgress: 0,
      completed: percent * 100,
      failed: 0,
      skipped: 0,
      cancelled: 0,
      connected: 7,
      percent,
      callsPerMinute: 60,
      etaSeconds: percent === 100 ? 0 : 3_700,
    });
    const told = [progress(50, 'running'), progress(100, 'completed')];
    const follower = {
      async *follow() {
        yield* told;
      },
    } as unknown as ParleyClient;
    const written: string[] = [];
    const output = createOutput(false, { isTTY: true, write: (text) => written.push(text) }, true);
    await watchBatch(follower, 'batch_1', output, around());
    expect(written.slice(0, 3)).toEqual([
      `${'█'.repeat(12)}${'░'.repeat(12)}  50.0 %  5,000 of 10,000  running  7 connected  60/min  1 h 1 min left`,
      `\r\u001B[2K${'█'.repeat(24)}  100.0 %  10,000 of 10,000  completed  7 connected  60/min`,
      `\r\u001B[2K${'█'.repeat(24)}  100.0 %  10,000 of 10,000  completed  7 connected  60/min\n`,
    ]);
  });
});
