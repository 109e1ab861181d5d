import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, callees, sendCsv } from '../../../test/support/batches.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { updateWorkspace } from '../../store/workspaces.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = `${batchesPath}/validate`;
const [first, second, third] = callees(3) as [string, string, string];

describe('POST /v1/api/batch-calls/validate: 200', () => {
  it('reports the contents of a file', async () => {
    const { status, body } = await sendCsv(api, path, batchFileOf(7));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid: true,
      totalRows: 7,
      validRows: 7,
      invalidRows: 0,
      duplicateRows: 0,
      suppressedRows: 0,
      columns: [
        { name: 'phone_number', header: 'phone_number', role: 'phone_number' },
        { name: 'name', header: 'name', role: 'reserved' },
        { name: 'doctor', header: 'doctor', role: 'variable' },
      ],
      variablesMissing: [],
      warnings: [],
      errors: [],
      errorsTruncated: false,
    });
    expect(body.preview).toHaveLength(5);
    expect(body.preview[0]).toEqual({ phone_number: first, name: 'Ada 0', doctor: 'Grey' });
  });

  it('reads a file that Excel saved in Windows-1252, and reports the encoding', async () => {
    const file = Buffer.from(`phone;name\r\n${first};Ada\r\n${second};M\xfcller\r\n`, 'latin1');
    const { body } = await sendCsv(api, path, file);
    expect(body).toMatchObject({ valid: true, totalRows: 2, encoding: 'windows-1252' });
    expect(body.preview[1].name).toBe('Müller');
    expect(body.warnings).toEqual([
      {
        code: 'other_encoding',
        path: 'file',
        column: null,
        rows: 0,
        firstRows: [3],
        message:
          'The file is not in UTF-8. It was read as Windows-1252. Row 3 has "Müller": check these letters.',
      },
    ]);
  });

  it('names columns as the request says', async () => {
    const file = `phone_2,Ansprechpartner,Arzt,Büro\n${second},Ada,Grey,${first}\n`;
    const columns = JSON.stringify({ phone: 'Büro', name: 'ansprechpartner', doctor: 'Arzt' });
    const { status, body } = await sendCsv(api, path, file, { columns });
    expect(status).toBe(200);
    expect(body.columns).toEqual([
      { name: 'phone_2', header: 'phone_2', role: 'variable' },
      { name: 'name', header: 'Ansprechpartner', role: 'reserved' },
      { name: 'doctor', header: 'Arzt', role: 'variable' },
      { name: 'phone_number', header: 'Büro', role: 'phone_number' },
    ]);
    expect(body.phoneNumbers).toEqual([first]);
  });

  it('accepts 10,000 rows of three columns as JSON', async () => {
    const people = callees(100);
    const rows = Array.from({ length: 10_000 }, (_, row) => ({
      phone_number: people[row % 100],
      name: `Ada ${row}`,
      doctor: 'Grey',
    }));
    const { status, body } = await api.send('POST', path, { body: { rows, allowDuplicates: true } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, totalRows: 10_000, validRows: 10_000 });
  });

  it('warns of numbers without a known time zone, unless their row has one', async () => {
    const rows = [`+18886000100,`, `+18886000101,America/New_York`, `+18776000100,`, `${first},`];
    const { body } = await sendCsv(api, path, ['phone,timezone', ...rows, ''].join('\n'));
    expect(body).toMatchObject({ valid: true, validRows: 4 });
    expect(body.warnings).toEqual([
      {
        code: 'timezone_unknown',
        path: 'columns.phone_number',
        column: 'phone_number',
        rows: 2,
        firstRows: [2, 4],
        message:
          'Rows 2 and 4 have numbers whose time zone is unknown. Such rows are not called. Add a timezone column to the file.',
      },
    ]);
  });

  it('warns of rows whose time zone contradicts their number', async () => {
    const rows = [`${first},Asia/Tokyo`, `+12026000101,America/Los_Angeles`, `+12026000102,Europe/London`];
    const { body } = await sendCsv(api, path, ['phone,timezone', ...rows, ''].join('\n'));
    expect(body.warnings).toEqual([
      {
        code: 'timezone_contradicts_number',
        path: 'columns.timezone',
        column: 'timezone',
        rows: 2,
        firstRows: [3, 4],
        message:
          'Rows 3 and 4 have a timezone that contradicts the number. Such rows are called only when the hours of both allow it. Correct the timezone if it is wrong.',
      },
    ]);
  });

  it.each([
    ['EST', 'America/New_York'],
    ['MST', 'America/Denver'],
    ['Etc/GMT+5', 'America/New_York'],
    ['UTC', 'America/New_York'],
  ])('rejects the time zone %s and suggests %s', async (zone, suggested) => {
    const { body } = await sendCsv(api, path, `phone,timezone\n+12026000101,${zone}\n`);
    expect(body.errors).toEqual([
      {
        row: 2,
        column: 'timezone',
        code: 'invalid_timezone',
        message: `Use an IANA time zone such as ${suggested}.`,
        value: zone,
      },
    ]);
  });

  it('warns of invisible or lost characters, and of times in the past', async () => {
    const rows = [
      `\u202a${first}\u202c,Jos\ufffd,2020-01-05T09:00:00Z`,
      `${second},Eve,2090-01-05T09:00:00Z`,
    ];
    const file = ['phone|name|scheduled_at', ...rows.map((row) => row.replaceAll(',', '|')), ''].join('\n');
    const { body } = await sendCsv(api, path, file);
    const ofRow2 = { rows: 1, firstRows: [2] };
    expect(body).toMatchObject({ valid: true, validRows: 2, phoneNumbers: [first, second] });
    expect(body.warnings).toEqual([
      {
        code: 'invisible_characters',
        path: 'columns.phone_number',
        column: 'phone_number',
        ...ofRow2,
        message: 'Row 2 has invisible characters in phone_number. They are removed.',
      },
      {
        code: 'lost_characters',
        path: 'columns.name',
        column: 'name',
        ...ofRow2,
        message:
          'Row 2 has the replacement character U+FFFD in name: a conversion of the file lost letters. Correct them and save the file in UTF-8.',
      },
      {
        code: 'scheduled_in_past',
        path: 'columns.scheduled_at',
        column: 'scheduled_at',
        ...ofRow2,
        message: 'Row 2 has a scheduled_at in the past. Such rows are called as soon as the batch runs.',
      },
    ]);
    const sent = { agentId: api.agent.id };
    const codes = (await sendCsv(api, path, file, sent)).body.warnings.map(
      ({ code }: { code: string }) => code,
    );
    expect(codes).toEqual(
      expect.arrayContaining(['invisible_characters', 'lost_characters', 'scheduled_in_past']),
    );
  });

  it('warns of numbers that no trunk reaches if the request has an agentId', async () => {
    const other = await createTestApi({ reachableNetworks: { phone: false, test: true } });
    await assignNumber(other);
    const list = `phone,timezone\n+12026000100,America/New_York\n${first},\n+12026000101,\n`;
    const sent = { agentId: other.agent.id };
    const { body } = await sendCsv(other, path, list, sent);
    const warning = {
      code: 'no_trunk',
      path: 'columns.phone_number',
      column: 'phone_number',
      rows: 2,
      firstRows: [2, 4],
    };
    const message = expect.stringMatching(
      /^Rows 2 and 4 have numbers that no trunk can reach. Set PARLEY_TRUNK_URL /,
    );
    expect(body).toMatchObject({ valid: true, warnings: [{ ...warning, message }] });
    expect((await sendCsv(other, path, list)).body.warnings).toEqual([]);
    expect((await sendCsv(other, batchesPath, list, sent)).body.warnings).toEqual(body.warnings);
    await other.close();
  });

  it('returns the time zone of each previewed row, and when its call is allowed', async () => {
    // It is noon in UTC: 7:00 in Washington, and 13:00 in Berlin.
    const csv = `phone_number,timezone\n+12026000100,\n+12026000101,Europe/Berlin\n12,\n+18006000100,\n`;
    const { calleeTimes } = (await sendCsv(api, path, csv)).body;
    expect(calleeTimes).toEqual([
      { timezone: 'America/New_York', nextAllowedAt: '2026-01-05T13:00:00.000Z' },
      { timezone: 'Europe/Berlin', nextAllowedAt: expect.stringMatching(/^2026-01-05T13:00/) },
      null,
      { timezone: null, nextAllowedAt: null },
    ]);
  });

  it('returns what the agent says first to each previewed person, with the values of the row', async () => {
    const flow = {
      name: 'Visits',
      status: 'active',
      variables: { visit_at: { type: 'date_time' } },
      nodes: [{ id: 'end', type: 'end', config: { text: 'See you at {{visit_at}}.' } }],
    };
    const { body: created } = await api.send('POST', '/api/v1/flows', { body: flow });
    const agent = { name: 'Caller', flowId: created.id, firstMessage: 'Hello {{customer.name}}.' };
    const { body: caller } = await api.send('POST', '/api/v1/agents', { body: agent });
    const file = [
      'phone,name,visit_at,first_message',
      `${first},Ada,2026-01-06T10:00,`,
      `12,Bob,2026-01-06T11:00,`,
      `${second},Eve,2026-01-06T11:00,Good evening.`,
    ].join('\n');
    const { body } = await sendCsv(api, path, file, { agentId: caller.id });
    expect(body.openings).toEqual([
      { text: expect.stringMatching(/^Hello Ada\. See you at .*10 AM/), language: 'en-US' },
      null,
      { text: expect.stringMatching(/^Good evening\. See you at .*11 AM/), language: 'en-US' },
    ]);
    expect((await sendCsv(api, path, file)).body.openings).toEqual([]);
  });

  it('warns of numbers whose calling window never opens, in each request format', async () => {
    const window = { timezone: 'recipient', windows: [{ start: '22:00', end: '24:00' }] };
    const csv = `phone\n+12026000100\n+12026000101\n`;
    const form = new FormData();
    form.append('window', JSON.stringify(window));
    form.append('file', new Blob([csv]), 'callees.csv');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type')!, 'x-api-key': api.key };
    const payload = Buffer.from(await request.arrayBuffer());
    const asForm = await api.app.inject({ method: 'POST', url: path, headers, payload });
    const responses = [
      JSON.parse(asForm.payload),
      (await sendCsv(api, path, csv, { window: JSON.stringify(window) })).body,
      (await api.send('POST', path, { body: { csv, window } })).body,
    ];
    for (const body of responses)
      expect(body).toMatchObject({
        valid: false,
        validRows: 2,
        warnings: [{ code: 'window_never_opens', rows: 2 }],
      });
    const mixed = await api.send('POST', path, { body: { csv: `${csv}${first}\n`, window } });
    expect(mixed.body).toMatchObject({ valid: true, warnings: [{ code: 'window_never_opens', rows: 2 }] });
    const accepted = await api.send('POST', path, { body: { csv } });
    expect(accepted.body).toMatchObject({ valid: true, warnings: [] });
  });

  const setHours = (callingWindow: CallingWindow | null) =>
    updateWorkspace(api.database.inWorkspace(api.workspaceId), {
      workspaceId: api.workspaceId,
      callingWindow,
      at: noon,
    });

  it('warns of numbers that the hours of the workspace never allow', async () => {
    await setHours({ timezone: 'recipient', days: ['mon'], windows: [{ start: '22:00', end: '24:00' }] });
    const { body } = await sendCsv(api, path, 'phone\n+12026000100\n');
    await setHours(null);
    expect(body).toMatchObject({ valid: false, warnings: [{ code: 'window_never_opens', rows: 1 }] });
  });

  it('warns of test network numbers, which only the hours of workspace and batch restrict', async () => {
    const csv = 'phone\n+12025550100\n+12026000100\n';
    const window = { timezone: 'UTC', windows: [{ start: '22:00', end: '24:00' }] };
    const { body: alone } = await api.send('POST', path, {
      body: { csv, window: { ...window, timezone: 'recipient' } },
    });
    await setHours(CallingWindow.parse({ timezone: 'UTC', windows: [{ start: '09:00', end: '17:00' }] }));
    const { body: both } = await api.send('POST', path, { body: { csv, window } });
    await setHours(null);
    expect(alone).toMatchObject({ valid: true, warnings: [{ code: 'window_never_opens', rows: 1 }] });
    expect(both).toMatchObject({ valid: false, warnings: [{ code: 'window_never_opens', rows: 2 }] });
  });

  it('reports a file without a known time zone as invalid', async () => {
    const { body } = await sendCsv(api, path, 'phone\n+18886000100\n');
    expect(body).toMatchObject({ valid: false, warnings: [{ code: 'timezone_unknown', rows: 1 }] });
  });

  it('counts each row in one category', async () => {
    const { workspaceId } = api;
    const suppression = {
      workspaceId,
      channel: 'voice',
      address: second,
      reason: '',
      at: noon,
    } as const;
    await addSuppression(api.database.inWorkspace(workspaceId), suppression);
    const { body } = await sendCsv(api, path, `phone\n${first}\n${first}\n${second}\n123\n${third}\n`);
    expect(body).toMatchObject({
      totalRows: 5,
      validRows: 2,
      duplicateRows: 1,
      suppressedRows: 1,
      invalidRows: 1,
      valid: false,
      duplicates: [{ row: 3, firstRow: 2, phoneNumber: first }],
      suppressed: [{ row: 4 }],
    });
    expect(body.errors).toEqual([
      expect.objectContaining({ row: 5, column: 'phone_number', code: 'invalid_number', value: '123' }),
    ]);
  });

  it('lists the first 100 duplicate and suppressed rows, also of a file that is read in a thread', async () => {
    const { workspaceId } = api;
    const numbers = Array.from({ length: 1000 }, (_, index) => `+447700900${String(index).padStart(3, '0')}`);
    for (const address of numbers.slice(800, 950))
      await addSuppression(api.database.inWorkspace(workspaceId), {
        workspaceId,
        channel: 'voice',
        address,
        reason: '',
        at: noon,
      });
    const repeated = numbers.slice(0, 120);
    const rows = [...numbers, ...repeated].map((number) => `${number},${'x'.repeat(80)}`);
    const { body } = await sendCsv(api, path, ['phone,note', ...rows].join('\n'));
    expect(body).toMatchObject({ totalRows: 1120, duplicateRows: 120, suppressedRows: 150 });
    expect(body.duplicates).toHaveLength(100);
    expect(body.duplicates.at(-1)).toEqual({ row: 1101, firstRow: 101, phoneNumber: numbers[99] });
    expect(body.suppressed).toHaveLength(100);
    expect([body.suppressed[0], body.suppressed.at(-1)]).toEqual([{ row: 802 }, { row: 901 }]);
  });

  it('accepts a form, JSON with csv, and JSON with rows', async () => {
    const form = new FormData();
    form.append('defaultCountry', 'US');
    form.append('file', new Blob(['phone,doctor\n202 456 1111,Grey\n']), 'callees.csv');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type')!, 'x-api-key': api.key };
    const payload = Buffer.from(await request.arrayBuffer());
    const asForm = await api.app.inject({ method: 'POST', url: path, headers, payload });
    const asText = await api.send('POST', path, {
      body: { csv: 'phone,doctor\n202 456 1111,Grey\n', defaultCountry: 'US' },
    });
    const asRows = await api.send('POST', path, {
      body: { rows: [{ phone: 2024561111, doctor: 'Grey' }], defaultCountry: 'US' },
    });
    expect([asForm.statusCode, asText.status, asRows.status]).toEqual([200, 200, 200]);
    expect(JSON.parse(asForm.payload)).toEqual(asText.body);
    expect(asRows.body).toMatchObject({ valid: true, validRows: 1, columns: asText.body.columns });
  });

  it('numbers rows of JSON from 1', async () => {
    const { body } = await api.send('POST', path, { body: { rows: [{ phone: first }, { phone: 'x' }] } });
    expect(body.errors[0].row).toBe(2);
  });

  it('checks the languages of rows if the request has an agentId', async () => {
    const file = `phone,language\n${first},es-MX\n${second},en-AU\n`;
    const { body: ofAgent } = await sendCsv(api, path, file, { agentId: api.agent.id });
    expect(ofAgent).toMatchObject({
      valid: false,
      invalidRows: 1,
      errors: [{ row: 2, column: 'language', code: 'unsupported_language', value: 'es-MX' }],
    });
    const { body: withoutAgent } = await sendCsv(api, path, file);
    expect(withoutAgent).toMatchObject({ valid: true, errors: [] });
  });

  it("reports variables of the agent's flow that have no column", async () => {
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, {
      body: { firstMessage: '{{customer.name}} {{doctor}} {{dynamic.day}} {{now}}' },
    });
    const { body } = await sendCsv(api, path, `phone,doctor\n${first},Grey\n`, { agentId: api.agent.id });
    expect(body).toMatchObject({
      valid: true,
      variablesMissing: ['name', 'day'],
      warnings: [
        { code: 'missing_column', path: 'columns.name', column: 'name', rows: 1 },
        { code: 'missing_column', path: 'columns.day', column: 'day', rows: 1 },
      ],
    });
  });
});

describe('POST /v1/api/batch-calls/validate: 200, of a flow with times', () => {
  beforeAll(async () => {
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
  });

  it.each([
    ['of a few rows', 1],
    ['that is read in a thread', 2000],
  ])('warns of cells without a readable time, in a file %s', async (_, times) => {
    const cells = ['24.11.2026 10:30', '2026-11-24T10:30', ''];
    const rows = Array.from({ length: times }, (_row, block) =>
      cells.map((cell, index) => `+4915123${String(block * 3 + index).padStart(6, '0')},${cell}`),
    );
    const file = ['phone,visit_at', ...rows.flat()].join('\n');
    const { body } = await sendCsv(api, path, file, { agentId: api.agent.id });
    expect(body.warnings).toMatchObject([
      { code: 'empty_cells', path: 'columns.visit_at', column: 'visit_at', rows: times },
      { code: 'unreadable_time', path: 'columns.visit_at', column: 'visit_at', rows: times },
      { code: 'recording_consent', path: 'columns.phone_number', column: 'phone_number' },
    ]);
    expect(body).not.toHaveProperty('unreadableTimes');
    expect(body).not.toHaveProperty('dateOrder');
  });

  it('shows the format for the sent date order', async () => {
    const sent = { agentId: api.agent.id, dateOrder: 'mdy' };
    const { body } = await sendCsv(api, path, 'phone,visit_at\n+12025550100,soon\n', sent);
    expect(body.warnings[0].message).toContain('With dateOrder mdy write 11/24/2026 10:00,');
  });
});

describe('POST /v1/api/batch-calls/validate: dates', () => {
  const file = [
    'phone,visit_at,scheduled_at,note',
    '+12025550100,01.12.2026 9:30,02.12.2026 08:00,01.12.2026',
    '+12025550101,11/24/2026,,',
    '+12025550103,soon,,',
  ].join('\n');

  it('shows how they are read, and reports those that do not exist in the order', async () => {
    const { body } = await sendCsv(api, path, file, { agentId: api.agent.id, dateOrder: 'dmy' });
    expect(body.times).toEqual([
      { visit_at: '2026-12-01T09:30', scheduled_at: '2026-12-02T08:00' },
      { visit_at: null },
      {},
    ]);
    expect(body.errors).toMatchObject([
      { row: 3, column: 'visit_at', code: 'invalid_time', value: '11/24/2026' },
    ]);
    expect([body.valid, body.validRows, body.invalidRows]).toEqual([false, 2, 1]);
    const { body: other } = await sendCsv(api, path, file, { agentId: api.agent.id, dateOrder: 'mdy' });
    expect(other.times.slice(0, 2)).toEqual([
      { visit_at: '2026-01-12T09:30', scheduled_at: '2026-02-12T08:00' },
      { visit_at: '2026-11-24' },
    ]);
  });

  it('are not read in another form than ISO 8601 without dateOrder', async () => {
    const visits = 'phone,visit_at\n+12025550100,01.12.2026\n+12025550101,2026-12-01\n';
    const { body } = await sendCsv(api, path, visits, { agentId: api.agent.id });
    expect([body.times, body.errors]).toEqual([[{ visit_at: null }, { visit_at: '2026-12-01' }], []]);
    expect(body.warnings).toMatchObject([{ code: 'unreadable_time', rows: 1 }]);
  });
});

describe('POST /v1/api/batch-calls/validate: 400', () => {
  const cases: Record<string, [file: string, code: string]> = {
    malformed: ['phone\n"1\n', 'csv_malformed'],
    empty: ['phone\n', 'csv_empty'],
    'without numbers': ['name\nAda\n', 'csv_missing_phone_column'],
    'of two equal columns': ['phone,to\n1,2\n', 'csv_invalid_header'],
    'with a huge cell': [`phone,a\n1,${'x'.repeat(5000)}\n`, 'csv_too_large'],
  };

  it.each(Object.entries(cases))('reports the fault of a file: %s', async (_name, [file, code]) => {
    const { status, body } = await sendCsv(api, path, file);
    expect([status, body.error.code]).toEqual([400, code]);
  });

  it('requires one file, and rejects unknown options', async () => {
    const withoutFile = await api.send('POST', path, { body: {} });
    expect(withoutFile.body.error.fields).toEqual([
      expect.objectContaining({ path: 'csv', code: 'required' }),
    ]);
    const two = await api.send('POST', path, { body: { csv: 'a', rows: [] } });
    expect(two.body.error.fields).toEqual([
      expect.objectContaining({ path: 'rows', code: 'ambiguous_file' }),
    ]);
    const invalid = await sendCsv(api, path, batchFileOf(1), {
      defaultCountry: 'XX',
      allowDuplicate: 'true',
    });
    expect(invalid.body.error.fields.map((fault: { path: string }) => fault.path).sort()).toEqual([
      'allowDuplicate',
      'defaultCountry',
    ]);
  });

  it('reports faults in the query of a text/csv request as faults of the query', async () => {
    const { body } = await sendCsv(api, path, batchFileOf(1), { onInvalidRows: 'skip' });
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      message: 'The request is invalid. See fields.',
      fields: [{ path: 'onInvalidRows', code: 'unknown_field' }],
    });
  });

  it('checks a window like POST /v1/api/batch-calls', async () => {
    const window = { days: ['mon', 'mon'], windows: [{ start: '20:00', end: '09:00' }] };
    const { body } = await api.send('POST', path, { body: { csv: batchFileOf(1), window } });
    expect(body.error.fields.map((fault: { path: string }) => fault.path).sort()).toEqual([
      'window.days',
      'window.windows[0]',
    ]);
  });

  it('reports where to send an option that is in the query by mistake', async () => {
    const form = new FormData();
    form.append('file', new Blob([batchFileOf(1)]), 'callees.csv');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type')!, 'x-api-key': api.key };
    const payload = Buffer.from(await request.arrayBuffer());
    const url = `${batchesPath}/preview?limit=2`;
    const response = await api.app.inject({ method: 'POST', url, headers, payload });
    expect(response.statusCode).toBe(400);
    expect(JSON.parse(response.payload)).toMatchObject({
      error: {
        fields: [
          {
            path: 'limit',
            code: 'unknown_field',
            message: 'Send it as a field of the form with the file, not in the query.',
          },
        ],
      },
    });
    const asJson = await api.send('POST', `${path}?defaultCountry=US`, { body: { csv: batchFileOf(1) } });
    expect(asJson.body.error.fields).toEqual([
      expect.objectContaining({ path: 'defaultCountry', message: 'Send it in the body, not in the query.' }),
    ]);
  });

  it('rejects a malformed form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, body } = await api.send('POST', path, { body: 'nonsense', headers });
    expect([status, body.error.code]).toEqual([400, 'invalid_form']);
  });
});

describe('POST /v1/api/batch-calls/validate: 404', () => {
  it('returns 404 for an unknown agent', async () => {
    const { status, body } = await sendCsv(api, path, batchFileOf(1), { agentId: newId('agent') });
    expect([status, body.error.code]).toEqual([404, 'agent_not_found']);
  });
});

describe('POST /v1/api/batch-calls/validate: columns', () => {
  const header = 'phone,Telefon,Handy,handy';
  const file = `${header}\n${first},${second},1,2\n`;
  it.each([
    [
      'of an unknown header',
      { phone_number: 'Rufnummer' },
      {
        path: 'columns.phone_number',
        code: 'unknown_column',
        message: 'The file has no column "Rufnummer". The columns are "phone", "Telefon", "Handy", "handy".',
      },
    ],
    [
      'of a header that two columns have',
      { cell: 'HANDY' },
      { path: 'columns.cell', code: 'duplicate_column' },
    ],
    [
      'of one header with two names',
      { a: 'Telefon', b: 'Telefon' },
      { path: 'columns.b', code: 'duplicate_column' },
    ],
    ['without letters', { '?': 'Telefon' }, { path: 'columns.?', code: 'missing_name' }],
    [
      'of a name that another column has',
      { phone_number: 'Telefon', b: 'Handy', c: 'handy' },
      { path: 'columns[1]', code: 'duplicate_column' },
    ],
  ])('rejects an entry %s', async (_, columns, fault) => {
    const { status, body } = await sendCsv(api, path, file, { columns: JSON.stringify(columns) });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'csv_invalid_header', fields: [fault] });
  });
});

describe('limits of the settings', () => {
  let limited: TestApi;
  beforeAll(async () => {
    limited = await createTestApi({
      csvLimits: { maxRows: 2, maxBytes: 2000, maxColumns: 3, maxCellBytes: 64 },
    });
    await assignNumber(limited);
  });
  afterAll(() => limited.close());

  const [number] = callees(1);
  it.each([
    ['rows', `phone\n${callees(3).join('\n')}`],
    ['columns', `phone,a,b,c\n${number},1,2,3`],
    ['a cell', `phone,a\n${number},${'x'.repeat(65)}`],
    ['the file', `phone,a\n${number},1\n${'\n'.repeat(2000)}`],
  ])('apply to %s', async (_, file) => {
    const agentId = limited.agent.id;
    for (const path of [`${batchesPath}/validate`, `${batchesPath}/preview`, batchesPath]) {
      const options = path.endsWith('preview') ? {} : { agentId };
      const { status, body } = await sendCsv(limited, path, file, options);
      expect([path, status, body.error?.code]).toEqual([path, 400, 'csv_too_large']);
    }
  });

  it('accept a file within them', async () => {
    const file = `phone,a\n${callees(2).join(',1\n')},1`;
    const { status } = await sendCsv(limited, `${batchesPath}/validate`, file, { agentId: limited.agent.id });
    expect(status).toBe(200);
  });
});
