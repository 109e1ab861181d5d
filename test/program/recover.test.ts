import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const program = path.resolve(import.meta.dirname, '../../bin/parley.js');
let folder: TemporaryFolder;
let environment: Record<string, string>;
let service: ServingProcess;

beforeAll(async () => {
  folder = await temporaryDataFolder();
  environment = {
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '32400-32499',
    PARLEY_LOG_LEVEL: 'error',
  };
  service = new ServingProcess(environment);
  await service.ready();
}, 60_000);
afterAll(async () => {
  await service.remove();
  await folder.remove();
});

interface Result {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly file: string;
}

/** Runs a command of another process with JSON output. `PARLEY_HTTP_PORT` differs from the port of the service. */
async function run<T = unknown>(...words: string[]): Promise<T> {
  const env = { ...process.env, ...environment, PARLEY_HTTP_PORT: '9' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], { env });
  return JSON.parse(stdout) as T;
}

const failureOf = (...words: string[]): Promise<string> =>
  run(...words).then(
    () => 'no failure',
    (error: { stderr: string }) => error.stderr,
  );

const readKey = async (): Promise<string> => {
  const text = await readFile(path.join(folder.dataDir, 'bootstrap.json'), 'utf8');
  return (JSON.parse(text) as { apiKey: string }).apiKey;
};

const listKeys = async () =>
  (await run<{ keys: { id: string; name: string; scopes: string[]; lastFour: string }[] }>('keys', 'list'))
    .keys;

describe('access to the service', { timeout: 60_000 }, () => {
  it('is recovered while the service runs, with the scopes of the first key and an audit entry', async () => {
    const [first] = await listKeys();
    await rm(path.join(folder.dataDir, 'bootstrap.json'));
    expect(await failureOf('keys', 'list')).toContain('npx parley-server recover');
    const { keyId, file } = await run<Result>('recover');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const recovered = (await listKeys()).find(({ id }) => id === keyId);
    expect(recovered).toMatchObject({ name: 'Recovered key', scopes: first!.scopes });
    const { httpAddress } = JSON.parse(await readFile(path.join(folder.dataDir, 'service.json'), 'utf8')) as {
      httpAddress: string;
    };
    const response = await fetch(`${httpAddress}/v1/api/audit-log`, {
      headers: { 'x-api-key': await readKey() },
    });
    expect(await response.json()).toMatchObject({
      data: { entries: [{ action: 'key.recovered', actorType: 'system', subjectId: keyId }] },
    });
  });

  it('is replaced in bootstrap.json when it is rotated', async () => {
    const before = await readKey();
    const own = (await listKeys()).find(({ lastFour }) => before.endsWith(lastFour));
    expect(await failureOf('keys', 'rotate', own!.id, '--overlap', 'soon')).toContain('30m, 24h or 7d');
    await run('keys', 'rotate', own!.id, '--overlap', '0');
    expect(await readKey()).not.toBe(before);
    expect(await listKeys()).toHaveLength(3);
  });

  it('is recovered while the service is stopped', async () => {
    await service.remove();
    const before = await readKey();
    const { workspaceId } = await run<Result>('recover');
    expect(await readKey()).not.toBe(before);
    expect(workspaceId).toMatch(/^ws_/);
    service = new ServingProcess(environment);
    await service.ready();
    expect(await listKeys()).toHaveLength(4);
  });

  it('does not change the password, which is recovered for an owner, with an audit entry', async () => {
    const file = path.join(folder.dataDir, 'bootstrap.json');
    const before = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect(await failureOf('recover', '--password', 'nobody@example.com')).toContain(
      'No owner has the email',
    );
    const result = await run<{ email: string }>('recover', '--password');
    expect(result.email).toBe('admin@parley.local');
    expect(JSON.stringify(result)).not.toContain('assword');
    const after = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect(after).toEqual({ ...before, adminEmail: result.email, adminPassword: after['adminPassword'] });
    const { httpAddress } = JSON.parse(await readFile(path.join(folder.dataDir, 'service.json'), 'utf8')) as {
      httpAddress: string;
    };
    const signIn = async (password: string | undefined) =>
      (
        await fetch(`${httpAddress}/v1/api/sessions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: result.email, password }),
        })
      ).status;
    expect(await signIn(after['adminPassword'])).toBe(200);
    expect(await signIn(before['adminPassword'] ?? 'x')).toBe(401);
    const audit = await fetch(`${httpAddress}/v1/api/audit-log`, {
      headers: { 'x-api-key': await readKey() },
    });
    expect(JSON.stringify(await audit.json())).toContain('"password.recovered"');
  });

  it('is not recovered without a database, and no database is created', async () => {
    const empty = await temporaryDataFolder();
    environment['PARLEY_DATA_DIR'] = empty.dataDir;
    expect(await failureOf('recover')).toContain(`There is no database in ${empty.dataDir}`);
    await expect(stat(path.join(empty.dataDir, 'postgres'))).rejects.toThrow('ENOENT');
    environment['PARLEY_DATA_DIR'] = folder.dataDir;
    await empty.remove();
  });
});
