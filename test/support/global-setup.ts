import { chooseServerFolder, removeServer } from './test-server.ts';

/** Runs once per test run. The database server starts only if a test needs it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await chooseServerFolder();
  return () => removeServer(folder);
}
