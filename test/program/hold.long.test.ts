import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dtmfTone } from '../../src/audio/dtmf-generator.ts';
import { AudioPhone } from './audio-phone.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const prompt = 'Please enter your seat number.';
const flow = {
  type: 'call',
  name: 'Seats',
  status: 'active',
  startNodeId: 'seat',
  nodes: [
    { id: 'seat', type: 'gather_digits', config: { prompt, variable: 'seat', minDigits: 2, maxDigits: 2 } },
    { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
  ],
  edges: [{ id: 'e1', from: 'seat', to: 'bye' }],
};

let phone: AudioPhone;
let program: ProgramUnderTest;
beforeAll(async () => {
  phone = await AudioPhone.open();
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '26600-26699',
    PARLEY_TEST_NETWORK: 'off',
    PARLEY_TRUNK_URL: phone.trunkUrl,
  });
});
afterAll(async () => {
  phone.close();
  await program.close();
});

/** Returns the in-band tones of the keys (ITU-T Q.23), with 0.5 s of silence before and after them. */
function keyTones(keys: string): Int16Array {
  const pause = new Int16Array(500 * 8);
  const tones = [...keys].flatMap((key) => [...dtmfTone(key, 120), ...new Int16Array(100 * 8)]);
  return Int16Array.from([...pause, ...tones, ...pause]);
}

describe('a call that the other side holds', () => {
  it('ignores what it hears, and asks again when it is resumed', { timeout: 60_000 }, async () => {
    const { id: flowId } = await program.api.create<{ id: string }>('/api/v1/flows', flow);
    const agent = await program.api.create<{ id: string }>('/api/v1/agents', {
      name: 'Seats',
      flowId,
      voicemail: { detection: 'off' },
    });
    const number = { phoneNumber: '+14155550161', agentId: agent.id };
    await program.api.create('/v1/api/telephony/numbers', number);
    const { callId } = await program.api.create<{ callId: string }>('/api/v1/calls/call', {
      agentId: agent.id,
      toNumber: '+14155552671',
    });
    const call = () => program.api.client.getCall({ path: { callId } });
    const agentLines = async () =>
      (await call()).transcript.filter(({ role }) => role === 'agent').map(({ content }) => content);
    await phone.answered;
    await expect.poll(agentLines, { timeout: 15_000 }).toContain(prompt);
    await phone.changeDirection('sendonly');
    await phone.play(keyTones('73'));
    await phone.changeDirection('sendrecv');
    const timesAsked = async () => (await agentLines()).filter((line) => line === prompt).length;
    await expect.poll(timesAsked, { timeout: 15_000 }).toBe(2);
    await phone.play(keyTones('58'));
    await expect.poll(async () => (await call()).status, { timeout: 15_000 }).toBe('ended');
    expect(await call()).toMatchObject({ variables: { seat: '58' } });
  });
});
