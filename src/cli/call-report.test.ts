import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { latencyTable, localRecording } from './call-report.ts';

let dataDir: string;
const newYear = Date.UTC(2026, 0, 1, 0, 0, 30);

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-report-'));
  await mkdir(path.join(dataDir, 'recordings', '2025-12'), { recursive: true });
  await writeFile(path.join(dataDir, 'recordings', '2025-12', 'call_1.wav'), '');
});
afterAll(() => rm(dataDir, { recursive: true }));

const callWithRecording = (callId: string, available: boolean) =>
  ({ callId, recording: { available, durationMs: 1 } }) as CallResource;

describe('latencyTable', () => {
  it('has a line per turn below its headings', () => {
    const stages = { bufferMs: 20, endpointingMs: 200, thinkingMs: 0, speechMs: 40, playoutMs: 0 };
    const turn = { turn: 1, totalMs: 260.4, ...stages };
    const lines = latencyTable([turn]);
    expect(lines).toHaveLength(2);
    expect(lines[0]!.trim().split(/ {2,}/)).toEqual([
      'turn',
      'silence ms',
      'buffer',
      'turn end',
      'thinking',
      'speech',
      'playout',
    ]);
    expect(lines[1]!.trim().split(/ +/)).toEqual(['1', '260', '20', '200', '0', '40', '0']);
  });
});

describe('localRecording', () => {
  it('finds the file in the month in which the call started', () => {
    expect(localRecording(dataDir, callWithRecording('call_1', true), newYear)).toBe(
      path.join(dataDir, 'recordings', '2025-12', 'call_1.wav'),
    );
  });

  it('returns undefined if the file is not on this machine', () => {
    expect(localRecording(dataDir, callWithRecording('call_2', true), newYear)).toBeUndefined();
    expect(localRecording(dataDir, callWithRecording('call_1', false), newYear)).toBeUndefined();
  });
});
