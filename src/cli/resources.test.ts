import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { createOutput, UsedWrongly } from './output.ts';
import { addResources } from './resources.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await createTestApi();
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the command writes; the service is the API itself, without a socket. */
async function run(words: readonly string[], json = false): Promise<string> {
  const fetch = async (request: Request) => {
    const { status, headers, bytes } = await api.send(
      request.method as 'GET',
      request.url.replace('http://parley', ''),
      { headers: Object.fromEntries(request.headers), body: (await request.text()) || undefined },
    );
    return new Response(new Uint8Array(bytes), { status, headers: headers as Record<string, string> });
  };
  const client = new ParleyClient({ baseUrl: 'http://parley', apiKey: api.key, fetch });
  const written: string[] = [];
  const output = createOutput(json, { write: (text) => written.push(text) });
  const program = new Command().exitOverride();
  addResources(
    (name) => program.command(name),
    () => output,
    async () => client,
  );
  await program.parseAsync(words, { from: 'user' });
  return written.join('');
}

async function fileOf(value: unknown): Promise<string> {
  const file = path.join(folder, 'body.json');
  await writeFile(file, JSON.stringify(value));
  return file;
}

describe('the commands of a noun', () => {
  it('make, change, show, list and delete an agent', async () => {
    const made = JSON.parse(await run(['agents', 'create', await fileOf({ name: 'Typed' })], true)) as {
      id: string;
    };
    const changed = await run(['agents', 'update', made.id, await fileOf({ description: 'By hand.' })]);
    expect(JSON.parse(changed)).toMatchObject({ id: made.id, version: 2 });
    expect(JSON.parse(await run(['agents', 'get', made.id]))).toMatchObject({ description: 'By hand.' });
    expect(await run(['agents', 'list', '--filter', 'search=Typed', 'status=active'])).toBe(
      `${'id'.padEnd(made.id.length)}  name   status  phone number\n${made.id}  Typed  active  —\n1 of 1\n`,
    );
    expect(JSON.parse(await run(['agents', 'delete', made.id]))).toEqual({ id: made.id, deleted: true });
  });

  it.each(['flows', 'numbers', 'keys', 'calls'])('list %s', async (noun) => {
    const data = JSON.parse(await run([noun, 'list', '--limit', '5'], true)) as Record<string, unknown>;
    expect(data).toMatchObject({ limit: 5, [noun]: expect.any(Array) });
  });

  it('are used wrongly with a file that is none, or a filter that is none', async () => {
    await expect(run(['flows', 'create', path.join(folder, 'nothing')])).rejects.toThrow(UsedWrongly);
    await expect(run(['flows', 'list', '--filter', 'active'])).rejects.toThrow('name=value');
  });

  it('fail as the API refuses', async () => {
    await expect(run(['calls', 'get', 'call_1'])).rejects.toMatchObject({ code: 'call_not_found' });
  });
});
