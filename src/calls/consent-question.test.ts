import { describe, expect, it } from 'vitest';
import {
  answeredCall,
  expectClosed,
  modelReplying,
  type TestCallOptions,
} from '../../test/support/test-call.ts';
import { FakeRealtimeModel, sayToModel } from '../contracts/testing/fake-realtime-model.ts';
import { AgentInput } from '../domain/agent.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';
import { allLanguages } from '../domain/languages/languages.ts';
import { conversationOnlyFlow } from './call-plan.ts';

type Call = Awaited<ReturnType<typeof answeredCall>>;

const path = '/data/recordings/2026-01/call_1.wav';
const question = 'agent: May I record this call?';
const keypad = 'You can also use your keypad: press 1 for yes, or 2 for no.';
const given = 'agent: Thank you. This call is now being recorded.';
const refused = 'agent: All right, this call will not be recorded.';
const flowQuestion = 'agent: Hello Anna. Will you come to your appointment on Tuesday?';

const askingCall = ({ agent, ...options }: TestCallOptions = {}) =>
  answeredCall({
    ...options,
    agent: AgentInput.parse({
      name: 'Ada',
      voicemail: { detection: 'off' },
      ...agent,
      recording: { consent: 'verbal' },
    }),
  });

/** Speaks after the question has ended, and waits for the reply of the agent. */
async function answer(call: Call, text: string): Promise<void> {
  await call.clock.advance(3_000);
  call.caller.say(text);
  await call.clock.advance(8_000);
}

/** Returns the answer that the timeline has, and whether the recording started. */
const consentOf = (call: Call) => ({
  events: call.eventsOf('recording_consent'),
  isRecorded: call.leg.audio.recordedFromMs !== undefined,
});

const refusal = (reason: string) => ({
  events: [{ consent: 'refused', answer: reason }],
  isRecorded: false,
});

describe('an agent that asks for consent to the recording', () => {
  it.each(['outbound', 'inbound'] as const)('records an %s call from the yes on', async (direction) => {
    const call = await askingCall({ direction });
    await answer(call, 'yes');
    expect(call.said()).toEqual([question, 'customer: yes', given, flowQuestion]);
    const yes = call.records.entries[1]!;
    expect(call.leg.audio.recordedFromMs).toBeGreaterThanOrEqual(yes.endMs);
    const thanks = call.records.entries[2]!;
    expect(call.leg.audio.recordedFromMs).toBeLessThanOrEqual(thanks.startMs);
    expect(call.eventsOf('recording_consent')).toEqual([{ consent: 'given', answer: 'yes' }]);
    expect(call.eventsOf('recording_started')).toEqual([{ path }]);
    call.caller.say('yes');
    await call.clock.advance(8_000);
    expect(call.records.ends).toMatchObject([{ recordingPath: path, disposition: { code: 'interested' } }]);
    expect(call.records.ends[0]!.recordingFault).toBeUndefined();
    expectClosed(call);
  });

  it.each(['no', 'no thank you', 'I would rather not'])(
    'continues without a recording after "%s"',
    async (no) => {
      const call = await askingCall();
      await answer(call, no);
      expect(call.said()).toEqual([question, `customer: ${no}`, refused, flowQuestion]);
      call.caller.say('yes');
      await call.clock.advance(8_000);
      expect(consentOf(call)).toEqual(refusal('no'));
      expect(call.records.ends).toMatchObject([
        { endReason: 'agent_hangup', recordingFault: 'refused', disposition: { code: 'interested' } },
      ]);
      expect(call.records.ends[0]!.recordingPath).toBeUndefined();
      expectClosed(call);
    },
  );

  it.each([
    ['1', { events: [{ consent: 'given', answer: 'yes' }], isRecorded: true }],
    ['2', refusal('no')],
  ])('accepts the key %s', async (key, expected) => {
    const call = await askingCall();
    await call.clock.advance(3_000);
    call.leg.press(key);
    await call.clock.advance(8_000);
    expect(consentOf(call)).toEqual(expected);
    expect(call.said().at(-1)).toBe(flowQuestion);
  });

  it('takes two silences for a refusal, and counts neither as an unanswered question', async () => {
    const goodbye = { id: 'bye', type: 'end', config: { text: 'Your parcel has arrived. Goodbye.' } };
    const flow = CallFlowInput.parse({ name: 'Announcement', nodes: [goodbye], edges: [] });
    const call = await askingCall({ flow });
    await call.clock.advance(40_000);
    expect(call.said()).toEqual([
      question,
      `${question} ${keypad}`,
      refused,
      'agent: Your parcel has arrived. Goodbye.',
    ]);
    expect(consentOf(call)).toEqual(refusal('none'));
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(call);
  });

  it('decides for the agents to whom the call is handed over', async () => {
    const config = { agentId: 'agent_2', message: 'I connect you with sales.' };
    const handoff = CallFlowInput.parse({
      name: 'Reception',
      nodes: [{ id: 'sales', type: 'agent_handoff', config }],
      edges: [],
    });
    const bye = { id: 'bye', type: 'end', config: { text: 'Goodbye from {{agent.name}}.' } };
    const flow = CallFlowInput.parse({ name: 'Sales', nodes: [bye], edges: [] });
    for (const consent of ['none', 'verbal'] as const) {
      const next = { agent: { name: 'Sam', recording: { consent } }, flow };
      const call = await askingCall({ flow: handoff, nextAgents: { agent_2: next } });
      await answer(call, 'no');
      expect(call.said().slice(2)).toEqual([
        refused,
        'agent: I connect you with sales.',
        'agent: Goodbye from Sam.',
      ]);
      expect(consentOf(call)).toEqual(refusal('no'));
    }
  });

  it.each([
    ['hello', { rejected: false }],
    ['mumble', { rejected: true }],
    ['could you say that again', { rejected: false }],
  ])('asks once more after "%s" (%o), then takes it for a refusal', async (text, details) => {
    const call = await askingCall();
    await call.clock.advance(3_000);
    call.caller.say(text, details);
    await call.clock.advance(11_000);
    call.caller.say(text, details);
    await call.clock.advance(8_000);
    const spoken = call.said().filter((line) => line.startsWith('agent:'));
    const again = `agent: Sorry, I didn't catch that. ${question.slice('agent: '.length)} ${keypad}`;
    expect(spoken).toEqual([question, again, refused, flowQuestion]);
    expect(consentOf(call)).toEqual(refusal('unclear'));
  });

  it('does not take a yes for consent that begins before the question was heard, and asks again', async () => {
    const call = await askingCall();
    await call.clock.advance(500);
    call.caller.say('yes', { durationMs: 1_500 });
    await call.clock.advance(3_000);
    expect(call.leg.audio.recordedFromMs).toBeUndefined();
    await call.clock.advance(6_000);
    call.caller.say('yes');
    await call.clock.advance(3_000);
    expect(consentOf(call)).toEqual({ events: [{ consent: 'given', answer: 'yes' }], isRecorded: true });
  });

  it('stops asking after a no during the question', async () => {
    const call = await askingCall();
    await call.clock.advance(600);
    call.caller.say('no thank you');
    await call.clock.advance(6_000);
    expect(consentOf(call)).toEqual(refusal('no'));
    expect(call.said().at(-1)).toBe(flowQuestion);
  });

  it.each([3_000, 500])('says who calls and asks again, if asked after %i ms', async (atMs) => {
    const call = await askingCall();
    await call.clock.advance(atMs);
    call.caller.say('who is this');
    await call.clock.advance(8_000);
    const introduced = `agent: This is Ada, an automated assistant. ${question.slice('agent: '.length)}`;
    expect(call.said().at(-1)).toBe(introduced);
    call.caller.say('yes');
    await call.clock.advance(4_000);
    expect(consentOf(call)).toMatchObject({ isRecorded: true });
  });

  it.each([
    ['after the question', 3_000, { detection: 'off' as const }],
    ['during the question', 500, { detection: 'off' as const }],
    ['during answering machine detection', 200, {}],
  ])('handles an opt-out %s like any other', async (_name, atMs, voicemail) => {
    const call = await askingCall({ agent: { name: 'Ada', voicemail } });
    await call.clock.advance(atMs);
    call.caller.say('stop calling me');
    await call.clock.advance(9_000);
    expect(call.records.optOuts).toHaveLength(1);
    expect(call.said().at(-1)).toBe('agent: I am sorry. We will not call you again. Goodbye.');
    expect(call.records.ends).toMatchObject([
      { disposition: { code: 'do_not_call' }, recordingFault: 'refused' },
    ]);
    expect(consentOf(call)).toEqual(refusal('other'));
    expectClosed(call);
  });

  it.each([
    ['agent', ['agent: Welcome to Oak Street Clinic.']],
    ['agent-generated', []],
    ['user', []],
  ] as const)('lets the model reply to another question (first message: %s)', async (mode, first) => {
    const call = await askingCall({
      flow: conversationOnlyFlow,
      agent: {
        name: 'Ada',
        model: 'test/model',
        firstMessage: 'Welcome to Oak Street Clinic.',
        firstMessageMode: mode,
      },
      models: (clock) => [modelReplying(clock, 200, 'We open at nine.', 'Until six.')],
    });
    await answer(call, 'what are your opening hours');
    expect(call.said()).toEqual([
      question,
      'customer: what are your opening hours',
      ...first,
      'agent: We open at nine.',
    ]);
    expect(consentOf(call)).toEqual(refusal('other'));
    call.caller.say('and until when');
    await call.clock.advance(4_000);
    expect(call.said().at(-1)).toBe('agent: Until six.');
  });

  it('lets the model reply to a question that follows the answer', async () => {
    const call = await askingCall({
      flow: conversationOnlyFlow,
      agent: { name: 'Ada', model: 'test/model', firstMessage: 'Welcome.' },
      models: (clock) => [modelReplying(clock, 200, 'We open at nine.')],
    });
    await answer(call, 'No. What are your opening hours?');
    expect(call.said().slice(2)).toEqual([refused, 'agent: Welcome.', 'agent: We open at nine.']);
    expect(consentOf(call)).toEqual(refusal('no'));
  });

  it('asks the question of a flow after words that answer none', async () => {
    const call = await askingCall();
    await answer(call, 'what are your opening hours');
    expect(call.said().at(-1)).toBe(flowQuestion);
    expect(consentOf(call)).toEqual(refusal('other'));
  });

  it.each([
    ['de', 'ja', 'nein danke'],
    ['es', 'sí', 'no gracias'],
    ['fr', 'oui', 'non merci'],
    ['it', 'sì', 'no grazie'],
    ['nl', 'ja', 'nee dank u'],
    ['pt', 'sim', 'não obrigado'],
  ])('understands yes and no in %s', async (language, yes, no) => {
    for (const [text, isRecorded] of [
      [yes, true],
      [no, false],
    ] as const) {
      const call = await askingCall({ agent: { name: 'Ada', language } });
      await answer(call, text);
      expect(consentOf(call)).toEqual(
        isRecorded ? { events: [{ consent: 'given', answer: 'yes' }], isRecorded } : refusal('no'),
      );
    }
  });

  it.each([
    ['the message of the agent', 'en', '{{customer.name}}, may we record?', 'Anna, may we record?'],
    ...allLanguages.map(({ tag, name, sentences }) => [name, tag, '', sentences.recordingConsent.question]),
  ])('asks in the words of %s', async (_name, language, consentMessage, expected) => {
    const recording = { consent: 'verbal' as const, consentMessage: consentMessage! };
    const voicemail = { detection: 'off' as const };
    const call = await answeredCall({ agent: { name: 'Ada', language: language!, voicemail, recording } });
    await call.clock.advance(5_000);
    expect(call.said()[0]).toBe(`agent: ${expected}`);
  });

  it.each([
    ['hangs up before the answer', {}, 1_000, ''],
    [
      'is an answering machine',
      { action: 'leave_message', message: 'Please call back.' },
      40_000,
      'hello you have reached the office please leave a message after the tone thank you',
    ],
  ])('records nothing if the other side %s', async (_name, voicemail, afterMs, greeting) => {
    const detection = greeting === '' ? ('off' as const) : ('model' as const);
    const call = await askingCall({
      agent: AgentInput.parse({ name: 'Ada', voicemail: { ...voicemail, detection } }),
    });
    if (greeting !== '') call.caller.say(greeting, { durationMs: 6_000 });
    await call.clock.advance(afterMs);
    if (greeting === '') call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(consentOf(call)).toEqual({ events: [], isRecorded: false });
    expect(call.records.ends).toMatchObject([{ recordingFault: 'not_announced' }]);
    expect(call.said()).not.toContain(question);
  });

  it('does not ask if the call is not recorded', async () => {
    const call = await askingCall({ plan: { record: false } });
    await call.clock.advance(4_000);
    expect(call.said()[0]).toBe(flowQuestion);
  });

  it.each([
    ['yes', { events: [{ consent: 'given', answer: 'yes' }], isRecorded: true }, [given]],
    ['no', refusal('no'), [refused]],
    ['what are your opening hours', refusal('other'), []],
  ])('understands "%s" with a speech-to-speech model', async (text, expected, spoken) => {
    let model: FakeRealtimeModel | undefined;
    const call = await askingCall({
      flow: conversationOnlyFlow,
      agent: {
        name: 'Ada',
        model: 'fake/realtime',
        firstMessage: 'Welcome.',
      },
      realtimeModel: (clock) =>
        (model = new FakeRealtimeModel({ clock, replies: [{ text: 'We open at nine.' }] })),
    });
    await call.clock.advance(3_000);
    sayToModel(call.leg, model!, text);
    await call.clock.advance(8_000);
    expect(consentOf(call)).toEqual(expected);
    expect(call.said().slice(2)).toEqual([
      ...spoken,
      'agent: Welcome.',
      ...(spoken.length === 0 ? ['agent: We open at nine.'] : []),
    ]);
  });
});
