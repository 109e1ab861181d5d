import type { KeyInput, NewKey } from '../../packages/sdk/src/client.ts';
import { connectToRunning, readBootstrap, writeBootstrap } from './connect.ts';
import { UsageError, type Output } from './output.ts';

export interface CreateKeyOptions {
  readonly name: string;
  readonly preset?: NonNullable<KeyInput['preset']>;
  readonly scopes?: NonNullable<KeyInput['scopes']>;
  readonly workspaces?: NonNullable<KeyInput['workspaceIds']>;
  readonly expiresAt?: string;
}

/** Creates an API key and shows it once. */
export async function createKey(options: CreateKeyOptions, output: Output): Promise<void> {
  const { client } = await connectToRunning();
  const { name, scopes, workspaces: workspaceIds = [], expiresAt } = options;
  const permissions = scopes === undefined ? { preset: options.preset ?? 'developer' } : { scopes };
  const expiry = expiresAt === undefined ? {} : { expiresAt };
  const key = await client.createKey({ body: { name, ...permissions, workspaceIds, ...expiry } });
  showNewKey(key, output);
  output.result(key);
}

export interface RotateKeyOptions {
  /** Time for which the old key stays valid, such as `30m`. */
  readonly overlap: string;
}

/**
 * Replaces a key by a new one with the same permissions, and shows the new key once. If the commands of this machine use the old key, they use
 * the new one from now on.
 */
export async function rotateKey(keyId: string, options: RotateKeyOptions, output: Output): Promise<void> {
  const overlapSeconds = readSeconds(options.overlap);
  const { client, config } = await connectToRunning();
  const old = await client.getKey({ path: { keyId } });
  const key = await client.rotateKey({ path: { keyId }, body: { overlapSeconds } });
  showNewKey(key, output);
  output.line(
    overlapSeconds === 0 ? `${keyId} is no longer valid.` : `${keyId} stays valid for ${options.overlap}.`,
  );
  const own = config.serviceUrl === undefined ? readBootstrap(config.dataDir)?.apiKey : undefined;
  if (own !== undefined && own.startsWith(old.prefix) && own.endsWith(old.lastFour)) {
    const file = writeBootstrap(config.dataDir, { apiKey: key.apiKey });
    output.line(`The commands of this machine use the new key: it is in ${file}.`);
  }
  output.result(key);
}

function showNewKey({ apiKey, id, scopes, expiresAt }: NewKey, { line, paint }: Output): void {
  line(`API key (shown only once):\n\n  ${paint('bold', apiKey)}\n`);
  line(`${id}, ${scopes.length} scopes, ${expiresAt === null ? 'no expiry' : `expires at ${expiresAt}`}`);
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

function readSeconds(text: string): number {
  const [, count, unit] = /^(\d{1,7})([smhd])$/.exec(text === '0' ? '0s' : text) ?? [];
  if (count === undefined)
    throw new UsageError(`--overlap takes a time such as 30m, 24h or 7d, or 0, not ${text}.`);
  return Number(count) * unitSeconds[unit as keyof typeof unitSeconds];
}
