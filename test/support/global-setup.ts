import { chooseServerFolder, removeServer } from './test-server.ts';

/** Runs once around all tests. A run that needs no database starts none. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await chooseServerFolder();
  return () => removeServer(folder);
}
