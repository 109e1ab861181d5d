import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseWav } from '../../src/audio/wav-header.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const notice = 'This call is recorded. Please stay on the line if you agree.';
const callee = '+12025550101';

let program: ProgramUnderTest;
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26800-26899' });
});
afterAll(() => program.close());

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
