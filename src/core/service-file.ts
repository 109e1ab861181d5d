import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a running service writes to its data folder, so that commands on the same machine find it. */
export interface ServiceFile {
  readonly pid: number;
  /** Such as `http://127.0.0.1:3000`; null without the role `api`. */
  readonly httpAddress: string | null;
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'service.json');

/** Writes the file atomically, with mode 0600. Returns the function that removes it. */
export async function writeServiceFile(dataDir: string, service: ServiceFile): Promise<() => Promise<void>> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.${service.pid}`, `${JSON.stringify(service)}\n`, { mode: 0o600 });
  await rename(`${file}.${service.pid}`, file);
  return async () => {
    // Nodes with the same data folder overwrite the file of one another.
    if (readServiceFile(dataDir)?.pid === service.pid) await rm(file, { force: true });
  };
}

/** Returns undefined if no service has written the file, or if it is damaged. A killed service leaves its file. */
export function readServiceFile(dataDir: string): ServiceFile | undefined {
  try {
    const { pid, httpAddress } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<ServiceFile>;
    if (typeof pid !== 'number') return undefined;
    return { pid, httpAddress: typeof httpAddress === 'string' ? httpAddress : null };
  } catch {
    return undefined;
  }
}
