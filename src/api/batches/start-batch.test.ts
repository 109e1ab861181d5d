import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApi,
  assignNumber,
  ownNumber,
  seedOtherWorkspace,
  callableNumber,
  type TestApi,
} from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, callees, sendCsv, startBatchOf } from '../../../test/support/batches.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { addSuppression } from '../../store/suppressions.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

const [first, second] = callees(2) as [string, string];
const jobsOf = async (batchId: string) =>
  (await api.send('GET', `${batchesPath}/${batchId}/calls`)).body.data.calls;
const countBatches = async () => (await api.send('GET', batchesPath)).body.data.total;

describe('POST /v1/api/batch-calls: 200', () => {
  it('stores a job for each row, and starts no call', async () => {
    const { status, body } = await startBatchOf(api, batchFileOf(3), { name: 'Reminders' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Reminders',
      status: 'scheduled',
      waitingFor: 'none',
      agentId: api.agent.id,
      totalRows: 3,
      total: 3,
      pending: 3,
      validRows: 3,
      callsPerSecond: 1,
      retry: { maxAttempts: 1, on: ['no_answer', 'busy', 'voicemail', 'failed'], delays: ['1h'] },
      startedAt: null,
      variablesMissing: [],
      warnings: [{ code: 'unused_column', path: 'columns.doctor', column: 'doctor', rows: 3 }],
    });
    expect(body.batchId).toMatch(/^batch_/);
    const jobs = await jobsOf(body.batchId);
    expect(
      jobs.map(({ row, phoneNumber }: { row: number; phoneNumber: string }) => [row, phoneNumber]),
    ).toEqual(callees(3).map((number, index) => [index + 2, number]));
    expect(jobs[0]).toMatchObject({
      status: 'pending',
      attempt: 0,
      callId: null,
      customer: { name: 'Ada 0' },
      dynamic: { doctor: 'Grey' },
    });
  });

  it('applies the calling hours of the purpose of the batch, or else of the agent', async () => {
    const sundays = { timezone: 'recipient', days: ['sun'], windows: [{ start: '10:00', end: '18:00' }] };
    const inAlabama = 'phone\n+12056000100\n';
    const startWith = (changes: object) =>
      api.send('POST', batchesPath, {
        body: { agentId: api.agent.id, csv: inAlabama, window: sundays, allowRepeat: true, ...changes },
      });
    const sales = await startWith({ purpose: 'sales' });
    expect(sales.body.error).toMatchObject({ fields: [{ path: 'window', code: 'window_never_opens' }] });
    expect((await startWith({})).status).toBe(400);
    const { status, body } = await startWith({ purpose: 'reminder', consent: true });
    expect([status, body.purpose, body.consent]).toEqual([200, 'reminder', true]);
    const { body: found } = await api.send('GET', `${batchesPath}/${body.batchId}`);
    expect(found).toMatchObject({ purpose: 'reminder', consent: true });
  });

  it('warns of rows whose calling window never opens, and rejects a batch of only such rows', async () => {
    const night = { timezone: 'recipient', days: ['mon'], windows: [{ start: '22:00', end: '24:00' }] };
    const inWashington = 'phone\n+12026000100\n+12026000101\n+12026000102\n';
    const startAtNight = (csv: string) =>
      api.send('POST', batchesPath, { body: { agentId: api.agent.id, csv, window: night } });
    const before = await countBatches();
    const rejected = await startAtNight(inWashington);
    expect([rejected.status, rejected.body.error.code, rejected.body.error.fields]).toEqual([
      400,
      'batch_nothing_to_call',
      [
        {
          path: 'window',
          code: 'window_never_opens',
          message: expect.stringContaining('Change the window.'),
        },
      ],
    ]);
    expect(await countBatches()).toBe(before);
    const { status, body } = await startAtNight(`${inWashington}${callableNumber}\n`);
    expect(status).toBe(200);
    expect(body.warnings[0]).toMatchObject({
      code: 'window_never_opens',
      path: 'columns.phone_number',
      column: 'phone_number',
      rows: 3,
    });
  });

  it('rejects a batch without a callable row because of unknown time zones or calling hours', async () => {
    const night = { timezone: 'recipient', windows: [{ start: '22:00', end: '24:00' }] };
    const tollFree = 'phone,timezone\n+18886000100,\n+18886000101,\n';
    const startCsv = (csv: string, more: object = {}) =>
      api.send('POST', batchesPath, { body: { agentId: api.agent.id, csv, ...more } });
    const before = await countBatches();
    const { status, body } = await startCsv(tollFree);
    expect([status, body.error]).toMatchObject([
      400,
      {
        code: 'batch_nothing_to_call',
        message: expect.stringContaining('Add a timezone to each row.'),
        fields: [{ path: 'timezone', code: 'timezone_unknown' }],
      },
    ]);
    const { body: both } = await startCsv(`${tollFree}+12026000100,\n`, { window: night });
    expect(both.error.fields.map(({ code }: { code: string }) => code)).toEqual([
      'timezone_unknown',
      'window_never_opens',
    ]);
    expect(await countBatches()).toBe(before);
    const first = await startCsv(`${tollFree}+18886000102,America/New_York\n`);
    expect([first.status, first.body.warnings]).toMatchObject([200, [{ code: 'timezone_unknown', rows: 2 }]]);
  });

  it('accepts numbers without a time zone if the workspace has calling hours off', async () => {
    const { workspaceId } = api;
    const setHours = (value: string) =>
      api.database
        .inWorkspace(workspaceId)
        .execute({ text: 'update workspaces set calling_hours = $2 where id = $1' }, [workspaceId, value]);
    await setHours('off');
    const { status, body } = await startBatchOf(api, 'phone\n+18886000103\n');
    await setHours('law');
    expect([status, body.warnings]).toEqual([200, []]);
  });

  it('accepts all options', async () => {
    const options = {
      csv: `phone,from_number,language,first_message,scheduled_at\n${first},${ownNumber},en-GB,Hello,2030-01-05T09:00:00Z\n`,
      agentId: api.agent.id,
      fromNumbers: [ownNumber],
      defaultCountry: 'US',
      scheduledAt: '2026-02-01T00:00:00Z',
      window: { timezone: 'recipient', days: ['mon', 'fri'], windows: [{ start: '09:00', end: '24:00' }] },
      maxConcurrency: 5,
      callsPerSecond: 2.5,
      retry: { maxAttempts: 3, on: ['busy'], delays: ['30m', '1d'] },
      onInvalidRows: 'skip',
      allowDuplicates: true,
      metadata: { campaign: 'spring' },
    };
    const { status, body } = await api.send('POST', batchesPath, { body: options });
    const {
      csv: _csv,
      onInvalidRows: _on,
      allowDuplicates: _allow,
      scheduledAt: _at,
      ...storedOptions
    } = options;
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...storedOptions, scheduledAt: '2026-02-01T00:00:00.000Z' });
    const [job] = await jobsOf(body.batchId);
    expect(job).toMatchObject({
      fromNumber: ownNumber,
      language: 'en-GB',
      firstMessage: 'Hello',
      scheduledAt: '2030-01-05T09:00:00.000Z',
    });
  });

  it('skips rows with an unsupported language if onInvalidRows is skip', async () => {
    const file = `phone,language\n${first},es-MX\n${second},en-AU\n`;
    const { status, body } = await startBatchOf(api, file, { onInvalidRows: 'skip' });
    expect([status, body]).toMatchObject([200, { totalRows: 2, validRows: 1, invalidRows: 1 }]);
    expect(await jobsOf(body.batchId)).toMatchObject([
      { status: 'skipped', skipReason: 'invalid_row', detail: expect.stringContaining('such as en-US') },
      { status: 'pending', language: 'en-AU' },
    ]);
  });

  it('stores rows that are not called as skipped jobs with a reason', async () => {
    const { workspaceId } = api;
    await addSuppression(api.database.inWorkspace(workspaceId), {
      workspaceId,
      channel: 'voice',
      address: second,
      reason: '',
      at: noon,
    });
    const { body } = await startBatchOf(api, `phone\n${first}\n${first}\n${second}\n123\n`, {
      onInvalidRows: 'skip',
    });
    expect(body).toMatchObject({
      totalRows: 4,
      validRows: 1,
      duplicateRows: 1,
      suppressedRows: 1,
      invalidRows: 1,
      pending: 1,
      skipped: 3,
    });
    const jobs = await jobsOf(body.batchId);
    expect(
      jobs.map((job: Record<string, unknown>) => [job['status'], job['skipReason'], job['outcome']]),
    ).toEqual([
      ['pending', null, null],
      ['skipped', 'duplicate', null],
      ['skipped', 'suppressed', 'dnc'],
      ['skipped', 'invalid_row', 'invalid_number'],
    ]);
    expect(jobs[1].detail).toBe('Row 2 has the same number.');
  });

  it('starts once per Idempotency-Key, and requires another key for another file', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const options = { agentId: api.agent.id, allowRepeat: 'true' };
    const before = await countBatches();
    const first = await sendCsv(api, batchesPath, batchFileOf(4), options, { headers });
    const second = await sendCsv(api, batchesPath, batchFileOf(4), options, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const other = await sendCsv(api, batchesPath, batchFileOf(5), options, { headers });
    expect(other.body.error.code).toBe('idempotency_key_reused');
    expect(await countBatches()).toBe(before + 1);
  });

  it('starts the same file once for concurrent requests', async () => {
    const file = batchFileOf(6);
    const options = { agentId: api.agent.id };
    const responses = await Promise.all([1, 2, 3, 4].map(() => sendCsv(api, batchesPath, file, options)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const rejected = responses.find(({ status }) => status === 400)!;
    expect(rejected.body.error.code).toBe('batch_repeated');
    expect((await sendCsv(api, batchesPath, file, { ...options, allowRepeat: 'true' })).status).toBe(200);
    await api.clock.advance(24 * 3_600_000 + 1);
    expect((await sendCsv(api, batchesPath, file, options)).status).toBe(200);
  });
});

describe('POST /v1/api/batch-calls: the same numbers', () => {
  const lines = Array.from({ length: 3 }, (_, index) => `+1202555016${index},Ada`);
  const list = `phone_number,name\n${lines.join('\n')}\n`;
  const start = (file: string, options: Readonly<Record<string, string>> = {}) =>
    startBatchOf(api, file, { allowRepeat: 'false', ...options });
  let batchId: string;
  beforeAll(async () => {
    const { body } = await start(list);
    batchId = body.batchId;
  });

  it.each([
    ['ends its lines with CRLF', list.replaceAll('\n', '\r\n')],
    ['has an empty line', `${list}\n`],
    ['names its column differently', list.replace('phone_number', 'phone')],
    ['is in another order', `phone_number,name\n${lines.toReversed().join('\n')}\n`],
    ['has other columns', `phone_number,outcome\n${lines.join('\n')}\n`],
    ['has a number twice', `${list}${lines[0]}\n`],
  ])('are rejected if the file %s', async (_, file) => {
    const { status, body } = await start(file);
    expect([status, body.error.code]).toEqual([400, 'batch_repeated']);
    expect(body.error.message).toContain(`was started as ${batchId} `);
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, file, { agentId: api.agent.id });
    expect(report).toMatchObject({ valid: true, repeatOf: batchId });
  });

  it('are rejected even if one of them was suppressed in the meantime', async () => {
    const { workspaceId } = api;
    const recipient = {
      workspaceId,
      channel: 'voice',
      address: '+12025550160',
      reason: '',
      at: noon,
    } as const;
    await addSuppression(api.database.inWorkspace(workspaceId), recipient);
    expect((await start(`${list}\n\n`)).body.error.code).toBe('batch_repeated');
  });

  it('are accepted with a warning if the file has one more number', async () => {
    const extendedList = `${list}+12025550163,Ada\n`;
    // The warning does not count the first number, because it is suppressed.
    const warning = {
      code: 'in_recent_batch',
      path: 'columns.phone_number',
      column: 'phone_number',
      rows: 2,
      firstRows: [3, 4],
    };
    const message = expect.stringMatching(/^Rows 3 and 4 have numbers of .* called again\.$/u);
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, extendedList, {
      agentId: api.agent.id,
    });
    expect(report).toMatchObject({ valid: true, repeatOf: null });
    expect(report.warnings).toContainEqual({ ...warning, message });
    const { body } = await start(extendedList);
    expect(body).toMatchObject({ totalRows: 4, status: 'scheduled' });
    expect(body.warnings).toContainEqual({ ...warning, message });
  });

  it('are skipped on request, and a file without other numbers is rejected', async () => {
    const options = { onRecentNumbers: 'skip' };
    const file = `${list}+12025550169,Ada\n`;
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, file, {
      agentId: api.agent.id,
      ...options,
    });
    expect(report).toMatchObject({ valid: true, validRows: 1, suppressedRows: 1, recentRows: 2 });
    expect(report.openings).toEqual([null, null, null, expect.objectContaining({ language: 'en-US' })]);
    const { body } = await start(file, options);
    expect(body).toMatchObject({ validRows: 1, suppressedRows: 1, recentRows: 2, pending: 1, skipped: 3 });
    expect(body.warnings).toMatchObject([
      { code: 'in_recent_batch', message: expect.stringMatching(/They are skipped\.$/u) },
    ]);
    const { body: jobs } = await api.send('GET', `${batchesPath}/${body.batchId}/calls`);
    expect(jobs.data.calls.map(({ skipReason }: { skipReason: string }) => skipReason)).toEqual([
      'suppressed',
      'recently_called',
      'recently_called',
      null,
    ]);
    const nobody = await start(lines.slice(1).join('\n').replace(/^/u, 'phone_number,name\n'), options);
    expect([nobody.status, nobody.body.error.code]).toEqual([400, 'batch_nothing_to_call']);
    expect(nobody.body.error.message).toContain('2 called within 24 hours');
  });

  it('cause no warning if they were not called, without an agent, or after 24 hours', async () => {
    const { body: cancelled } = await start('phone\n+12025550165\n+12025550166\n');
    await api.send('DELETE', `${batchesPath}/${cancelled.batchId}`);
    const repeated = 'phone\n+12025550165\n+12025550167\n';
    expect((await start(repeated)).body.warnings).toEqual([]);
    const { body: report } = await sendCsv(api, `${batchesPath}/validate`, repeated);
    expect(report.warnings).toEqual([]);
    await api.clock.advance(24 * 3_600_000 + 1);
    expect((await start('phone\n+12025550165\n+12025550168\n')).body.warnings).toEqual([]);
  });

  it('are reported with their batch even after 25 later batches of the agent', async () => {
    const { body: older } = await start('phone\n+12025550110\n+12025550111\n');
    for (let index = 0; index < 25; index += 1) await start(`phone\n+120255501${20 + index}\n`);
    const { body } = await start('phone\n+12025550110\n+12025550119\n');
    expect(body.warnings).toMatchObject([
      {
        code: 'in_recent_batch',
        firstRows: [2],
        message: `Row 2 has a number of ${older.batchId} that this agent started within 24 hours. It is called again.`,
      },
    ]);
  });

  it('start one batch for concurrent requests', async () => {
    const files = [1, 2, 3].map((blank) => `phone\n+12025550164\n${'\n'.repeat(blank)}`);
    const responses = await Promise.all(files.map((file) => start(file)));
    const rejected = responses.filter(({ status }) => status === 400);
    expect(rejected.map(({ body }) => body.error.code)).toEqual(['batch_repeated', 'batch_repeated']);
  });
});

describe('POST /v1/api/batch-calls: a batch that was cancelled', () => {
  const list = (digit: number) => `phone_number,name\n+1202555017${digit},Ada\n+1202555018${digit},Grace\n`;
  const start = (file: string) => startBatchOf(api, file, { allowRepeat: 'false' });
  const cancel = (batchId: string) => api.send('DELETE', `${batchesPath}/${batchId}`);
  const repeatOf = async (file: string) =>
    (await sendCsv(api, `${batchesPath}/validate`, file, { agentId: api.agent.id })).body.repeatOf;

  it.each([
    ['the same file', list(0), list(0)],
    ['the same numbers', list(1), list(1).replaceAll('Ada', 'Grace')],
  ])('before any call does not block %s', async (_, file, corrected) => {
    const { body: first } = await start(file);
    expect(await repeatOf(corrected)).toBe(first.batchId);
    expect((await start(corrected)).body.error.code).toBe('batch_repeated');
    await cancel(first.batchId);
    expect(await repeatOf(corrected)).toBeNull();
    const { status, body: second } = await start(corrected);
    expect([status, second.status]).toEqual([200, 'scheduled']);
    expect((await start(corrected)).body.error.message).toContain(second.batchId);
  });

  it.each([
    ['the same file', list(2), list(2)],
    ['the same numbers', list(3), list(3).replaceAll('Ada', 'Grace')],
  ])('after a call blocks %s', async (_, file, repeated) => {
    const { body: first } = await start(file);
    const [job] = await jobsOf(first.batchId);
    await seedCall(api.database, api, { batchId: first.batchId, jobId: job.jobId, state: 'ringing' });
    await cancel(first.batchId);
    expect(await repeatOf(repeated)).toBe(first.batchId);
    expect((await start(repeated)).body.error.code).toBe('batch_repeated');
  });

  it('is started again by only one of several concurrent requests', async () => {
    const { body: first } = await start(list(4));
    await cancel(first.batchId);
    const files = [list(4), list(4), list(4).replaceAll('Ada', 'Grace')];
    const responses = await Promise.all(files.map((file) => start(file)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = responses.flatMap(({ status, body }) => (status === 200 ? [] : [body.error.code]));
    expect(codes).toEqual(['batch_repeated', 'batch_repeated']);
  });
});

describe('POST /v1/api/batch-calls: 400', () => {
  it('reports all faults together', async () => {
    const body = {
      rows: [{ phone: first }],
      agentId: api.agent.id,
      fromNumbers: [ownNumber, callableNumber],
      scheduledAt: '2020-01-01T00:00:00Z',
      window: { days: ['mon', 'mon'], windows: [{ start: '20:00', end: '09:00' }] },
      callsPerSecond: 0,
      retry: { maxAttempts: 11, delays: ['soon'] },
      nmae: 'x',
    };
    const { status, body: response } = await api.send('POST', batchesPath, { body });
    expect([status, response.error.code]).toEqual([400, 'invalid_request']);
    expect(response.error.fields.map((fault: { path: string }) => fault.path).sort()).toEqual([
      'callsPerSecond',
      'fromNumbers[1]',
      'nmae',
      'retry.delays[0]',
      'retry.maxAttempts',
      'scheduledAt',
      'window.days',
      'window.windows[0]',
    ]);
  });

  it.each([
    ['CSV', 3, { csv: `phone,language\n${first},en-GB\n${second},es-MX\n` }],
    [
      'JSON',
      2,
      {
        rows: [
          { phone: first, language: 'en-GB' },
          { phone: second, language: 'es-MX' },
        ],
      },
    ],
  ])('rejects a row of %s with an unsupported language', async (_, row, file) => {
    const body = { agentId: api.agent.id, ...file };
    const { status, body: response } = await api.send('POST', batchesPath, { body });
    expect([status, response.error.code]).toEqual([400, 'batch_rows_invalid']);
    expect(response.error.fields).toEqual([
      {
        path: `rows[${row}].language`,
        code: 'unsupported_language',
        message: `Row ${row}: Write a language that the agent understands and speaks, such as en-US or en-GB.`,
      },
    ]);
    const numbering = 'rows' in file ? 'rows[1] is the first row.' : 'rows[2] is row 2 of a spreadsheet';
    expect(response.error.message).toContain(numbering);
  });

  it('rejects a pre-dial URL that is not allowed', async () => {
    const faultsOf = async (predialUrl: string) => {
      const body = { agentId: api.agent.id, csv: batchFileOf(1), predialUrl, nmae: 'x' };
      const { body: response } = await api.send('POST', batchesPath, { body });
      return response.error.fields.map(({ path, code }: { path: string; code: string }) => [path, code]);
    };
    const other = ['nmae', 'unknown_field'];
    expect(await faultsOf('http://10.0.0.1/x')).toEqual([other, ['predialUrl', 'address_not_allowed']]);
    expect(await faultsOf('https://[::1]/x')).toEqual([other, ['predialUrl', 'address_not_allowed']]);
    expect(await faultsOf('http://8.8.8.8/x')).toEqual([other, ['predialUrl', 'https_required']]);
    expect(await faultsOf('ftp://10.0.0.1/x')).toEqual(expect.arrayContaining([other]));
    for (const url of ['https://8.8.8.8/x', 'http://10.1.0.1/x', 'https://books.example/x'])
      expect(await faultsOf(url)).toEqual([other]);
    const { status, body } = await startBatchOf(api, batchFileOf(1), {
      predialUrl: 'http://10.0.0.1/x?key=1',
    });
    expect([status, body.error.fields]).toEqual([
      400,
      [
        {
          path: 'predialUrl',
          code: 'address_not_allowed',
          message: 'Requests to this address are not allowed unless PARLEY_WEBHOOK_ALLOW_CIDRS contains it.',
        },
      ],
    ]);
  });

  it('stores the secret of the pre-dial check encrypted and does not return it', async () => {
    const predialSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const predialUrl = 'https://books.example/x';
    const { status, body } = await startBatchOf(api, 'phone\n+12025550155\n', { predialUrl, predialSecret });
    expect([status, JSON.stringify(body).includes('whsec_')]).toEqual([200, false]);
    const text = 'select predial_secret as secret from batches where id = $1';
    const stored = await api.database.asSystem().row<{ secret: string }>({ text }, [body.batchId]);
    expect(api.context.secrets.open(stored!.secret, body.batchId)).toBe(predialSecret);
  });

  it('rejects a pre-dial secret without a pre-dial URL, and a malformed secret', async () => {
    const faultsOf = async (fields: Record<string, string>) =>
      (await startBatchOf(api, batchFileOf(1), fields)).body.error.fields.map(
        ({ path, message }: { path: string; message: string }) => [path, message],
      );
    const predialSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    expect(await faultsOf({ predialSecret })).toEqual([
      ['predialSecret', 'Send predialUrl too: the secret signs the requests to it.'],
    ]);
    const predialUrl = 'https://books.example/x';
    for (const other of ['secret', 'whsec_', `whsec_${Buffer.alloc(23).toString('base64')}`])
      expect(await faultsOf({ predialUrl, predialSecret: other })).toEqual([
        ['predialSecret', 'Write `whsec_` and 24 to 64 random bytes in base64.'],
      ]);
  });

  it('rejects a file with invalid rows and stores nothing', async () => {
    const before = await countBatches();
    const { status, body } = await startBatchOf(api, `phone,email\n${first},\n123,x\n`);
    expect([status, body.error.code]).toEqual([400, 'batch_rows_invalid']);
    expect(
      body.error.fields.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`),
    ).toEqual(['rows[3].phone_number invalid_number', 'rows[3].email invalid_email']);
    expect(await countBatches()).toBe(before);
  });

  it('rejects a file without a callable row', async () => {
    const { workspaceId } = api;
    const address = '+12025550190';
    const recipient = { workspaceId, channel: 'voice', address, reason: '', at: noon } as const;
    await addSuppression(api.database.inWorkspace(workspaceId), recipient);
    const startCsv = (file: string) => startBatchOf(api, file, { onInvalidRows: 'skip' });
    const { body } = await startCsv(`phone\n123\n124\n${address}\n${address}\n`);
    expect(body.error).toMatchObject({
      code: 'batch_nothing_to_call',
      message:
        'No row of the file can be called: 2 invalid, 1 suppressed, 1 duplicate. Correct the invalid rows; the validate endpoint lists their faults. Send numbers that are not suppressed, or delete the suppressions of customers who want to be called.',
    });
    const { body: invalid } = await startCsv('phone\n123\n');
    expect(invalid.error.message).toBe(
      'No row of the file can be called: 1 invalid. Correct the invalid rows; the validate endpoint lists their faults.',
    );
  });

  it('rejects an agent without a number', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', {
      body: { name: 'Joan', flowId: api.flow.id },
    });
    const { status, body } = await startBatchOf(api, batchFileOf(1), { agentId: agent.id });
    expect([status, body.error.code]).toEqual([400, 'agent_no_phone_number']);
  });
});

describe('POST /v1/api/batch-calls: 200, of a flow with times', () => {
  it('warns of cells that are spoken unchanged, and accepts them', async () => {
    const flow = {
      name: 'Visits',
      status: 'active',
      variables: { visitAt: { type: 'date_time' } },
      nodes: [{ id: 'end', type: 'end', config: { text: 'See you on {{visitAt}}.' } }],
    };
    const { body: created } = await api.send('POST', '/api/v1/flows', { body: flow });
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, {
      body: { firstMessage: '', flowId: created.id },
    });
    const { status, body } = await startBatchOf(api, `phone,visit_at\n${first},24.11.2026 10:30\n`);
    expect([status, body.warnings]).toMatchObject([
      200,
      [{ code: 'unreadable_time', path: 'columns.visit_at', column: 'visit_at', rows: 1 }],
    ]);
    const ordered = await startBatchOf(api, `phone,visit_at\n${first},soon\n`, {
      allowRepeat: 'true',
      dateOrder: 'dmy',
    });
    expect(ordered.body.warnings[0].message).toContain('With dateOrder dmy write 24.11.2026 10:00,');
  });
});

describe('POST /v1/api/batch-calls: 404', () => {
  it('returns 404 for an agent of another workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const { status, body } = await startBatchOf(api, batchFileOf(1), { agentId: otherWorkspace.agent.id });
    expect([status, body.error.code]).toEqual([404, 'agent_not_found']);
  });
});
