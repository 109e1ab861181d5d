import { rm } from 'node:fs/promises';
import { recordingFileOf } from '../contracts/recording-file.ts';
import { peaksPath } from '../contracts/recording-peaks.ts';
import { sipMessagesPath } from '../contracts/sip-messages.ts';
import type { Clock } from '../core/clock.ts';
import type { ErasureReport } from '../domain/erasure.ts';
import type { Database } from '../store/database.ts';
import { addReports, eraseCalls, findRecordings } from '../store/erase-records.ts';
import type { Queryable } from '../store/queryable.ts';

export interface EraseContext {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  /** The data folder with the folder of recordings. */
  readonly dataDir: string;
}

/** Time after the end of a call in which its last files are written. */
export const settleMs = 10_000;

/** Deletes the file of a recording with its waveform. Returns false if the file is missing, or the path is outside the folder of recordings. */
export async function deleteRecording(dataDir: string, recordingPath: string): Promise<boolean> {
  const file = recordingFileOf(dataDir, recordingPath);
  if (file === undefined) return false;
  await rm(peaksPath(file), { force: true });
  try {
    await rm(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Erases ended calls. The files are deleted first: after a crash in between, the calls are still found. `record` runs in the transaction
 * that erases the rows.
 */
export async function eraseEndedCalls(
  { database, clock, dataDir }: EraseContext,
  calls: { readonly workspaceId: string; readonly ids: readonly string[] },
  record: (tx: Queryable, report: ErasureReport) => Promise<void>,
): Promise<void> {
  const scope = database.inWorkspace(calls.workspaceId);
  let recordings = 0;
  for (const recordingPath of await findRecordings(scope, calls))
    if (await deleteRecording(dataDir, recordingPath)) recordings += 1;
  for (const callId of calls.ids) await rm(sipMessagesPath(dataDir, callId), { force: true });
  await scope.transaction(async (tx) => {
    const report = await eraseCalls(tx, { ...calls, at: new Date(clock.now()) });
    await record(tx, addReports(report, { recordings }));
  });
}
