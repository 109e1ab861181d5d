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
const hasSeparateDisk = mountDisk(recordings, minFreeBytes + (8 << 20));
const callee = '+12025550101';
let program: ProgramUnderTest | undefined;

afterAll(async () => {
  await program?.close();
  if (hasSeparateDisk) unmountDisk(recordings);
  await remove();
});

/** Resolves when a recording has at least this size. */
async function untilRecorded(bytes: number): Promise<void> {
  for (;;) {
    const names = await readdir(recordings, { recursive: true });
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(path.join(recordings, name))).size),
    );
    if (sizes.some((size, index) => names[index]!.endsWith('.wav') && size >= bytes)) return;
    await sleep(50);
  }
}

async function readHealth() {
  const url = new URL('/health/ready', program!.parley.httpAddress);
  const response = await fetch(url);
  const { status, checks } = (await response.json()) as {
    status: string;
    checks: { name: string; ok: boolean; detail: string }[];
  };
  return { httpStatus: response.status, status, check: checks.find(({ name }) => name === 'recordings')! };
}

const hasFailedRecording = ({ timeline }: CallResource): boolean =>
  timeline.some(({ type }) => type === 'recording_failed');

async function endCall(callId: string): Promise<CallResource> {
  await program!.api.client.endCall({ path: { callId } });
  return program!.api.untilEnded(callId);
}

const readFailedCount = async (): Promise<string> =>
  /^parley_recordings_failed_total\{reason="disk_full"\} (\d+)$/m.exec(
    await (await fetch(new URL('/metrics', program!.parley.httpAddress))).text(),
  )![1]!;

/** Returns the line of `parley doctor` about recordings, with the settings of the program. */
async function readDoctorLine(): Promise<string> {
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

describe.skipIf(!hasSeparateDisk)('a full disk (requires root on Linux)', { timeout: 120_000 }, () => {
  it('truncates the current recording, prevents the next one, and reports both', async () => {
    program = await ProgramUnderTest.start({ PARLEY_DATA_DIR: dataDir, PARLEY_RTP_PORTS: '26700-26799' });
    const { api } = program;
    expect(await readHealth()).toMatchObject({ httpStatus: 200, status: 'ok', check: { ok: true } });
    const truncatedId = await api.call(callee);
    await untilRecorded(44 + 2 * 32_000);
    const freeSpace = fillDisk(recordings);
    await api.until(truncatedId, hasFailedRecording);
    const truncated = await endCall(truncatedId);
    const { durationMs } = truncated.recording!;
    expect(truncated.recording).toMatchObject({ available: true, truncated: true, reason: 'disk_full' });
    expect(durationMs).toBeGreaterThanOrEqual(1_000);
    expect(parseWav(await api.recording(truncatedId)).samples).toHaveLength(durationMs! * 16);
    expect(truncated.timeline.find(({ type }) => type === 'recording_failed')).toMatchObject({
      detail: { reason: 'disk_full', durationMs },
    });
    expect(await readFailedCount()).toBe('1');

    const unrecordedId = await api.call(callee);
    await api.until(unrecordedId, hasFailedRecording);
    const unrecorded = await endCall(unrecordedId);
    expect(unrecorded.recording).toEqual({
      available: false,
      durationMs: null,
      truncated: false,
      reason: 'disk_full',
    });
    expect(await readFailedCount()).toBe('2');
    const full = await readHealth();
    expect(full).toMatchObject({ httpStatus: 200, status: 'degraded', check: { ok: false } });
    expect(full.check.detail).toMatch(/^0 MiB free for recordings .* Free space on this disk\.$/);
    expect(await readDoctorLine()).toMatch(/^FAIL\s+recordings\s+0 MiB free/);

    freeSpace();
    const completeId = await api.call(callee);
    await api.until(completeId, ({ transcript }) => transcript.length > 0);
    const complete = await endCall(completeId);
    expect(complete.recording).toMatchObject({ available: true, truncated: false, reason: null });
    expect(await readHealth()).toMatchObject({ status: 'ok' });
  });
});
