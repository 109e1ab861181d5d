import { connectToRunning } from './connect.ts';
import type { KeyInput } from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';

export interface CreateKeyOptions {
  readonly name: string;
  readonly preset?: NonNullable<KeyInput['preset']>;
  readonly scopes?: NonNullable<KeyInput['scopes']>;
  readonly expiresAt?: string;
}

/** Creates an API key and shows it once. */
export async function createKey(options: CreateKeyOptions, output: Output): Promise<void> {
  const { client } = await connectToRunning();
  const { name, scopes, expiresAt } = options;
  const permissions = scopes === undefined ? { preset: options.preset ?? 'developer' } : { scopes };
  const expiry = expiresAt === undefined ? {} : { expiresAt };
  const key = await client.createKey({ body: { name, ...permissions, ...expiry } });
  output.line(`API key (shown only once):\n\n  ${output.paint('bold', key.apiKey)}\n`);
  output.line(
    `${key.id}, ${key.scopes.length} scopes, ${key.expiresAt === null ? 'no expiry' : `expires at ${key.expiresAt}`}`,
  );
  output.result(key);
}
