import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { minFreeBytes } from '../../src/media/recording-file.ts';
import { fillDisk, mountDisk, unmountDisk } from '../support/small-disk.ts';
import { ProgramUnderTest, temporaryDataFolder } from './program-under-test.ts';

const { dataDir, remove } = await temporaryDataFolder();
const recordings = path.join(dataDir, 'recordings');
await mkdir(recordings, { mode: 0o700 });
const hasOwnDisk = mountDisk(recordings, minFreeBytes + (8 << 20));
const person = '+12025550101';
let program: ProgramUnderTest | undefined;

afterAll(async () => {
  await program?.close();
  if (hasOwnDisk) unmountDisk(recordings);
  await remove();
});

/** Resolves when a file below the folder has this size. */
async function recorded(bytes: number): Promise<void> {
  for (;;) {
    const names = await readdir(recordings, { recursive: true });
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(path.join(recordings, name))).size),
    );
    if (sizes.some((size, index) => names[index]!.endsWith('.wav') && size >= bytes)) return;
    await sleep(50);
  }
}

async function health() {
  const url = new URL('/health/ready', program!.parley.httpAddress);
  const response = await fetch(url);
  const { status, checks } = (await response.json()) as {
    status: string;
    checks: { name: string; ok: boolean; detail: string }[];
  };
  return { status: response.status, word: status, check: checks.find(({ name }) => name === 'recordings')! };
}

const hasFailedRecording = ({ timeline }: CallResource): boolean =>
  timeline.some(({ type }) => type === 'recording_failed');

async function endedByUs(callId: string): Promise<CallResource> {
  await program!.api.client.endCall({ path: { callId } });
  return program!.api.untilEnded(callId);
}

const metric = async (): Promise<string> =>
  /^parley_recordings_failed_total\{reason="disk_full"\} (\d+)$/m.exec(
    await (await fetch(new URL('/metrics', program!.parley.httpAddress))).text(),
  )![1]!;

/** Returns the output of `parley doctor` about recordings, with the settings of the program. */
async function doctorLine(): Promise<string> {
  const lines: string[] = [];
  const output = {
    paint: (_: string, text: string) => text,
    line: (text: string) => lines.push(text),
    result: () => {},
  };
  const { httpAddress } = program!.parley;
  process.env.PARLEY_DATA_DIR = dataDir;
  process.env.PARLEY_HTTP_PORT = new URL(httpAddress!).port;
  await doctor(output as unknown as Parameters<typeof doctor>[0]).catch(() => undefined);
  delete process.env.PARLEY_DATA_DIR;
  delete process.env.PARLEY_HTTP_PORT;
  return lines.find((line) => line.includes('recordings'))!;
}

describe.skipIf(!hasOwnDisk)('a disk that fills up (needs root on Linux)', { timeout: 120_000 }, () => {
  it('truncates the current recording, prevents the next one, and reports both', async () => {
    program = await ProgramUnderTest.start({ PARLEY_DATA_DIR: dataDir, PARLEY_RTP_PORTS: '26700-26799' });
    const { api } = program;
    expect(await health()).toMatchObject({ status: 200, word: 'ok', check: { ok: true } });
    const cutId = await api.call(person);
    await recorded(44 + 2 * 32_000);
    const free = fillDisk(recordings);
    await api.until(cutId, hasFailedRecording);
    const cut = await endedByUs(cutId);
    const { durationMs } = cut.recording!;
    expect(cut.recording).toMatchObject({ available: true, truncated: true, reason: 'disk_full' });
    expect(durationMs).toBeGreaterThanOrEqual(1_000);
    expect(parseWav(await api.recording(cutId)).samples).toHaveLength(durationMs! * 16);
    expect(cut.timeline.find(({ type }) => type === 'recording_failed')).toMatchObject({
      detail: { reason: 'disk_full', durationMs },
    });
    expect(await metric()).toBe('1');

    const noneId = await api.call(person);
    await api.until(noneId, hasFailedRecording);
    const none = await endedByUs(noneId);
    expect(none.recording).toEqual({
      available: false,
      durationMs: null,
      truncated: false,
      reason: 'disk_full',
    });
    expect(await metric()).toBe('2');
    const full = await health();
    expect(full).toMatchObject({ status: 200, word: 'degraded', check: { ok: false } });
    expect(full.check.detail).toMatch(/^0 MiB free for recordings .* Free space on this disk\.$/);
    expect(await doctorLine()).toMatch(/^FAIL\s+recordings\s+0 MiB free/);

    free();
    const wholeId = await api.call(person);
    await api.until(wholeId, ({ transcript }) => transcript.length > 0);
    const whole = await endedByUs(wholeId);
    expect(whole.recording).toMatchObject({ available: true, truncated: false, reason: null });
    expect(await health()).toMatchObject({ word: 'ok' });
  });
});
