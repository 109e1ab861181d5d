import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HealthCheck } from '../api/node-status.ts';
import type { Config } from '../core/config.ts';
import type { Random } from '../core/random.ts';
import { newSecretKey, parseSecretKey, SecretBox } from '../core/secret-box.ts';
import type { Database } from '../store/database.ts';
import { listSecretKeyIds } from '../store/list-secret-key-ids.ts';
import type { StartContext } from './start-context.ts';

/** The keys that encrypt secrets, or why there are none. */
type SecretKeys = { readonly keys: readonly Uint8Array[]; readonly fault?: string };

/**
 * Creates the `SecretBox` with the keys of `PARLEY_SECRET_KEY`, or else with the key file of the data folder, which the first start
 * creates. The service also starts with a missing or wrong key: then secrets cannot be read, and the health check reports why.
 */
export async function openSecretBox(context: StartContext, database: Database): Promise<SecretBox> {
  const { dependencies, checks } = context;
  const { secrets, findFault } = await readSecretKeys(context, database);
  const found = await findFault();
  if (found !== undefined)
    dependencies.logger.error({ detail: found }, 'Stored secrets cannot be decrypted.');
  checks.push({
    name: 'secret key',
    check: async () => {
      const current = await findFault();
      // Calls need no secrets, so the node stays ready.
      if (current === undefined) return { ok: true, detail: 'decrypts all stored secrets' };
      return { ok: false, degraded: true, detail: current };
    },
  });
  return secrets;
}

/** Returns why stored secrets cannot be decrypted; undefined if they can. */
export async function findSecretKeyFault(
  context: StartContext,
  database: Database,
): Promise<string | undefined> {
  return (await readSecretKeys(context, database)).findFault();
}

async function readSecretKeys(context: StartContext, database: Database) {
  const { config, dependencies } = context;
  const { keys, fault } =
    config.secretKey === undefined
      ? await readKeyFile(context, database)
      : { keys: config.secretKey, fault: undefined };
  const secrets = new SecretBox(keys, dependencies.random);
  return { secrets, findFault: async () => fault ?? (await unknownKeyFault(secrets, database)) };
}

const secretKeyFile = (dataDir: string): string => path.join(dataDir, 'secret.key');

async function readKeyFile(
  { config: { dataDir }, dependencies: { random } }: StartContext,
  database: Database,
): Promise<SecretKeys> {
  const file = secretKeyFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (typeof text === 'string') return keysOf(text, file);
  if (text.code !== 'ENOENT') return { keys: [], fault: `${file} cannot be read (${text.code}).` };
  const usedIds = await listSecretKeyIds(database.asSystem());
  if (usedIds.length === 0) return createKeyFile(file, random);
  return {
    keys: [],
    fault: `${file} is missing, and secrets are encrypted with key ${usedIds.join(', ')}. Restore the file, or set PARLEY_SECRET_KEY.`,
  };
}

function keysOf(text: string, file: string): SecretKeys {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseSecretKey);
  const parsed = keys.filter((key) => key !== undefined);
  if (parsed.length === keys.length && parsed.length > 0) return { keys: parsed };
  return { keys: [], fault: `${file} contains no valid key. Restore it, or set PARLEY_SECRET_KEY.` };
}

/** Only one of several nodes that start at the same time creates the file of a shared folder. */
async function createKeyFile(file: string, random: Random): Promise<SecretKeys> {
  try {
    await writeFile(file, `${newSecretKey(random)}\n`, { mode: 0o600, flag: 'wx' });
    await chmod(file, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') return { keys: [], fault: `${file} cannot be written (${code}).` };
  }
  return keysOf(await readFile(file, 'utf8'), file);
}

async function unknownKeyFault(secrets: SecretBox, database: Database): Promise<string | undefined> {
  const known = new Set(secrets.keyIds);
  const unknown = (await listSecretKeyIds(database.asSystem())).filter((id) => !known.has(id));
  if (unknown.length === 0) return undefined;
  return `Secrets are encrypted with key ${unknown.join(', ')}, which is not configured. Add it to PARLEY_SECRET_KEY or to secret.key.`;
}

/** Checks the keys without the database. Never rejects. */
export async function checkSecretKey({ dataDir, secretKey }: Config): Promise<HealthCheck> {
  const name = 'secret key';
  if (secretKey !== undefined) return { name, ok: true, detail: 'set by PARLEY_SECRET_KEY' };
  const file = secretKeyFile(dataDir);
  try {
    const { fault } = keysOf(await readFile(file, 'utf8'), file);
    const mode = (await stat(file)).mode & 0o777;
    if (fault !== undefined) return { name, ok: false, detail: fault };
    if ((mode & 0o077) === 0) return { name, ok: true, detail: file };
    const octal = mode.toString(8);
    return {
      name,
      ok: false,
      detail: `${file} is readable by others (mode ${octal}). Run chmod 600 ${file}.`,
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { name, ok: true, detail: 'is created at the first start' };
    return { name, ok: false, detail: `${file} cannot be read (${code}).` };
  }
}
