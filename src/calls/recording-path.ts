import path from 'node:path';

/** Returns `<root>/<yyyy-mm>/<callId>.wav`, with the month in UTC. */
export function recordingPath(root: string, callId: string, nowMs: number): string {
  return path.join(root, new Date(nowMs).toISOString().slice(0, 7), `${callId}.wav`);
}
