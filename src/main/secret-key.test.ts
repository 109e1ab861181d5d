import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { Closers } from '../core/closers.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { seededRandom } from '../core/random.ts';
import { newSecretKey, SecretBoxError } from '../core/secret-box.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { checkSecretKey, openSecretBox } from './secret-key.ts';
import { createStartContext } from './start-context.ts';

let database: TestDatabase;
let dataDir: string;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  workspaceId = (await seedWorkspace(database.db)).workspaceId;
});
afterAll(() => database.close());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-key-'));
  await database.db.asSystem().execute({ text: 'delete from webhook_endpoints' });
  return () => rm(dataDir, { recursive: true });
});

const keyFile = () => path.join(dataDir, 'secret.key');

async function open(environment: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ PARLEY_DATA_DIR: dataDir, ...environment });
  const dependencies = { clock: systemClock, random: seededRandom(1), logger: silentLogger };
  const context = createStartContext(config, dependencies, new Closers(silentLogger));
  const secrets = await openSecretBox(context, database.db);
  const { check } = context.checks.find(({ name }) => name === 'secret key')!;
  return { secrets, check };
}

async function storeSecret(sealed: string): Promise<void> {
  await database.db.asSystem().execute(
    {
      text: `insert into webhook_endpoints (id, workspace_id, url, events, description, status, secret, created_at, updated_at)
        values ('whk_1', $1, 'https://a.example', '{*}', '', 'enabled', $2, now(), now())`,
    },
    [workspaceId, sealed],
  );
}

describe('the secret key', () => {
  it('is created once, readable by its owner only', async () => {
    const first = await open();
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const sealed = first.secrets.seal('whsec_1', 'whk_1');
    const second = await open();
    expect(second.secrets.open(sealed, 'whk_1')).toBe('whsec_1');
    expect(await second.check()).toMatchObject({ ok: true });
  });

  it('is not replaced if the file is missing while secrets are stored', async () => {
    await storeSecret((await open()).secrets.seal('whsec_1', 'whk_1'));
    await rm(keyFile());
    const { secrets, check } = await open();
    expect(() => secrets.seal('whsec_2', 'whk_2')).toThrow(SecretBoxError);
    expect(await check()).toMatchObject({
      ok: false,
      degraded: true,
      detail: expect.stringContaining('is missing'),
    });
    await expect(readFile(keyFile())).rejects.toThrow('ENOENT');
  });

  it.each(['', 'no key', `${newSecretKey(seededRandom(2))} broken`])(
    'is reported if the file has %j',
    async (text) => {
      await writeFile(keyFile(), text, { mode: 0o600 });
      const { secrets, check } = await open();
      expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining('no valid key') });
      expect(() => secrets.seal('whsec_1', 'whk_1')).toThrow(SecretBoxError);
    },
  );

  it('is reported if it is not the one that encrypted the stored secrets', async () => {
    await storeSecret((await open()).secrets.seal('whsec_1', 'whk_1'));
    await writeFile(keyFile(), newSecretKey(seededRandom(3)), { mode: 0o600 });
    const { check } = await open();
    expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining('not configured') });
  });

  it('is rotated by PARLEY_SECRET_KEY with the new key before the old one', async () => {
    await storeSecret((await open()).secrets.seal('whsec_1', 'whk_1'));
    const old = (await readFile(keyFile(), 'utf8')).trim();
    const { secrets, check } = await open({ PARLEY_SECRET_KEY: `${newSecretKey(seededRandom(4))},${old}` });
    expect(await check()).toMatchObject({ ok: true });
    expect(secrets.keyIds).toHaveLength(2);
  });

  it('is checked by doctor, with its mode', async () => {
    const config = readConfig({ PARLEY_DATA_DIR: dataDir });
    expect(await checkSecretKey(config)).toMatchObject({ ok: true });
    await open();
    expect(await checkSecretKey(config)).toMatchObject({ ok: true });
    await chmod(keyFile(), 0o644);
    expect(await checkSecretKey(config)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('chmod 600'),
    });
  });
});
