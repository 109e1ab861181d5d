import path from 'node:path';
import { repairWav } from '../audio/repair-wav.ts';
import type { Logger } from '../core/logger.ts';
import type { CallRow } from '../store/calls/calls.ts';

export interface RepairedRecording {
  readonly path: string;
  /** Undefined if the file is on another machine. */
  readonly durationMs: number | undefined;
}

interface RepairOptions {
  readonly logger: Logger;
  /** Absolute path. Files outside it are never modified. */
  readonly recordingRoot: string;
  /** Whether recordings of other nodes may be on other machines. */
  readonly hasRemoteRecordings?: boolean;
}

/**
 * Repairs the recording of a call whose process died. Logs and returns undefined if there is no usable recording. The path of a file that may be on
 * the machine of the dead node is returned with an unknown duration.
 */
export async function repairRecording(
  { logger, recordingRoot, hasRemoteRecordings = false }: RepairOptions,
  { id: callId, recordingPath }: Pick<CallRow, 'id' | 'recordingPath'>,
): Promise<RepairedRecording | undefined> {
  if (recordingPath === null) return undefined;
  try {
    const file = path.resolve(recordingRoot, recordingPath);
    if (!file.startsWith(recordingRoot + path.sep))
      throw new OutsideRecordingRootError('The recording is outside its folder.');
    const durationMs = await repairWav(file);
    if (durationMs > 0) return { path: recordingPath, durationMs };
    throw new Error('Nothing was recorded.');
  } catch (error) {
    if (hasRemoteRecordings && isNotOnThisMachine(error)) {
      logger.info({ callId, recordingPath }, 'The recording of a lost call is on another machine.');
      return { path: recordingPath, durationMs: undefined };
    }
    logger.warn({ err: error, callId, recordingPath }, 'The recording of a lost call is unusable.');
    return undefined;
  }
}

class OutsideRecordingRootError extends Error {}

const isNotOnThisMachine = (error: unknown): boolean =>
  error instanceof OutsideRecordingRootError || (error as NodeJS.ErrnoException).code === 'ENOENT';
