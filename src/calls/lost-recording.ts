import path from 'node:path';
import { repairWav } from '../audio/repair-wav.ts';
import type { Logger } from '../core/logger.ts';
import type { CallRow } from '../store/calls/call-row.ts';

export interface SalvagedRecording {
  readonly path: string;
  readonly durationMs: number;
}

interface Shelf {
  readonly logger: Logger;
  /** Nothing is touched outside of it, whatever a row says. Absolute. */
  readonly recordingRoot: string;
}

/** What was recorded of a call whose writer died, put right. Undefined, and logged, where there is nothing to listen to. */
export async function salvageRecording(
  { logger, recordingRoot }: Shelf,
  { id: callId, recordingPath }: Pick<CallRow, 'id' | 'recordingPath'>,
): Promise<SalvagedRecording | undefined> {
  if (recordingPath === null) return undefined;
  try {
    const file = path.resolve(recordingRoot, recordingPath);
    if (!file.startsWith(recordingRoot + path.sep)) throw new Error('The recording lies outside its folder.');
    const durationMs = await repairWav(file);
    if (durationMs > 0) return { path: recordingPath, durationMs };
    throw new Error('Nothing was recorded.');
  } catch (error) {
    logger.warn({ err: error, callId, recordingPath }, 'The recording of a lost call cannot be used.');
    return undefined;
  }
}
