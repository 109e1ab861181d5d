import path from 'node:path';

/** `<root>/<yyyy-mm>/<callId>.wav`, the month in UTC. */
export function recordingPath(root: string, callId: string, nowMs: number): string {
  return path.join(root, new Date(nowMs).toISOString().slice(0, 7), `${callId}.wav`);
}
