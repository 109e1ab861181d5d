import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fingerprintApiKey } from '../domain/api-key.ts';
import type { BootstrapResult } from '../store/bootstrap.ts';
import type { Database } from '../store/database.ts';
import { httpAddressOf } from './http.ts';
import type { StartContext } from './start-context.ts';

/** Content of `bootstrap.json`, which is also shown once. */
export interface FirstStart extends BootstrapResult {
  readonly dashboardUrl: string;
}

const FirstStartFile = z.object({
  workspaceId: z.string(),
  apiKey: z.string(),
  adminEmail: z.string(),
  adminPassword: z.string(),
});

const credentialsFile = ({ config }: StartContext) => path.join(config.dataDir, 'bootstrap.json');
/** Exists until the service has become ready for the first time, because the credentials are shown only then. */
const pendingFile = ({ config }: StartContext) => path.join(config.dataDir, 'bootstrap.pending');

/**
 * Creates the first workspace with the demo agent, and writes its key to a file before the commit. Returns the credentials at each start until
 * a start has become ready, then `undefined`.
 */
export async function createFirstWorkspace(
  context: StartContext,
  database: Database,
): Promise<BootstrapResult | undefined> {
  const { bootstrap } = await import('../store/bootstrap.ts');
  const { seedDemo } = await import('../store/seed-demo.ts');
  const { httpHost, httpPort } = context.config;
  const at = new Date(context.dependencies.clock.now());
  const credentials = await bootstrap(database, {
    ...context.dependencies,
    storeSecrets: async (tx, created) => {
      await seedDemo(tx, { workspaceId: created.workspaceId, at });
      await writeFile(pendingFile(context), '', { mode: 0o600 });
      await writeCredentials(context, created, httpAddressOf(httpHost, httpPort));
    },
  });
  return credentials ?? (await pendingCredentials(context, database));
}

/** Returns the credentials of an earlier start that did not become ready. The key is looked up, because that start may have ended before its commit. */
async function pendingCredentials(
  context: StartContext,
  database: Database,
): Promise<BootstrapResult | undefined> {
  const isPending = await readFile(pendingFile(context)).then(
    () => true,
    () => false,
  );
  if (!isPending) return undefined;
  const credentials = await readFile(credentialsFile(context), 'utf8')
    .then((text) => FirstStartFile.parse(JSON.parse(text)))
    .catch(() => undefined);
  if (credentials === undefined) return undefined;
  const { findApiKeyByHash } = await import('../store/api-keys.ts');
  const { hash } = fingerprintApiKey(credentials.apiKey);
  const key = await findApiKeyByHash(database.asSystem(), { keyHash: hash });
  return key === undefined ? undefined : credentials;
}

/** Records that the service has become ready, and its address. Returns the credentials to show. */
export async function completeFirstStart(
  context: StartContext,
  credentials: BootstrapResult,
  httpAddress: string | undefined,
): Promise<FirstStart> {
  const firstStart = await writeCredentials(context, credentials, httpAddress);
  await rm(pendingFile(context), { force: true });
  return firstStart;
}

/** Writes the only copy of the key, with mode 0600, so that no other user of the machine can read it. */
async function writeCredentials(
  context: StartContext,
  { workspaceId, apiKey, adminEmail, adminPassword }: BootstrapResult,
  httpAddress: string | undefined,
): Promise<FirstStart> {
  const dashboardUrl = `${httpAddress ?? ''}/`;
  const firstStart = { workspaceId, apiKey, dashboardUrl, adminEmail, adminPassword };
  await writeFile(credentialsFile(context), `${JSON.stringify(firstStart, null, 2)}\n`, { mode: 0o600 });
  return firstStart;
}
