import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient, ParleyError } from '../../packages/sdk/src/client.ts';
import { createTestApi, assignNumber, ownNumber, type TestApi } from '../../test/support/api.ts';
import { batchesPath, batchFileOf } from '../../test/support/batches.ts';
import { changeBatchJob } from '../store/batches/batch-jobs.ts';
import { changeBatchStatus, completeBatch } from '../store/batches/batches.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { callAgain } from './batch/again.ts';
import { exportBatch } from './batch/export.ts';
import { watchBatch } from './batch/watch.ts';
import { addBatchCommands } from './batch.ts';
import { CommandError, createOutput, UsageError } from './output.ts';
import { runCommand } from './program.ts';
import { addResources } from './resources.ts';

let api: TestApi;
let client: ParleyClient;
let folder: string;
let file: string;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
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

/** Runs `parley batch …` against the API over a TCP connection. Returns what the command writes. */
async function run(words: readonly string[], json = false, isTTY = false): Promise<string> {
  const written: string[] = [];
  const output = createOutput(json, { isTTY, write: (text) => written.push(text) }, true);
  const batch = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addBatchCommands(
    batch,
    () => output,
    async () => client,
    { sleep: async () => undefined },
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
    const predialUrl = 'https://books.example/check?token=x';
    const window = ['--window', '9:00-12:00,14:00-17:00', '--days', 'mon,Tuesday', '--timezone', 'UTC'];
    const limits = ['--cps', '0.5', '--max', '3', '--reserve', '2', '--name', 'Reminders'];
    const callingRules = ['--purpose', 'reminder', '--consent'];
    const retries = ['--attempts', '3', '--retry-on', 'busy,no_answer', '--retry-after', '30m,1d'];
    expect(
      await start(...window, ...limits, ...callingRules, ...retries, '--predial', predialUrl),
    ).toMatchObject({
      agentId: api.agent.id,
      name: 'Reminders',
      totalRows: 3,
      validRows: 3,
      callsPerSecond: 0.5,
      maxConcurrency: 3,
      reservedConcurrency: 2,
      purpose: 'reminder',
      consent: true,
      predialUrl: 'https://books.example/check',
      retry: { maxAttempts: 3, on: ['busy', 'no_answer'], delays: ['30m', '1d'] },
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

  it('joins a date column and a time column to one variable or time', async () => {
    const dates = path.join(folder, 'dates.csv');
    await writeFile(dates, 'Telefon;Termin am;Um;"Name, Vorname"\n+12025550112;24.11.2030;9:30;Ada\n');
    const columns = ['visit=Termin am,Um', 'name="Name, Vorname"'].flatMap((text) => ['--column', text]);
    const words = ['start', dates, '--repeat', '--dates', 'dmy', ...columns];
    const { batchId } = JSON.parse(await run(words, true)) as { batchId: string };
    const { data } = await client.listBatchCalls({ path: { batchId } });
    expect(data.calls).toMatchObject([{ dynamic: { visit: '2030-11-24T09:30' }, customer: { name: 'Ada' } }]);
    const at = ['start', dates, '--repeat', '--dates', 'dmy', '--column', 'scheduled_at=Termin am,Um'];
    const scheduled = JSON.parse(await run(at, true)) as { batchId: string };
    const { data: later } = await client.listBatchCalls({ path: { batchId: scheduled.batchId } });
    expect(later.calls).toMatchObject([{ scheduledAt: '2030-11-24T14:30:00.000Z' }]);
  });

  it('calls the numbers of the named column, and again those of another one', async () => {
    const twoColumns = path.join(folder, 'two-columns.csv');
    await writeFile(twoColumns, 'Büro,Privat,Arzt\n+12025550110,+12025550111,Grey\n');
    const jobOf = async (header: string, other: string) => {
      const columns = ['--column', `phone=${header}`, '--column', `other=${other}`];
      const text = await run(['start', twoColumns, '--column', 'doctor=Arzt', ...columns], true);
      const { batchId } = JSON.parse(text) as { batchId: string };
      return (await api.send('GET', `${batchesPath}/${batchId}/calls`)).body.data.calls[0];
    };
    const dynamic = { doctor: 'Grey' };
    expect(await jobOf('Büro', 'Privat')).toMatchObject({ phoneNumber: '+12025550110', dynamic });
    expect(await jobOf('Privat', 'Büro')).toMatchObject({ phoneNumber: '+12025550111', dynamic });
  });

  it('names the option of a header that the file does not have', async () => {
    await expect(run(['validate', file, '--column', 'phone=Telefon'])).rejects.toMatchObject({
      fields: [{ path: '--column phone', code: 'unknown_column' }],
    });
    await expect(run(['start', file, '--column', 'Telefon'])).rejects.toThrow(UsageError);
  });

  it('shows the called and skipped rows, and the next command', async () => {
    const duplicateFile = path.join(folder, 'twice.csv');
    await writeFile(duplicateFile, `${batchFileOf(2)}\n+12025550100,Again,Grey`);
    const text = await run(['start', duplicateFile, '--agent', 'ada']);
    expect(text).toMatch(/^Ada calls 2 of 3 rows\nNot called: 1 duplicate\.\n/);
    expect(text).toMatch(/\n {2}npx parley-server batch watch batch_\w+\n$/);
  });

  it('counts rows that the calling hours never allow separately from the rows to call', async () => {
    const tollFreeFile = path.join(folder, 'toll-free.csv');
    await writeFile(tollFreeFile, 'phone\n+12026000100\n+12026000101\n+18886000100\n');
    expect(await run(['validate', tollFreeFile])).toMatch(
      /^3 rows: 2 to call, 0 invalid, 0 duplicate, 0 suppressed, 1 never allowed\n/,
    );
    expect(await run(['start', tollFreeFile])).toMatch(
      /^Ada calls 2 of 3 rows\nNot called: 1 never allowed\.\nRow 4 has a number whose time zone is unknown/,
    );
  });

  it('shows the start time of the calls if the service has scheduled them', async () => {
    const laterFile = path.join(folder, 'later.csv');
    await writeFile(laterFile, batchFileOf(4));
    expect(await run(['start', laterFile, '--at', '2026-01-06T09:00:00Z'])).toMatch(
      /\nCalls start at 2026-01-0\d \d\d:\d\d (?:UTC|[+-]\d\d:\d\d)\.\n {2}npx parley-server batch watch/,
    );
    expect(await run(['start', laterFile, '--repeat'])).not.toContain('Calls start');
  });

  it('calls a number once per row with --allow-duplicates', async () => {
    const repeatedFile = path.join(folder, 'repeated.csv');
    await writeFile(repeatedFile, `phone\n${'+12025550100\n'.repeat(3)}`);
    expect(await run(['validate', repeatedFile, '--allow-duplicates'])).toMatch(/^3 rows: 3 to call/);
    expect(await run(['start', repeatedFile, '--allow-duplicates'])).toMatch(/^Ada calls 3 of 3 rows\n/);
  });

  it('shows how the calling hours were interpreted', async () => {
    expect(await run(['start', file, '--repeat', '--window', '22:00-04:00'])).toContain(
      '\nCalls 22:00–24:00 and 00:00–04:00, in the time zone of each person\n',
    );
  });

  it('accepts the file after options with several values', async () => {
    const words = ['--repeat', '--window', '22:00-4:00', '--window', '09:00-10:00', file];
    const batch = JSON.parse(await run(['start', ...words], true)) as { window: object };
    expect(batch).toMatchObject({
      name: 'patients',
      window: {
        windows: [
          { start: '22:00', end: '24:00' },
          { start: '00:00', end: '04:00' },
          { start: '09:00', end: '10:00' },
        ],
      },
    });
  });

  it.each([
    [['--cps', 'fast'], '--cps takes a number'],
    [['--window', '9-17'], '--window takes hours such as 09:00-17:00'],
    [['--window', '09:00-09:00'], '--window takes hours such as 09:00-17:00'],
    [['--window', '08:00-07:00'], 'lasts 23 h. If this is intended'],
    [['--window', '22:00-04:00', '--days', 'fri'], 'write --window 22:00-24:00,00:00-04:00'],
    [['--window', '09:00-17:00', '--days', 'someday'], '--days takes days such as mon,tue'],
    [['--attempts', '0'], '--attempts takes a number from 1 to 10'],
    [['--retry-on', 'busy'], 'require --attempts'],
    [['--days', 'mon'], 'require --window'],
    [['--at', 'tomorrow'], '--at takes a time with Z or an offset'],
  ])('rejects %j', async (words, message) => {
    const rejected = run(['start', file, ...words]);
    await expect(rejected).rejects.toThrow(UsageError);
    await expect(rejected).rejects.toThrow(message);
  });

  it('explains how to write several values', async () => {
    const errors: string[] = [];
    const words = ['batch', 'start', '--days', 'mon', 'tue', file];
    expect(await runCommand(words, undefined, (text) => errors.push(text))).toBe(2);
    expect(errors.join('')).toContain('Separate several values by commas: --days mon,tue');
  });

  it('names the options of the command line in errors, not the fields of the API', async () => {
    const invalidFile = path.join(folder, 'unclear.csv');
    await writeFile(invalidFile, 'phone_number,name\n2024561111,Ada\n+12025550100,Grace\n');
    await expect(run(['start', invalidFile])).rejects.toMatchObject({
      message:
        'One row has faults. Rows are numbered as in a spreadsheet: row 2 is the first below the header. Add --skip-invalid to call the others.',
      fields: [
        {
          path: 'row 2, phone_number',
          message: expect.stringContaining('an option such as --country US') as string,
        },
      ],
    });
    await expect(run(['start', invalidFile], true)).rejects.toMatchObject({
      fields: [{ path: 'rows[2].phone_number' }],
    });
    await expect(run(['start', file, '--repeat', '--cps', '99999'])).rejects.toMatchObject({
      fields: [{ path: '--cps' }],
    });
    await start();
    await expect(run(['start', file])).rejects.toThrow('Add --repeat');
  });

  it('rejects a missing file', async () => {
    await expect(run(['start', '/nowhere.csv'])).rejects.toThrow('There is no file /nowhere.csv.');
    await expect(run(['start', folder])).rejects.toThrow('is a folder');
  });
});

describe('parley batch preview', () => {
  it('shows the columns and the first rows', async () => {
    const previewFile = path.join(folder, 'odd.csv');
    await writeFile(
      previewFile,
      `Phone,Name,doctorName\n+12025550100,Ada,${'Grey '.repeat(20)}\n+12025550101,Eve,Who\n`,
    );
    expect(await run(['preview', previewFile, '--rows', '1'])).toBe(`  column      purpose
  Phone       the number to call
  Name        the person's name
  doctorName  the variable {{doctor_name}}

  Phone         E.164         Name  doctorName
  +12025550100  +12025550100  Ada   Grey Grey Grey Grey Grey Grey…
1 of 2 rows
`);
    await writeFile(previewFile, 'phone\n(202) 555-0100\nnone\n');
    expect(await run(['preview', previewFile, '--country', 'us'])).toContain(
      '  phone           E.164\n  (202) 555-0100  +12025550100\n  none            invalid\n',
    );
    await expect(run(['preview', previewFile, '--rows', 'all'])).rejects.toThrow('--rows takes a number');
    await expect(run(['preview', previewFile, '--rows', '0'])).rejects.toMatchObject({
      fields: [{ path: '--rows' }],
    });
  });
});

describe('parley batch validate', () => {
  it('shows the content of the file', async () => {
    expect(await run(['validate', file, '--agent', 'ada'])).toMatch(
      /^3 rows: 3 to call, 0 invalid, 0 duplicate, 0 suppressed\n {2}column +purpose\n {2}phone_number +the number to call\n[^]+first rows:\n {2}phone_number +E\.164 +name +doctor\n {2}\+12025550100 +\+12025550100 +Ada/,
    );
  });

  it('reports how the columns match the flow, with the same warnings as a start', async () => {
    const expected = 'The flow does not use doctor. Check the spelling of the column name, or ignore this.\n';
    const report = await run(['validate', file]);
    expect(report).toContain(expected);
    expect(report).toMatch(/\nChecked for Ada \(agent_\w+\)\.\n$/);
    expect(await run(['validate', file, '--agent', api.agent.id])).toBe(report);
    expect(JSON.parse(await run(['validate', file], true))).toMatchObject({ agentId: api.agent.id });
    expect(await run(['start', file, '--repeat'])).toContain(expected);
  });

  it('checks the calling hours and shows how they were interpreted', async () => {
    const allowedFile = path.join(folder, 'lawful.csv');
    await writeFile(allowedFile, 'phone\n+12026000100\n+12026000101\n');
    const hours = ['--window', '9:00-17:00', '--days', 'mon,tue', '--timezone', 'America/New_York'];
    expect(await run(['validate', allowedFile, ...hours])).toMatch(
      /\nCalls 09:00–17:00 on mon and tue, in the time zone America\/New_York\nChecked for Ada/,
    );
    const rejected = run(['validate', allowedFile, '--window', '22:00-24:00']);
    await expect(rejected).rejects.toThrow('No batch can be started with this file.');
    await expect(run(['validate', allowedFile, '--window', '08:00-07:00'])).rejects.toThrow('lasts 23 h');
  });

  it('reports the newest batch with the same numbers', async () => {
    await api.clock.advance(1);
    const { batchId } = await start();
    const text = await run(['validate', file, '--agent', 'ada']);
    expect(text).toContain(`the same numbers were started as ${batchId} within the last 24 hours`);
  });

  it('uses the singular for one row', async () => {
    const one = path.join(folder, 'one.csv');
    await writeFile(one, batchFileOf(1));
    expect(await run(['validate', one])).toMatch(/^1 row: 1 to call/);
    expect(await run(['preview', one])).toMatch(/\n1 of 1 row\n$/);
    expect(await run(['start', one, '--repeat'])).toMatch(/^Ada calls 1 of 1 row\n/);
  });

  it('lists rows that are not called', async () => {
    const duplicates = path.join(folder, 'duplicates.csv');
    await writeFile(duplicates, `phone\n${'+12025550100\n'.repeat(13)}`);
    const text = await run(['validate', duplicates]);
    expect(text).toContain('\nduplicate: row 3 (as row 2), row 4 (as row 2), ');
    expect(text).toMatch(/row 12 \(as row 2\) and 2 more\n/);
  });

  it('lists every fault with its position, and fails', async () => {
    const invalidFile = path.join(folder, 'wrong.csv');
    await writeFile(invalidFile, 'phone_number,name\n123,Ada\n');
    await expect(run(['validate', invalidFile])).rejects.toThrow(CommandError);
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    const { validateBatch } = await import('./batch/validate.ts');
    await validateBatch(client, invalidFile, {}, output).catch(() => undefined);
    expect(written.join('')).toContain('row 2, phone_number:');
  });
});

describe('parley batch pause, resume, cancel, list', () => {
  it('shows the status of the batch after each change', async () => {
    const { batchId } = await start();
    expect(await run(['pause', batchId])).toBe('paused  3 pending, 0 active\n');
    expect(await run(['status', batchId])).toMatch(/^░+ {2}0\.0 % {2}0 of 3 {2}paused /);
    expect(await run(['resume', batchId])).toBe('scheduled  3 pending, 0 active\n');
    expect(await run(['cancel', batchId, '--hangup'])).toBe('cancelled  0 pending, 0 active\n');
    expect(await run(['list', '--limit', '1'])).toMatch(
      new RegExp(
        `^batch id +status +total .+ created at +name\\n${batchId}  cancelled  3 .+ \\d\\d:\\d\\d (?:UTC|[+-]\\d\\d:\\d\\d)  patients\\n`,
      ),
    );
  });
});

describe('parley batch export', () => {
  it('writes only the rows of a filter', async () => {
    const { batchId } = await start();
    const out = path.join(folder, 'only.csv');
    const rowsWith = async (...only: string[]) => {
      await run(['export', batchId, '-o', out, ...only.flatMap((filter) => ['--only', filter])]);
      return (await readFile(out, 'utf8')).trim().split('\r\n').length - 1;
    };
    expect(await rowsWith('status=pending', 'attempt=0')).toBe(3);
    expect(await rowsWith('outcome=answered')).toBe(0);
    await expect(rowsWith('outcome=great')).rejects.toThrow(ParleyError);
    await expect(rowsWith('confirmed')).rejects.toThrow(
      /^--only takes status, outcome, attempt or a variable/,
    );
    await expect(rowsWith('confirmed=yes')).rejects.toMatchObject({ fields: [{ path: 'collected' }] });
    await expect(rowsWith('status=pending', 'status=failed')).rejects.toThrow(/twice/);
  });

  it('writes the file completely or not at all', async () => {
    const { batchId } = await start();
    const out = path.join(folder, 'out.csv');
    expect(await run(['export', batchId, '-o', out])).toBe(`${out}\n`);
    const lines = (await readFile(out, 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`'+12025550100`);
    expect(lines[0]).toMatch(/^row,phone_number,name,email,external_id,result,job_id,/);
    await run(['export', batchId, '-o', out, '--raw', '--titles']);
    expect(await readFile(out, 'utf8')).toContain(',+12025550100,');
    await run(['export', batchId, '-o', out, '--excel', '--locale', 'fr-FR']);
    expect(await readFile(out, 'utf8')).toMatch(/^\uFEFFrow;phone_number;/);
    await run(['export', batchId, '-o', out, '--excel']);
    await expect(run(['export', batchId, '-o', out, '--locale', 'fr-FR'])).rejects.toThrow('Add --excel');
    await expect(run(['export', 'batch_x', '-o', path.join(folder, 'none.csv')])).rejects.toThrow('batch');
    expect((await readdir(folder)).filter((name) => /none|part/.test(name))).toEqual([]);
  });

  it.each([{}, { output: '-' }])('writes to standard output, given %j', async (options) => {
    const { batchId } = await start();
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    const stdout = new PassThrough({ encoding: 'utf8' });
    await exportBatch(client, batchId, options, output, stdout);
    expect(stdout.read()).toContain(`'+12025550102`);
    expect(written).toEqual([]);
  });
});

describe('parley batch again', () => {
  it('counts the rows that were not reached, and calls them', async () => {
    const ownFile = path.join(folder, 'again.csv');
    await writeFile(
      ownFile,
      'phone_number,doctor\n+12025550171,Grey\n+12025550172,Grey\n+12025550173,Grey\n',
    );
    const { batchId } = JSON.parse(await run(['start', ownFile], true)) as { batchId: string };
    await expect(run(['again', batchId])).rejects.toMatchObject({ code: 'batch_not_ended' });
    const change = { workspaceId: api.workspaceId, batchId, at: new Date(api.clock.now()) };
    const db = api.database.inWorkspace(api.workspaceId);
    await changeBatchStatus(db, { ...change, to: 'running' });
    const { data } = await client.listBatchCalls({ path: { batchId } });
    for (const [index, { jobId }] of data.calls.entries()) {
      await changeBatchJob(db, { ...change, jobId, to: 'dialing' });
      await changeBatchJob(db, { ...change, jobId, to: 'failed', outcome: index === 0 ? 'busy' : 'unknown' });
    }
    await completeBatch(db, change);
    const dryRun = ['again', batchId, '--dry-run'];
    expect(await run(dryRun)).toBe('1 row to call again of 1 not reached\n');
    expect(await run([...dryRun, '--outcomes', 'busy,unknown'])).toMatch(/^3 rows to call again of 3/);
    await expect(run(['again', batchId, '--from', '+12025550190'])).rejects.toMatchObject({
      fields: [{ path: expect.stringContaining('--from'), code: 'number_not_owned' }],
    });
    expect(await run(['again', batchId, '--name', 'Second try', '--from', ownNumber])).toMatch(
      /^1 row to call again of 1 not reached\n {2}(batch_\w+)\n {2}npx parley-server batch watch \1\n$/,
    );
    expect(await run(dryRun)).toBe(
      '0 rows to call again of 1 not reached\nNot called: 1 waiting in another batch or for a callback.\n',
    );
  });

  it('waits ten minutes for a large batch, as a start does', async () => {
    const timeouts: (number | undefined)[] = [];
    const counts = { notReached: 0, toCall: 0, reachedSince: 0, calledSince: 0, waitingElsewhere: 0 };
    const body = { batchId: null, ...counts, suppressedRows: 0, wrongNumberRows: 0, duplicateRows: 0 };
    const slow: Pick<ParleyClient, 'send'> = {
      send: async (_method, _path, options) => {
        timeouts.push(options?.timeoutMs);
        return Response.json(body);
      },
    };
    const output = createOutput(true, { write: () => undefined });
    await callAgain(slow as ParleyClient, 'batch_1', { dryRun: true }, output);
    expect(timeouts).toEqual([600_000]);
  });
});

describe('parley batch watch', () => {
  const dependencies = () => ({ clock: new ManualClock(0), source: new EventEmitter() });

  it('shows the counts and fails if the batch was cancelled', async () => {
    const { batchId } = await start();
    await run(['cancel', batchId]);
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    const watch = watchBatch(client, batchId, output, dependencies());
    await expect(watch).rejects.toThrow('The batch is cancelled.');
    expect(written[0]).toMatch(/100\.0 % {2}3 of 3 {2}cancelled {2}0 connected {2}0\/min\n$/);
    expect(written.join('')).toMatch(/cancelled {2}3\n/);
  });

  it('ends at a signal, and the batch continues', async () => {
    const { batchId } = await start();
    const { clock, source } = dependencies();
    const output = createOutput(false, { write: () => setImmediate(() => source.emit('SIGINT')) });
    const watch = watchBatch(client, batchId, output, { clock, source });
    await expect(watch).rejects.toThrow(
      `The batch continues. Watch it with npx parley-server batch watch ${batchId}`,
    );
    expect((await api.send('GET', `${batchesPath}/${batchId}`)).body.status).toBe('scheduled');
  });

  const progressAt = (percent: number, status: string) => ({
    batchId: 'batch_1',
    status,
    waitingFor: 'none',
    total: 100,
    pending: 100 - percent,
    dialing: 0,
    inProgress: 0,
    completed: percent,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    connected: 0,
    percent,
    callsPerMinute: 0,
    etaSeconds: 0,
    waitingUntil: null,
  });

  /**
   * Returns a client whose connections yield one list of progress each. Every connection fails after its list, except the last.
   * Without lists, the first connection fails.
   */
  const clientWithConnections = (...connections: readonly (readonly object[])[]) => {
    const remaining = [...connections];
    return {
      async *follow() {
        yield* remaining.shift() ?? [];
        if (connections.length > 0 && remaining.length === 0) return;
        throw new ParleyError('The service does not respond.', { status: 0, code: 'unreachable' });
      },
    } as unknown as ParleyClient;
  };

  /** Returns a clock on which each sleep ends at once and advances the time. */
  const fastClock = () => {
    let nowMs = 0;
    return { monotonicMs: () => nowMs, sleep: async (delayMs: number) => void (nowMs += delayMs) };
  };

  it('continues after a restart of the service, and reports the interruption once', async () => {
    const service = clientWithConnections(
      [progressAt(10, 'running')],
      [],
      [],
      [progressAt(10, 'running'), progressAt(100, 'completed')],
    );
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    await watchBatch(service, 'batch_1', output, { clock: fastClock(), source: new EventEmitter() });
    expect(written.slice(0, 4)).toEqual([
      expect.stringContaining('10.0 %'),
      'The service does not respond. Reconnecting for 60 s.\n',
      expect.stringContaining('10.0 %'),
      expect.stringContaining('100.0 %'),
    ]);
  });

  it('shows what a batch waits for, and until when', async () => {
    const waiting = {
      ...progressAt(0, 'running'),
      etaSeconds: null,
      waitingUntil: '2030-01-05T09:00:00.000Z',
    };
    const service = clientWithConnections([
      { ...waiting, status: 'scheduled' },
      { ...waiting, waitingFor: 'window' },
      { ...waiting, waitingFor: 'window', waitingUntil: null },
      progressAt(100, 'completed'),
    ]);
    const written: string[] = [];
    const output = createOutput(false, { write: (text) => written.push(text) });
    await watchBatch(service, 'batch_1', output, { clock: fastClock(), source: new EventEmitter() });
    expect(written[0]).toMatch(
      /0 of 100 {2}scheduled, waits until 2030-01-0\d \d\d:\d\d (?:UTC|[+-]\d\d:\d\d) {2}0 connected {2}0\/min\n$/,
    );
    expect(written[1]).toMatch(
      /running, waits for the calling hours until 2030-01-0\d \d\d:\d\d (?:UTC|[+-]\d\d:\d\d) {2}0 connected/,
    );
    expect(written[2]).toMatch(/running, waits for calling hours that never open {2}0 connected/);
  });

  it('fails a minute after the last response, and at once if the service never responded', async () => {
    const fastDependencies = () => ({ clock: fastClock(), source: new EventEmitter() });
    const output = createOutput(true, { write: () => undefined });
    const disconnected = clientWithConnections(
      [progressAt(10, 'running')],
      ...Array.from({ length: 70 }, () => []),
    );
    const watch = watchBatch(disconnected, 'batch_1', output, fastDependencies());
    await expect(watch).rejects.toThrow(
      'has not responded for 60 s. When it runs again: npx parley-server batch watch batch_1',
    );
    const unreachable = watchBatch(clientWithConnections(), 'batch_1', output, fastDependencies());
    await expect(unreachable).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('rewrites one line of a terminal, and succeeds if the batch is completed', async () => {
    const largeProgress = (percent: number, status: string) => ({
      ...progressAt(percent, status),
      total: 10_000,
      pending: 10_000 - percent * 100,
      completed: percent * 100,
      connected: 7,
      callsPerMinute: 60,
      etaSeconds: percent === 100 ? 0 : 3_700,
    });
    const expected = [largeProgress(50, 'running'), largeProgress(100, 'completed')];
    const follower = {
      async *follow() {
        yield* expected;
      },
    } as unknown as ParleyClient;
    const written: string[] = [];
    const output = createOutput(false, { isTTY: true, write: (text) => written.push(text) }, true);
    await watchBatch(follower, 'batch_1', output, dependencies());
    expect(written.slice(0, 3)).toEqual([
      `${'█'.repeat(12)}${'░'.repeat(12)}  50.0 %  5,000 of 10,000  running  7 connected  60/min  1 h 1 min left`,
      `\r\u001B[2K${'█'.repeat(24)}  100.0 %  10,000 of 10,000  completed  7 connected  60/min`,
      `\r\u001B[2K${'█'.repeat(24)}  100.0 %  10,000 of 10,000  completed  7 connected  60/min\n`,
    ]);
  });
});
