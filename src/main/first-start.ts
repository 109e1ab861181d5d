import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bootstrap } from '../store/bootstrap.ts';
import type { Database } from '../store/database.ts';
import { httpAddressOf } from './http.ts';
import type { StartContext } from './start-context.ts';

/** What is written to `bootstrap.json` and shown once. */
export interface FirstStart extends Bootstrap {
  readonly dashboardUrl: string;
}

/** Makes the first workspace with the demo's agent, and keeps its key before either is committed. */
export async function makeFirst(context: StartContext, database: Database): Promise<Bootstrap | undefined> {
  const { bootstrap } = await import('../store/bootstrap.ts');
  const { seedDemo } = await import('../store/seed-demo.ts');
  const { httpHost, httpPort } = context.config;
  const at = new Date(context.surroundings.clock.now());
  return bootstrap(database, {
    ...context.surroundings,
    complete: async (tx, made) => {
      await seedDemo(tx, { workspaceId: made.workspaceId, at });
      await noteFirst(context, made, httpAddressOf(httpHost, httpPort));
    },
  });
}

/** The key stands in this file only; 0600, so that nobody else on the machine reads it. */
export async function noteFirst(
  { config }: StartContext,
  made: Bootstrap,
  httpAddress: string | undefined,
): Promise<FirstStart> {
  const { workspaceId, apiKey, adminEmail, adminPassword } = made;
  const dashboardUrl = `${httpAddress ?? ''}/`;
  const noted = { workspaceId, apiKey, dashboardUrl, adminEmail, adminPassword };
  const file = path.join(config.dataDir, 'bootstrap.json');
  await writeFile(file, `${JSON.stringify(noted, null, 2)}\n`, { mode: 0o600 });
  return noted;
}
