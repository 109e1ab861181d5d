import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { speechLevelDbfs } from '../../src/audio/level.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { zone } from './api-under-test.ts';
import { ProgramUnderTest } from './program-under-test.ts';

let program: ProgramUnderTest;
/** The calls by the last two digits of the number. Resolve when the call has ended. */
const calls = new Map<string, Promise<CallResource>>();

const numberOf = (digits: string): string => `+120255501${digits}`;

const personas = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '10', '11', '13', '16'];
const shortRinging = { overrides: { limits: { ringTimeoutSeconds: 5 } } };

/** Calls all personas concurrently. Each test waits for the end of its call. */
beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26000-26199' });
  for (const digits of personas) {
    const call = program.api
      .call(numberOf(digits), digits === '04' ? shortRinging : {})
      .then((callId) => program.api.untilEnded(callId));
    call.catch(() => undefined);
    calls.set(digits, call);
  }
});
afterAll(() => program.close());

const spokenBy = (call: CallResource, role: 'agent' | 'customer'): string =>
  call.transcript
    .filter((entry) => entry.role === role)
    .map(({ content, digits }) => digits ?? content)
    .join(' ');

describe('the demo agent', { timeout: 90_000 }, () => {
  it.each([
    ['00', 'answered', /yes|yep|yeah/, /we will see you then. Goodbye\.$/],
    ['01', 'not_interested', /no thank you$/, /is cancelled. Goodbye\.$/],
    ['06', 'wrong_number', /wrong number$/, /sorry to have disturbed you. Goodbye\.$/],
    ['07', 'do_not_call', /stop calling me$/, /We will not call you again. Goodbye\.$/],
    ['08', 'answered', /(yes|that works for me)$/, /we will see you then. Goodbye\.$/],
    ['11', 'answered', /1$/, /we will see you then. Goodbye\.$/],
    ['16', 'answered', /yes|yep|yeah/, /we will see you then. Goodbye\.$/],
  ])('calls persona %s, and the disposition is %s', async (digits, disposition, customerText, agentText) => {
    const call = (await calls.get(digits))!;
    expect(call).toMatchObject({ status: 'ended', endReason: 'agent_hangup', disposition });
    expect(spokenBy(call, 'customer')).toMatch(customerText);
    expect(spokenBy(call, 'agent')).toMatch(agentText);
  });

  it('has an analysis of what the flow knows, without a language model', async () => {
    const { callId } = (await calls.get('00'))!;
    const { analysis } = await program.api.until(callId, (call) => call.analysis?.status !== 'pending');
    expect(analysis).toMatchObject({
      status: 'completed',
      summary: expect.stringContaining('disposition: answered; end: agent hangup; coming: yes'),
      fields: { coming: true, new_appointment: null },
      success: null,
      model: null,
    });
  });

  it('leaves the complete message on the voicemail of persona 05', async () => {
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
  ])('does not reach persona %s: %s', async (digits, endReason, disposition) => {
    const call = (await calls.get(digits))!;
    expect(call).toMatchObject({ endReason, disposition, durationSeconds: null, transcript: [] });
  });

  it('schedules a callback for persona 02 tomorrow at ten in the time zone of the callee', async () => {
    const call = (await calls.get('02'))!;
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'callback_scheduled' });
    const [callback] = await program.api.dispositions({ phoneNumber: numberOf('02') });
    expect(callback).toMatchObject({ callId: call.callId, status: 'pending' });
    expect(callback!.scheduledAt).toMatch(new RegExp(`^${tomorrowAt(call, zone)}T10:00:00(.000)?-0[45]:00$`));
  });

  it('is interrupted by persona 08, and the transcript has only the text that was heard', async () => {
    const call = (await calls.get('08'))!;
    const first = call.transcript.find(({ role }) => role === 'agent')!;
    expect(first).toMatchObject({ interrupted: true });
    expect(first.content).toMatch(/^Hello Ada/);
    expect(first.content).not.toContain('Can you come?');
  });

  it('stops speaking when persona 10 hangs up', async () => {
    const call = (await calls.get('10'))!;
    expect(call).toMatchObject({ endReason: 'customer_hangup', disposition: 'answered' });
    expect(spokenBy(call, 'agent')).toMatch(/^Hello Ada/);
    expect(spokenBy(call, 'agent')).not.toContain('Can you come?');
  });

  it('repeats its question for persona 13 and recognises the louder reply', async () => {
    const call = (await calls.get('13'))!;
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'answered' });
    expect(spokenBy(call, 'agent')).toMatch(/Sorry, I didn't catch that.*we will see you then/);
  });

  it('is not interrupted by a backchannel of persona 16', async () => {
    const call = (await calls.get('16'))!;
    expect(spokenBy(call, 'agent')).toMatch(
      /^Hello Ada, this is Oak Street Dental. You have an appointment on/,
    );
  });

  it.each([
    ['17', 'carrier_error', 'failed'],
    ['18', 'invalid_number', 'invalid_number'],
  ])(
    'stores the failed call to persona %s, which the API reports as an error: %s',
    async (digits, endReason, disposition) => {
      await expect(program.api.call(numberOf(digits))).rejects.toMatchObject({
        status: 500,
        code: 'UNKNOWN_ERROR',
        message: expect.stringContaining(`it ended with ${endReason}.`),
      });
      const [placed] = await program.api.calls({ phoneNumber: numberOf(digits) });
      const call = await program.api.untilEnded(placed!.callId);
      expect(call).toMatchObject({ endReason, disposition, durationSeconds: null, transcript: [] });
    },
  );

  it('detects the menu of persona 14 and hangs up without speech', async () => {
    await Promise.allSettled(calls.values());
    const call = await program.api.untilEnded(await program.api.call(numberOf('14')));
    expect(call).toMatchObject({ endReason: 'voicemail', disposition: 'voicemail' });
    expect(spokenBy(call, 'customer')).toMatch(/^thank you for calling for appointments press one/);
    expect(spokenBy(call, 'agent')).toBe('');
  });

  it('cannot call persona 07 again after the opt-out', async () => {
    await calls.get('07');
    await expect(program.api.call(numberOf('07'))).rejects.toMatchObject({ code: 'opted_out' });
  });

  it.each(['00', '05', '11', '16'])(
    'records both sides of the call to persona %s from answer to end',
    async (digits) => {
      const call = (await calls.get(digits))!;
      expect(call.recording).toMatchObject({ available: true });
      const wav = parseWav(await program.api.recording(call.callId));
      expect(wav).toMatchObject({ sampleRate: 8000, channels: 2 });
      const durationSeconds = wav.samples.length / 2 / 8000;
      expect(Math.abs(durationSeconds - call.durationSeconds!)).toBeLessThan(0.5);
      const [customer, agent] = [channelOf(wav.samples, 0), channelOf(wav.samples, 1)];
      expect(speechLevelDbfs(customer)).toBeGreaterThan(-35);
      expect(speechLevelDbfs(agent)).toBeGreaterThan(-35);
    },
  );
});

/** Returns one channel of interleaved stereo: 0 is the customer, 1 the agent. */
const channelOf = (samples: Int16Array, channel: 0 | 1): Int16Array =>
  samples.filter((_, index) => index % 2 === channel);

/** Returns the day after the call in the time zone, such as `2026-11-22`. */
function tomorrowAt({ timeline }: CallResource, timeZone: string): string {
  const dialed = new Date(timeline[0]!.at);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(dialed);
  const day = new Date(`${today}T00:00:00Z`);
  return new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10);
}
