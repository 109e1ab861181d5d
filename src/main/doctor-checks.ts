import path from 'node:path';
import type { HealthCheck } from '../api/node-status.ts';
import type { Config } from '../core/config.ts';
import { checkRecordingSpace } from './recordings.ts';
import { recordingFolder, type Dependencies } from './start-context.ts';
import { configuredTrunks } from './telephony.ts';

/** Queries the operator's database once. Returns undefined for the embedded one. Never rejects. */
export async function checkDatabase({ databaseUrl }: Config): Promise<HealthCheck | undefined> {
  if (databaseUrl === undefined) return undefined;
  const { readServerVersion } = await import('../store/connection-error.ts');
  const { requireOwnSessions } = await import('../store/connection-pooler.ts');
  const name = 'database';
  try {
    await requireOwnSessions({ url: databaseUrl });
    const version = await readServerVersion({ url: databaseUrl });
    const ok = Number.parseInt(version, 10) >= 15;
    const detail = `PostgreSQL ${version}${ok ? '' : ' is too old: Parley needs 15 or later'}`;
    return { name, ok, detail };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** The names of the last migrations that the program has, and that its database has. */
export interface SchemaVersion {
  readonly program: string;
  /** Undefined if the database cannot be read, or if the embedded server does not run. */
  readonly database: string | undefined;
}

/** Reads the version of the schema. Starts no server. Never rejects because of the database. */
export async function readSchemaVersion({ databaseUrl, dataDir }: Config): Promise<SchemaVersion> {
  const { listMigrations, readMigrationHistory } = await import('../store/migrate.ts');
  const { findRunningServer } = await import('../store/embedded-postgres/server-process.ts');
  const program = (await listMigrations()).at(-1)!.name;
  try {
    const connection =
      databaseUrl === undefined ? await findRunningServer(path.resolve(dataDir)) : { url: databaseUrl };
    const applied = connection === undefined ? [] : await readMigrationHistory(connection);
    return { program, database: applied.at(-1)?.name };
  } catch {
    return { program, database: undefined };
  }
}

/** Checks the disk of the recordings. Never rejects. */
export async function checkRecordings({ dataDir }: Config): Promise<HealthCheck> {
  const name = 'recordings';
  try {
    return { name, ...(await checkRecordingSpace(recordingFolder(dataDir))) };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** Sends one OPTIONS to the operator's trunk from a separate port. Returns undefined without a trunk. Never rejects. */
export async function checkTrunk(
  config: Config,
  dependencies: Dependencies,
): Promise<HealthCheck | undefined> {
  const trunks = configuredTrunks(config).map((trunk) => ({ ...trunk, register: false }));
  if (trunks.length === 0) return undefined;
  const { openSipCarrier } = await import('../telephony/open-sip-carrier.ts');
  const name = 'trunk';
  try {
    const { carrier } = await openSipCarrier({
      ...dependencies,
      engine: { openPort: () => Promise.reject(new Error('This check places no calls.')) },
      trunks,
      address: config.sipHost,
      port: 0,
      publicAddress: config.publicIp,
      isOwned: () => false,
      monitorsTrunks: false,
    });
    try {
      return { name, ...(await carrier.checkHealth()) };
    } finally {
      await carrier.close();
    }
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}
