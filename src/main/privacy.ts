import type { JobHandler } from '../jobs/job.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Database } from '../store/database.ts';
import type { RecordingEncryption } from '../privacy/encrypt-recordings.ts';
import { recordingRoot, runPeriodically, type StartContext } from './start-context.ts';

/**
 * Starts the jobs that erase persons, and the job that deletes records past their retention, on nodes with the role `worker`. Jobs of a kind run
 * one after the other, because calls share the machine.
 */
export async function startPrivacy(context: StartContext, database: Database): Promise<void> {
  const { config, dependencies, nodeId, closers } = context;
  if (!config.roles.includes('worker')) return;
  const { createJobRunner } = await import('../jobs/job-runner.ts');
  const { erasePersonHandler, erasureKind } = await import('../privacy/erase-person.ts');
  const { enqueuePurge, purgedKinds, purgeHandler, purgeKind } = await import('../privacy/purge-records.ts');
  const { dataDir } = config;
  const startRunner = (name: string, handlers: Readonly<Record<string, JobHandler>>) => {
    const runner = createJobRunner({ ...dependencies, db: database, owner: nodeId, handlers, capacity: 1 });
    // A job that is aborted continues after the next start.
    closers.add(name, () => runner.close());
    runner.start();
  };
  startRunner('erasures', {
    [erasureKind]: erasePersonHandler({ ...dependencies, database, dataDir }),
  });
  const onPurged = countPurged(context, purgedKinds);
  startRunner('purge', { [purgeKind]: purgeHandler({ ...dependencies, database, dataDir, onPurged }) });
  await enqueuePurge(database.asSystem(), new Date(dependencies.clock.now()));
}

/** Counts deleted records in the metrics. Returns the function that counts. */
function countPurged<Kind extends string>(
  { metrics }: StartContext,
  kinds: readonly Kind[],
): (kind: Kind, count: number) => void {
  const counts = new Map(kinds.map((kind) => [kind, 0]));
  metrics.push(() =>
    [...counts].map(([kind, value]) => ({
      name: 'parley_records_purged_total',
      help: 'Records that were deleted after their retention, by kind.',
      type: 'counter',
      labels: { kind },
      value,
    })),
  );
  return (kind, count) => counts.set(kind, (counts.get(kind) ?? 0) + count);
}

/** Interval of the search for files of calls that were deleted elsewhere, or that a crash or a full disk left as they were. */
const searchEveryMs = 3_600_000;

/** Deletes the files of this machine that calls no longer have, on nodes with the role `media`. */
export async function startFileDeletion(context: StartContext, database: Database): Promise<void> {
  const { config, dependencies } = context;
  if (!config.roles.includes('media')) return;
  const { deleteStaleFiles } = await import('../privacy/stale-files.ts');
  runPeriodically(context, searchEveryMs, () =>
    deleteStaleFiles({ ...dependencies, database, dataDir: config.dataDir }),
  );
}

const encryptEveryMs = 5_000;

/** Encrypts the recordings of this machine, if they are to be encrypted: those that exist, and those that are added. */
export async function startRecordingEncryption(
  context: StartContext,
  database: Database,
  secrets: SecretBox,
): Promise<RecordingEncryption | undefined> {
  const { config, dependencies, nodeId } = context;
  if (config.encryptRecordings === 'no' || !config.roles.includes('media')) return undefined;
  const { RecordingEncryption } = await import('../privacy/encrypt-recordings.ts');
  const options = { ...dependencies, database, secrets, nodeId, recordingRoot: recordingRoot(context) };
  const encryption = new RecordingEncryption(options);
  let searchedMs = -Infinity;
  runPeriodically(context, encryptEveryMs, async () => {
    if (dependencies.clock.now() - searchedMs >= searchEveryMs) {
      searchedMs = dependencies.clock.now();
      await encryption.addExisting();
    }
    await encryption.encryptEnded();
  });
  return encryption;
}
