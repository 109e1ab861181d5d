import path from 'node:path';

/** Returns `<root>/<yyyy-mm>/<callId>.wav`, with the month in UTC. */
export function recordingPath(root: string, callId: string, nowMs: number): string {
  return path.join(root, new Date(nowMs).toISOString().slice(0, 7), `${callId}.wav`);
}

/** Returns `recordings/<yyyy-mm>/<callId>.wav` for a path of `recordingPath`. The path in the database is relative to the data folder, which may move. */
export function storedRecordingPath(file: string): string {
  return path.posix.join('recordings', ...file.split(path.sep).slice(-2));
}
