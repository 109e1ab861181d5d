import type { HealthCheck } from '../api/node-status.ts';
import type { Config } from '../core/config.ts';
import { checkRecordingSpace } from './recordings.ts';
import { recordingFolder, type Surroundings } from './start-context.ts';
import { firstTrunk } from './telephony.ts';

/** The operator's own database, asked once; undefined where the embedded one is used. Never rejects. */
export async function examineDatabase({ databaseUrl }: Config): Promise<HealthCheck | undefined> {
  if (databaseUrl === undefined) return undefined;
  const { askServer } = await import('../store/server-fault.ts');
  const name = 'database';
  try {
    const version = await askServer({ url: databaseUrl });
    const ok = Number.parseInt(version, 10) >= 15;
    const detail = `PostgreSQL ${version}${ok ? '' : ' is too old: Parley needs 15 or later'}`;
    return { name, ok, detail };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** The disk of the recordings. Never rejects. */
export async function examineRecordings({ dataDir }: Config): Promise<HealthCheck> {
  const name = 'recordings';
  try {
    return { name, ...(await checkRecordingSpace(recordingFolder(dataDir))) };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** The operator's trunk, asked once by OPTIONS from a port of its own; undefined where there is none. Never rejects. */
export async function examineTrunk(
  config: Config,
  surroundings: Surroundings,
): Promise<HealthCheck | undefined> {
  const trunks = firstTrunk(config).map((trunk) => ({ ...trunk, register: false }));
  if (trunks.length === 0) return undefined;
  const { openSipCarrier } = await import('../telephony/open-sip-carrier.ts');
  const name = 'trunk';
  try {
    const { carrier } = await openSipCarrier({
      ...surroundings,
      engine: { openPort: () => Promise.reject(new Error('Nobody is called.')) },
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
