import path from 'node:path';
import { repairWav } from '../audio/repair-wav.ts';
import type { Logger } from '../core/logger.ts';
import type { CallRow } from '../store/calls/call-row.ts';

export interface SalvagedRecording {
  readonly path: string;
  /** Undefined where the file is on another machine. */
  readonly durationMs: number | undefined;
}

interface Shelf {
  readonly logger: Logger;
  /** Nothing is touched outside of it, whatever a row says. Absolute. */
  readonly recordingRoot: string;
  /** Whether other nodes may keep their recordings on other machines. */
  readonly recordingsElsewhere?: boolean;
}

/**
 * What was recorded of a call whose writer died, put right. Undefined, and logged, where there is nothing to listen to. A file that is
 * not here, and may be on the machine of the dead node, keeps its reference; its duration is unknown.
 */
export async function salvageRecording(
  { logger, recordingRoot, recordingsElsewhere = false }: Shelf,
  { id: callId, recordingPath }: Pick<CallRow, 'id' | 'recordingPath'>,
): Promise<SalvagedRecording | undefined> {
  if (recordingPath === null) return undefined;
  try {
    const file = path.resolve(recordingRoot, recordingPath);
    if (!file.startsWith(recordingRoot + path.sep)) throw new NotHere('The recording is outside its folder.');
    const durationMs = await repairWav(file);
    if (durationMs > 0) return { path: recordingPath, durationMs };
    throw new Error('Nothing was recorded.');
  } catch (error) {
    if (recordingsElsewhere && isNotHere(error)) {
      logger.info({ callId, recordingPath }, 'The recording of a lost call is not on this machine.');
      return { path: recordingPath, durationMs: undefined };
    }
    logger.warn({ err: error, callId, recordingPath }, 'The recording of a lost call cannot be used.');
    return undefined;
  }
}

class NotHere extends Error {}

const isNotHere = (error: unknown): boolean =>
  error instanceof NotHere || (error as NodeJS.ErrnoException).code === 'ENOENT';
