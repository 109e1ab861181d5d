import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { seedMessageFlow } from '../../test/support/conversations.ts';
import { noon, seedCall } from '../../test/support/fixtures.ts';
import { receiveCallCommands } from '../contracts/call-commands.ts';
import { recordCallChange } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { createOutput, UsageError } from './output.ts';
import { fetchInHomeWorkspace } from './home-workspace.ts';
import { addCallCommands } from './calls.ts';
import { addResources } from './resources.ts';
import { openTask } from '../store/tasks.ts';
import { addSuppressionCommands } from './suppressions.ts';
import { addPersonCommands } from './persons.ts';
import { addTaskCommands } from './tasks.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'));
  api = await createTestApi({ dataDir: folder });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Completes the erasures, as their jobs do. */
const completeErasures = () =>
  api.database.inWorkspace(api.workspaceId).execute({
    text: `update erasures set status = 'completed', address = null, completed_at = created_at, report = '{"calls": 2}'`,
  });

/** Runs a command against the API without a socket. Returns what the command writes. */
async function run(words: readonly string[], json = false, stdout = new PassThrough()): Promise<string> {
  const fetch = async (request: Request) => {
    const { status, headers, bytes } = await api.send(
      request.method as 'GET',
      request.url.replace('http://parley', ''),
      { headers: Object.fromEntries(request.headers), body: (await request.text()) || undefined },
    );
    return new Response(new Uint8Array(bytes), { status, headers: headers as Record<string, string> });
  };
  const client = new ParleyClient({
    baseUrl: 'http://parley',
    apiKey: api.key,
    fetch: fetchInHomeWorkspace(fetch),
  });
  const written: string[] = [];
  const output = createOutput(json, { write: (text) => written.push(text) });
  const program = new Command().exitOverride();
  const resourceCommand = (name: string) =>
    program.commands.find((command) => command.name() === name) ?? program.command(name);
  const connect = async () => client;
  addCallCommands(resourceCommand('calls'), () => output, connect, stdout);
  addSuppressionCommands(resourceCommand('suppressions'), () => output, connect);
  addTaskCommands(resourceCommand('tasks'), () => output, connect);
  addPersonCommands(
    program,
    () => output,
    connect,
    async () => completeErasures(),
  );
  addResources(resourceCommand, () => output, connect);
  await program.parseAsync(words, { from: 'user' });
  return written.join('');
}

async function fileOf(value: unknown): Promise<string> {
  const file = path.join(folder, 'body.json');
  await writeFile(file, JSON.stringify(value));
  return file;
}

describe('resource commands', () => {
  it('create, update, show, list and delete an agent', async () => {
    const agent = JSON.parse(await run(['agents', 'create', await fileOf({ name: 'Typed' })], true)) as {
      id: string;
    };
    const updated = await run(['agents', 'update', agent.id, await fileOf({ description: 'By hand.' })]);
    expect(JSON.parse(updated)).toMatchObject({ id: agent.id, version: 2 });
    expect(JSON.parse(await run(['agents', 'get', agent.id]))).toMatchObject({ description: 'By hand.' });
    expect(await run(['agents', 'list', '--filter', 'search=Typed', 'status=active'])).toBe(
      `${'id'.padEnd(agent.id.length)}  name   status  phone number\n${agent.id}  Typed  active  —\n1 of 1\n`,
    );
    expect(JSON.parse(await run(['agents', 'delete', agent.id]))).toEqual({ id: agent.id, deleted: true });
  });

  it('list call flows and message flows', async () => {
    const { id } = await seedMessageFlow(api);
    expect(await run(['flows', 'list'])).toMatch(new RegExp(`${id} +Reminder +message +active +1\n`));
    expect(await run(['flows', 'list'])).toContain(api.flow.id);
    expect(await run(['flows', 'list', '--filter', 'type=message'])).not.toContain(api.flow.id);
  });

  it.each(['flows', 'numbers', 'keys', 'calls', 'dispositions', 'tasks', 'suppressions'])(
    'list %s',
    async (resource) => {
      const data = JSON.parse(await run([resource, 'list', '--limit', '5'], true)) as Record<string, unknown>;
      expect(data).toMatchObject({ limit: 5, [resource]: expect.any(Array) });
    },
  );

  it('erase a person after a confirmation, and show the report', async () => {
    await expect(run(['erase', '+12025550177'])).rejects.toThrow('Add --yes to confirm.');
    expect(JSON.parse(await run(['erase', '+12025550177', '--yes', '--no-wait'], true))).toMatchObject({
      kind: 'phoneNumber',
      status: 'pending',
    });
    expect(await run(['erase', 'Ada@People.org', '--yes'])).toMatch(
      /^eras\w+: the person is erased\n {2}calls: 2\n$/,
    );
  });

  it('save what is stored about a person', async () => {
    const file = path.join(folder, 'ada.json');
    expect(await run(['export-person', '+12025550177', '--output', file])).toBe(`${file}\n`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ address: '+12025550177', calls: [] });
  });

  it('report why an input file is invalid', async () => {
    const missingFile = path.join(folder, 'missing.json');
    const errorText = (file: string) =>
      run(['flows', 'create', file]).catch((error: unknown) => String(error));
    await expect(run(['flows', 'create', missingFile])).rejects.toThrow(UsageError);
    expect(await errorText(missingFile)).toContain(`There is no file ${missingFile}.`);
    expect(await errorText(folder)).toContain(`${folder} is a folder.`);
    const file = path.join(folder, 'wrong.json');
    await writeFile(file, '');
    expect(await errorText(file)).toContain(`${file} is empty. Write one JSON object.`);
    await writeFile(file, '{"name": }');
    expect(await errorText(file)).toMatch(/wrong\.json is not JSON: Unexpected token/);
    await expect(run(['flows', 'list', '--filter', 'active'])).rejects.toThrow('name=value');
  });

  it('list calls with direction, caller and recording', async () => {
    const { id: callId } = await seedCall(api.database, api);
    const [headings, line] = (await run(['calls', 'list', '--limit', '1'])).split('\n');
    expect(headings).toMatch(
      /^call id +status +direction +from number +to number +disposition +recording +created at$/,
    );
    expect(line).toMatch(new RegExp(`^${callId} .* (in|out)bound +\\+\\d+ +\\+\\d+ `));
  });

  it('fail with the error of the API', async () => {
    await expect(run(['calls', 'get', 'call_1'])).rejects.toMatchObject({ code: 'call_not_found' });
  });
});

describe('suppression commands', () => {
  it('add, list and remove an address', async () => {
    const number = '+12025550188';
    expect(await run(['suppressions', 'add', '+1 (202) 555-0188', '--reason', 'asked'])).toBe(
      '+12025550188 is suppressed (voice, sms)\n',
    );
    expect(await run(['suppressions', 'add', '202 555 0188', '--country', 'us'])).toBe(
      '+12025550188 was already suppressed (voice, sms)\n',
    );
    await expect(run(['suppressions', 'add', '202 555 0188'])).rejects.toThrow('add --country');
    const list = await run(['suppressions', 'list', '--filter', `search=${number}`]);
    expect(list).toContain(`${number}  voice`);
    expect(list).toContain('asked');
    expect(await run(['suppressions', 'remove', number])).toBe(`${number} is no longer suppressed\n`);
    expect(await run(['suppressions', 'list'])).toContain('0 of 0');
    await expect(run(['suppressions', 'remove', number])).rejects.toThrow(`${number} is not suppressed.`);
    await expect(run(['suppressions', 'add', 'ada'])).rejects.toMatchObject({ code: 'invalid_recipient' });
  });

  it('remove a suppression by its id', async () => {
    const addCommand = ['suppressions', 'add', '+12025550187', '--channel', 'voice'];
    const { suppressions } = JSON.parse(await run(addCommand, true)) as { suppressions: { id: string }[] };
    const { id } = suppressions[0]!;
    expect(await run(['suppressions', 'remove', id])).toContain('no longer suppressed');
    await expect(run(['suppressions', 'remove', id])).rejects.toMatchObject({
      code: 'suppression_not_found',
    });
  });
});

describe('task commands', () => {
  it('list the open tasks, assign, finish and reopen them', async () => {
    const { workspaceId } = api;
    const { id: callId } = await seedCall(api.database, api);
    const task = { kind: 'callback', reason: 'Asked for a call.', address: '+12025550112' } as const;
    await openTask(api.database.inWorkspace(workspaceId), { ...task, workspaceId, callId, at: noon });
    const [id] = /task_\w+/.exec(await run(['tasks', 'list']))!;
    expect(await run(['tasks', 'assign', id, 'Grace Hopper'])).toBe(`${id} is assigned to Grace Hopper\n`);
    expect(await run(['tasks', 'list'])).toMatch(/callback +open +— +Grace Hopper +\+12025550112 +Asked/);
    expect(await run(['tasks', 'assign', id])).toBe(`${id} is assigned to nobody\n`);
    expect(JSON.parse(await run(['tasks', 'done', id, '--note', 'Called.'], true))).toMatchObject({
      status: 'done',
      note: 'Called.',
    });
    expect(await run(['tasks', 'list'])).toBe('0 of 0\n');
    expect(await run(['tasks', 'list', '--filter', 'status=done'])).toContain(id);
    expect(await run(['tasks', 'reopen', id])).toBe(`${id} is open again\n`);
    expect(await run(['tasks', 'list'])).toContain(id);
  });
});

describe('call commands', () => {
  it('end a call, and report errors of the API', async () => {
    const { id } = await seedCall(api.database, api);
    expect(await run(['calls', 'end', id])).toMatch(new RegExp(`^${id} (ended: |is ending)`));
    await expect(run(['calls', 'end', 'call_1'])).rejects.toMatchObject({ code: 'call_not_found' });
  });

  it('make the agent of an active call say a text, and advise it', async () => {
    const { workspaceId } = api;
    const { id: callId, roomName } = await seedCall(api.database, api);
    const change = { workspaceId, callId, from: ['queued'], to: 'dialing', nodeId: 'node-1' } as const;
    await recordCallChange(api.database.inWorkspace(workspaceId), { ...change, at: noon });
    const received: unknown[] = [];
    const unsubscribe = receiveCallCommands(api, ({ command }) => {
      received.push(command);
      return { outcome: 'done', effect: command.type === 'say' ? 'speaking' : 'advised' };
    });
    expect(await run(['calls', 'say', roomName, 'One moment.', '--interrupt'])).toBe(`${callId} speaking\n`);
    expect(await run(['calls', 'whisper', callId, 'Offer Friday.'])).toBe(`${callId} advised\n`);
    unsubscribe();
    expect(received).toEqual([
      { type: 'say', text: 'One moment.', interrupt: true },
      { type: 'whisper', text: 'Offer Friday.' },
    ]);
  });

  it('save a recording, or write it to standard output', async () => {
    const { workspaceId } = api;
    const { id: callId } = await seedCall(api.database, api);
    await mkdir(path.join(folder, 'recordings'));
    await writeFile(path.join(folder, 'recordings', 'a.wav'), 'RIFF sound');
    const ended = {
      endReason: 'agent_hangup',
      disposition: { code: 'answered', status: 'completed' },
    } as const;
    await finishCall(api.database.inWorkspace(workspaceId), {
      workspaceId,
      callId,
      ...ended,
      at: noon,
      recordingPath: 'recordings/a.wav',
    });
    const file = path.join(folder, 'call.wav');
    expect(await run(['calls', 'recording', callId, '-o', file])).toBe(`${file}\n`);
    expect(await readFile(file, 'utf8')).toBe('RIFF sound');
    const stdout = new PassThrough();
    expect(await run(['calls', 'recording', callId, '-o', '-'], false, stdout)).toBe('');
    expect(String(stdout.read())).toBe('RIFF sound');
    const unwritableFile = path.join(folder, 'no-folder', 'call.wav');
    await expect(run(['calls', 'recording', callId, '-o', unwritableFile])).rejects.toThrow(
      `${unwritableFile} cannot be written: its folder does not exist.`,
    );
    await expect(run(['calls', 'recording', 'call_1'])).rejects.toMatchObject({ code: 'call_not_found' });
  });

  it('export calls to a file, or to standard output', async () => {
    await seedCall(api.database, api, { toNumber: '+12025550177' });
    const file = path.join(folder, 'calls.csv');
    const filter = ['--filter', 'search=0177'];
    expect(await run(['calls', 'export', ...filter, '-o', file])).toBe(`${file}\n`);
    const [header, ...records] = (await readFile(file, 'utf8')).trim().split('\r\n');
    expect(header).toMatch(/^call_id,created_at,/);
    expect(records).toHaveLength(1);
    const stdout = new PassThrough();
    await run(['calls', 'export', ...filter, '--excel', '--locale', 'de-DE'], false, stdout);
    expect(String(stdout.read())).toMatch(/^\uFEFFcall_id;created_at;/);
    await expect(run(['calls', 'export', '--locale', 'de-DE'])).rejects.toThrow(UsageError);
  });
});
