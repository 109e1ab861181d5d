import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseWav } from '../../src/audio/wav-header.ts';
import { ProgramUnderTest, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';

const notice = 'This call is recorded. Please stay on the line if you agree.';
const callee = '+12025550100';

/** The callee of the test network who declines. */
const refusingCallee = '+12025550101';
const question = 'May I record this call?';

let folder: TemporaryFolder;
let program: ProgramUnderTest;
beforeAll(async () => {
  folder = await temporaryDataFolder();
  program = await ProgramUnderTest.start({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_RTP_PORTS: '23000-23099',
  });
}, 60_000);
afterAll(async () => {
  await program.close();
  await folder.remove();
});

it(
  'a call with stay_on_line consent is recorded from the end of the recording notice',
  { timeout: 60_000 },
  async () => {
    const { api } = program;
    const recording = { enabled: true, consent: 'stay_on_line', consentMessage: notice };
    const callId = await api.call(callee, { overrides: { recording } });
    await api.until(callId, ({ transcript }) => transcript.filter(({ role }) => role === 'agent').length > 1);
    await api.client.endCall({ path: { callId } });
    const call = await api.untilEnded(callId);
    const startedMs = Date.parse(call.timeline.find(({ type }) => type === 'recording_started')!.at);
    const spokenNotice = call.transcript.find(({ content }) => content === notice)!;
    expect(startedMs - Date.parse(call.answeredAt!)).toBeGreaterThanOrEqual(spokenNotice.endMs - 50);
    const { durationMs } = call.recording!;
    expect(call.recording).toMatchObject({ available: true, truncated: false, reason: null });
    expect(durationMs).toBeLessThan(Date.parse(call.endedAt!) - startedMs + 500);
    expect(parseWav(await api.recording(callId)).samples).toHaveLength(durationMs! * 16);
  },
);

/** Calls a number with an agent that asks for consent. Ends the call after the third text of the agent. */
async function askedCall(toNumber: string) {
  const { api } = program;
  const callId = await api.call(toNumber, { overrides: { recording: { enabled: true, consent: 'verbal' } } });
  await api.until(callId, ({ transcript }) => transcript.filter(({ role }) => role === 'agent').length > 2);
  await api.client.endCall({ path: { callId } });
  return api.untilEnded(callId);
}

const consentIn = ({ timeline }: Awaited<ReturnType<typeof askedCall>>) =>
  timeline.filter(({ type }) => type === 'recording_consent').map(({ detail }) => detail);

it('a call with verbal consent is recorded after the yes of the callee', { timeout: 60_000 }, async () => {
  const call = await askedCall(callee);
  const [asked, yes] = call.transcript.slice(call.transcript.findIndex(({ role }) => role === 'agent'));
  expect([asked, yes]).toMatchObject([{ content: question }, { role: 'customer', content: 'yes' }]);
  expect(consentIn(call)).toEqual([{ consent: 'given', answer: 'yes' }]);
  const startedMs = Date.parse(call.timeline.find(({ type }) => type === 'recording_started')!.at);
  expect(startedMs - Date.parse(call.answeredAt!)).toBeGreaterThanOrEqual(yes!.endMs);
  const { durationMs } = call.recording!;
  expect(call.recording).toMatchObject({ available: true, truncated: false, reason: null });
  expect(durationMs).toBeLessThan(Date.parse(call.endedAt!) - startedMs + 500);
  expect(parseWav(await program.api.recording(call.callId)).samples).toHaveLength(durationMs! * 16);
});

it(
  'a call whose callee declines continues, and nothing of it is on the disk',
  { timeout: 60_000 },
  async () => {
    const call = await askedCall(refusingCallee);
    expect(call.transcript.find(({ role }) => role === 'agent')).toMatchObject({ content: question });
    expect(consentIn(call)).toEqual([{ consent: 'refused', answer: 'no' }]);
    expect(call.recording).toEqual({
      available: false,
      durationMs: null,
      truncated: false,
      reason: 'refused',
    });
    const files = await readdir(path.join(folder.dataDir, 'recordings'), { recursive: true });
    expect(files.filter((file) => file.includes(call.callId))).toEqual([]);
  },
);
