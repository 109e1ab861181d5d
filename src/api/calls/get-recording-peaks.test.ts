import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { wavHeader } from '../../audio/wav-header.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

let api: TestApi;
let folder: string;

beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-peaks-'));
  folder = path.join(dataDir, 'recordings');
  await mkdir(folder);
  api = await createTestApi({ dataDir });
});
afterAll(async () => {
  await api.close();
  await rm(path.dirname(folder), { recursive: true });
});

/** Writes a recording whose frame `n` has the level `n` on the left, and `2 n` on the right. */
async function writeRecording(name: string, frames: number): Promise<void> {
  const samples = new Int16Array(frames * 320);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.floor(i / 320) + 1) * (i % 2 === 0 ? 128 : -256);
  const header = wavHeader({ sampleRate: 8000, channels: 2, dataBytes: samples.length * 2 });
  await writeFile(path.join(folder, name), Buffer.concat([header, Buffer.from(samples.buffer)]));
}

async function peaksUrl(name: string): Promise<string> {
  const { id: callId, workspaceId } = await seedCall(api.database, api);
  await finishCall(api.database.inWorkspace(workspaceId), {
    workspaceId,
    callId,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
    recordingPath: `recordings/${name}`,
  });
  return `/api/v1/calls/${callId}/recording/peaks`;
}

describe('GET /api/v1/calls/{callId}/recording/peaks: 200', () => {
  it('returns the peaks that were written with the recording', async () => {
    await writeRecording('a.wav', 2);
    await writeFile(path.join(folder, 'a.wav.peaks'), Uint8Array.of(7, 8, 9, 10));
    const { status, body } = await api.send('GET', await peaksUrl('a.wav'));
    expect([status, body]).toEqual([200, { intervalMs: 20, customer: [7, 9], agent: [8, 10] }]);
  });

  it('computes peaks that are missing or incomplete from the audio, once', async () => {
    await writeRecording('b.wav', 3);
    await writeFile(path.join(folder, 'b.wav.peaks'), Uint8Array.of(7, 8));
    const url = await peaksUrl('b.wav');
    const { body } = await api.send('GET', url);
    expect(body).toEqual({ intervalMs: 20, customer: [1, 2, 3], agent: [2, 4, 6] });
    expect([...(await readFile(path.join(folder, 'b.wav.peaks')))]).toEqual([1, 2, 2, 4, 3, 6]);
  });

  it('merges values to the requested number', async () => {
    await writeRecording('c.wav', 100);
    const { body } = await api.send('GET', `${await peaksUrl('c.wav')}?maxValues=2`);
    expect(body).toEqual({ intervalMs: 1000, customer: [50, 100], agent: [100, 200] });
  });
});

describe('GET /api/v1/calls/{callId}/recording/peaks: 404', () => {
  it('returns 404 without a recording, and for a file that is none', async () => {
    await writeFile(path.join(folder, 'd.wav'), 'no recording');
    for (const name of ['missing.wav', 'd.wav', '../bootstrap.json']) {
      const { status, body } = await api.send('GET', await peaksUrl(name));
      expect([status, body.code]).toEqual([404, 'recording_not_found']);
    }
  });
});

describe('GET /api/v1/calls/{callId}/recording/peaks: 400', () => {
  it.each(['0', '20001', 'many'])('rejects maxValues=%s', async (maxValues) => {
    const { body } = await api.send('GET', `${await peaksUrl('a.wav')}?maxValues=${maxValues}`);
    expect(body.code).toBe('invalid_query');
  });
});
