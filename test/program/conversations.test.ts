import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { speechLevelDbfs } from '../../src/audio/level.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { zone } from './api-under-test.ts';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
/** By the two digits of whoever was called: the call at its end. */
const calls = new Map<string, Promise<CallResource>>();

const numberOf = (digits: string): string => `+120255501${digits}`;

const called = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '10', '11', '13', '16', '18'];
const briefly = { overrides: { limits: { ringTimeoutSeconds: 5 } } };

/** All are rung at once, and talk at the same time; each test waits for the end of its own. */
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26000-26199' });
  for (const digits of called) {
    const call = program.api
      .call(numberOf(digits), digits === '04' ? briefly : {})
      .then((callId) => program.api.ended(callId));
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

describe('the demo, called with', { timeout: 90_000 }, () => {
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

  it('persona 05 has the whole message on the voicemail', async () => {
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

  it('persona 02 is noted to be called back tomorrow at ten, by the clock of the callee', async () => {
    const call = (await calls.get('02'))!;
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'callback_scheduled' });
    const [noted] = await program.api.dispositions({ phoneNumber: numberOf('02') });
    expect(noted).toMatchObject({ callId: call.callId, status: 'pending' });
    expect(noted!.scheduledAt).toMatch(new RegExp(`^${tomorrowAt(call, zone)}T10:00:00(.000)?-0[45]:00$`));
  });

  it('persona 08 is not talked over: what was cut short is told as far as it was heard', async () => {
    const call = (await calls.get('08'))!;
    const first = call.transcript.find(({ role }) => role === 'agent')!;
    expect(first).toMatchObject({ interrupted: true });
    expect(first.content).toMatch(/^Hello Ada/);
    expect(first.content).not.toContain('Can you come?');
  });

  it('persona 10, who hangs up in the middle, was heard and heard something', async () => {
    const call = (await calls.get('10'))!;
    expect(call).toMatchObject({ endReason: 'customer_hangup', disposition: 'answered' });
    expect(said(call, 'agent')).toMatch(/^Hello Ada/);
    expect(said(call, 'agent')).not.toContain('Can you come?');
  });

  it('persona 13 is asked again, and understood when speaking up', async () => {
    const call = (await calls.get('13'))!;
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'answered' });
    expect(said(call, 'agent')).toMatch(/Sorry, I didn't catch that.*we will see you then/);
  });

  it('persona 16 does not stop the agent by a mm-hm', async () => {
    const call = (await calls.get('16'))!;
    expect(said(call, 'agent')).toMatch(/^Hello Ada, this is Oak Street Dental. You have an appointment on/);
  });

  it('persona 17 is answered by an error of the service, and the call is on record', async () => {
    await expect(program.api.call(numberOf('17'))).rejects.toMatchObject({ status: 500 });
    const [placed] = await program.api.calls({ phoneNumber: numberOf('17') });
    const call = await program.api.ended(placed!.callId);
    expect(call).toMatchObject({ endReason: 'carrier_error', disposition: 'failed' });
  });

  it('persona 14 is known for a menu, and left without a word', async () => {
    await Promise.allSettled(calls.values());
    const call = await program.api.ended(await program.api.call(numberOf('14')));
    expect(call).toMatchObject({ endReason: 'voicemail', disposition: 'voicemail' });
    expect(said(call, 'customer')).toMatch(/^thank you for calling for appointments press one/);
    expect(said(call, 'agent')).toBe('');
  });

  it('persona 07 is not called again', async () => {
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

/** One channel of interleaved stereo: 0 the customer, 1 the agent. */
const sideOf = (samples: Int16Array, channel: 0 | 1): Int16Array =>
  samples.filter((_, index) => index % 2 === channel);

/** The day after the call there, as `2026-11-22`. */
function tomorrowAt({ timeline }: CallResource, timeZone: string): string {
  const dialed = new Date(timeline[0]!.at);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(dialed);
  const day = new Date(`${today}T00:00:00Z`);
  return new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10);
}
