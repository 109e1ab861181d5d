import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { speechLevelDbfs } from '../../src/audio/level.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { zone } from './api-under-test.ts';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
/** The ended calls by the two digits of the persona. */
const calls = new Map<string, Promise<CallResource>>();

const numberOf = (digits: string): string => `+120255501${digits}`;

const called = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '10', '11', '13', '16', '18'];
const briefly = { overrides: { limits: { ringTimeoutSeconds: 5 } } };

/** All personas are called concurrently; each test waits for the end of its call. */
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26000-26199' });
  for (const digits of called) {
    const call = program.api
      .call(numberOf(digits), digits === '04' ? briefly : {})
      .then((callId) => program.api.untilEnded(callId));
    call.catch(() => undefined);
    calls.set(digits, call);
  }
});
afterAll(() => program.close());

const said = (call: CallResource, role: 'agent' | 'customer'): string =>
  call.transcript
    .filter((entry) => entry.role === role)
    .map(({ content, digits }) => digits ?? content)
    .join(' ');

describe('the demo agent calls', { timeout: 90_000 }, () => {
  it.each([
    ['00', 'answered', /yes|yep|yeah/, /we will see you then. Goodbye\.$/],
    ['01', 'not_interested', /no thank you$/, /is cancelled. Goodbye\.$/],
    ['06', 'wrong_number', /wrong number$/, /sorry to have disturbed you. Goodbye\.$/],
    ['07', 'do_not_call', /stop calling me$/, /We will not call you again. Goodbye\.$/],
    ['08', 'answered', /(yes|that works for me)$/, /we will see you then. Goodbye\.$/],
    ['11', 'answered', /1$/, /we will see you then. Goodbye\.$/],
    ['16', 'answered', /yes|yep|yeah/, /we will see you then. Goodbye\.$/],
  ])('persona %s: both sides speak, and the outcome is %s', async (digits, disposition, theirs, ours) => {
    const call = (await calls.get(digits))!;
    expect(call).toMatchObject({ status: 'ended', endReason: 'agent_hangup', disposition });
    expect(said(call, 'customer')).toMatch(theirs);
    expect(said(call, 'agent')).toMatch(ours);
  });

  it('persona 05 and leaves the complete message on the voicemail', async () => {
    const call = (await calls.get('05'))!;
    expect(call).toMatchObject({ endReason: 'voicemail', disposition: 'voicemail' });
    const message = call.transcript.findLast(({ role }) => role === 'agent')!;
    expect(message.content).toBe(
      'Hello, this is Oak Street Dental. We called about your appointment. Please call us back. Goodbye.',
    );
    expect(message.interrupted).toBe(false);
  });

  it.each([
    ['03', 'busy', 'busy'],
    ['04', 'no_answer', 'no_answer'],
    ['18', 'invalid_number', 'invalid_number'],
  ])('persona %s is not reached: %s', async (digits, endReason, disposition) => {
    const call = (await calls.get(digits))!;
    expect(call).toMatchObject({ endReason, disposition, durationSeconds: null, transcript: [] });
  });

  it('persona 02 and schedules a callback tomorrow at ten in the time zone of the callee', async () => {
    const call = (await calls.get('02'))!;
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'callback_scheduled' });
    const [noted] = await program.api.dispositions({ phoneNumber: numberOf('02') });
    expect(noted).toMatchObject({ callId: call.callId, status: 'pending' });
    expect(noted!.scheduledAt).toMatch(new RegExp(`^${tomorrowAt(call, zone)}T10:00:00(.000)?-0[45]:00$`));
  });

  it('persona 08 and is interrupted: the transcript has only what was heard', async () => {
    const call = (await calls.get('08'))!;
    const first = call.transcript.find(({ role }) => role === 'agent')!;
    expect(first).toMatchObject({ interrupted: true });
    expect(first.content).toMatch(/^Hello Ada/);
    expect(first.content).not.toContain('Can you come?');
  });

  it('persona 10, who hangs up, with speech on both sides', async () => {
    const call = (await calls.get('10'))!;
    expect(call).toMatchObject({ endReason: 'customer_hangup', disposition: 'answered' });
    expect(said(call, 'agent')).toMatch(/^Hello Ada/);
    expect(said(call, 'agent')).not.toContain('Can you come?');
  });

  it('persona 13, repeats the question, and understands the louder answer', async () => {
    const call = (await calls.get('13'))!;
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'answered' });
    expect(said(call, 'agent')).toMatch(/Sorry, I didn't catch that.*we will see you then/);
  });

  it('persona 16 and is not interrupted by a backchannel', async () => {
    const call = (await calls.get('16'))!;
    expect(said(call, 'agent')).toMatch(/^Hello Ada, this is Oak Street Dental. You have an appointment on/);
  });

  it('persona 17, returns an error, and stores the call', async () => {
    await expect(program.api.call(numberOf('17'))).rejects.toMatchObject({ status: 500 });
    const [placed] = await program.api.calls({ phoneNumber: numberOf('17') });
    const call = await program.api.untilEnded(placed!.callId);
    expect(call).toMatchObject({ endReason: 'carrier_error', disposition: 'failed' });
  });

  it('persona 14, detects a menu, and hangs up silently', async () => {
    await Promise.allSettled(calls.values());
    const call = await program.api.untilEnded(await program.api.call(numberOf('14')));
    expect(call).toMatchObject({ endReason: 'voicemail', disposition: 'voicemail' });
    expect(said(call, 'customer')).toMatch(/^thank you for calling for appointments press one/);
    expect(said(call, 'agent')).toBe('');
  });

  it('persona 07 only once', async () => {
    await calls.get('07');
    await expect(program.api.call(numberOf('07'))).rejects.toMatchObject({ code: 'opted_out' });
  });

  it.each(['00', '05', '11', '16'])(
    'persona %s is recorded: both sides, from answer to end',
    async (digits) => {
      const call = (await calls.get(digits))!;
      expect(call.recording).toMatchObject({ available: true });
      const wav = parseWav(await program.api.recording(call.callId));
      expect(wav).toMatchObject({ sampleRate: 8000, channels: 2 });
      const durationSeconds = wav.samples.length / 2 / 8000;
      expect(Math.abs(durationSeconds - call.durationSeconds!)).toBeLessThan(0.5);
      const [customer, agent] = [sideOf(wav.samples, 0), sideOf(wav.samples, 1)];
      expect(speechLevelDbfs(customer)).toBeGreaterThan(-35);
      expect(speechLevelDbfs(agent)).toBeGreaterThan(-35);
    },
  );
});

/** Returns one channel of interleaved stereo: 0 is the customer, 1 the agent. */
const sideOf = (samples: Int16Array, channel: 0 | 1): Int16Array =>
  samples.filter((_, index) => index % 2 === channel);

/** Returns the day after the call in the time zone, such as `2026-11-22`. */
function tomorrowAt({ timeline }: CallResource, timeZone: string): string {
  const dialed = new Date(timeline[0]!.at);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(dialed);
  const day = new Date(`${today}T00:00:00Z`);
  return new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10);
}
