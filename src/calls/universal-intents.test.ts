import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed, modelReplying } from '../../test/support/test-call.ts';
import { generatedFlow } from '../../test/support/generated-flows.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { CallFlowInput, type CallFlow } from '../domain/flow/flow.ts';

type Call = Awaited<ReturnType<typeof answeredCall>>;

const optOutResponse = 'agent: I am sorry. We will not call you again. Goodbye.';

/** Speaks an opt-out, which takes 900 ms, and checks that it is recorded within one second afterwards. */
async function optOut(call: Call): Promise<void> {
  call.caller.say('stop calling me');
  await call.clock.advance(1_900);
  expect(call.records.optOuts).toEqual(['The customer opted out in a call.']);
  await call.clock.advance(6_000);
}

function expectOptedOut(call: Call): void {
  expect(call.records.ends).toMatchObject([
    { endReason: 'agent_hangup', disposition: { code: 'do_not_call' }, optOut: {} },
  ]);
  expect(call.said()).toContain('customer: stop calling me');
  expect(call.said().at(-1)).toBe(optOutResponse);
  expectClosed(call);
}

/** Advances the clock until the agent was silent for 700 ms. */
const advanceToSilence = async (call: Call): Promise<void> => {
  for (let silentMs = 0; silentMs < 700;) {
    await call.clock.advance(50);
    silentMs = call.leg.audio.queuedMs > 0 ? 0 : silentMs + 50;
  }
};

/** Longer than the delay of voice activity detection. */
const detectionDelayMs = 250;

/** Returns the duration of a call without speech of the caller, at most 10 s. */
async function measureDurationMs(flow: CallFlow): Promise<number> {
  const call = await answeredCall({ flow });
  let atMs = 0;
  for (; atMs < 10_000 && call.session.phase !== 'closed'; atMs += 100) await call.clock.advance(100);
  call.session.end();
  return atMs;
}

const announcement = CallFlowInput.parse({
  name: 'Announcement',
  nodes: [
    { id: 'hello', type: 'say', config: { text: 'Your parcel has arrived.', interruptible: false } },
    { id: 'bye', type: 'end', config: { text: 'Thank you very much. Goodbye.' } },
  ],
  edges: [{ id: 'e', from: 'hello', to: 'bye' }],
});

describe('an opt-out', () => {
  it('is recognised in every generated flow, at the first silence', async () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const call = await answeredCall({ flow: generatedFlow(seed) });
      await advanceToSilence(call);
      await optOut(call);
      expect(call.said().at(-1)).toBe(optOutResponse);
      expectOptedOut(call);
    }
  }, 60_000);

  it('is recognised and expected at any moment of a call', async () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const flow = generatedFlow(seed);
      const lastMs = (await measureDurationMs(flow)) - detectionDelayMs;
      const call = await answeredCall({ flow });
      await call.clock.advance(Math.floor((lastMs * (seed % 17)) / 16));
      const expected = call.recogniser.latest.expectation.phrases.map(({ text }) => text);
      expect(expected).toContain('stop calling me');
      call.caller.say('stop calling me');
      await call.clock.advance(9_000);
      expect(call.records.optOuts).toEqual(['The customer opted out in a call.']);
      expect(call.records.ends).toMatchObject([{ disposition: { code: 'do_not_call' } }]);
      expect(call.said().at(-1)).toBe(optOutResponse);
      expectClosed(call);
    }
  }, 60_000);

  it.each([400, 1_500, 2_500, 3_500])('is recognised %i ms into a flow without questions', async (atMs) => {
    const call = await answeredCall({ flow: announcement });
    await call.clock.advance(atMs);
    await optOut(call);
    expect(call.said().at(-1)).toBe(optOutResponse);
    expectOptedOut(call);
  });

  it('is expected by the recogniser from the start', async () => {
    const call = await answeredCall({ flow: announcement });
    await call.clock.advance(100);
    const texts = call.recogniser.latest.expectation.phrases.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['stop calling me', 'wrong number', 'who is this']));
  });

  it('is expected and handled during answering-machine detection', async () => {
    const call = await answeredCall({ agent: { name: 'Ada', voicemail: { detection: 'model' } } });
    await call.clock.advance(300);
    expect(call.recogniser.latest.expectation.phrases.map(({ text }) => text)).toContain('stop calling me');
    await optOut(call);
    expect(call.said().at(-1)).toBe(optOutResponse);
    expectOptedOut(call);
    expect(call.said()).toHaveLength(2);
  });

  it('is handled by the flow if its author listed the phrases', async () => {
    const flow = CallFlowInput.parse({
      name: 'Own words',
      startNodeId: 'ask',
      nodes: [
        { id: 'ask', type: 'ask', config: { prompt: 'Ready?', variable: 'ready', expect: 'yes_no' } },
        {
          id: 'stop',
          type: 'end',
          isGlobal: { condition: { type: 'intent', phrases: ['stop calling me'] } },
          config: { text: 'Never again.' },
        },
        { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
      ],
      edges: [{ id: 'e', from: 'ask', to: 'bye', condition: { type: 'else' } }],
    });
    const call = await answeredCall({ flow });
    await call.clock.advance(1_500);
    await optOut(call);
    expect(call.said().at(-1)).toBe('agent: Never again.');
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'do_not_call' }, optOut: {} }]);
    expectClosed(call);
  });

  it('is handled without a reply of the language model', async () => {
    const call = await answeredCall({
      flow: conversationOnlyFlow,
      agent: { name: 'Ada', model: 'test/model', firstMessage: 'Hi Anna, how are you today?' },
      models: (clock) => [modelReplying(clock, 300, 'Let me tell you about our offer.')],
    });
    await call.clock.advance(2_500);
    await optOut(call);
    expect(call.said().at(-1)).toBe(optOutResponse);
    expectOptedOut(call);
  });

  it.each([
    ['en-GB', 'bitte rufen Sie mich nie wieder an', optOutResponse],
    ['en-GB', 'no me llamen más', optOutResponse],
    ['de-DE', 'stop calling me', 'agent: Entschuldigung. Wir rufen Sie nicht mehr an. Auf Wiederhören.'],
    ['fr-FR', 'bel mij niet meer', 'agent: Je suis désolé. Nous ne vous appellerons plus. Au revoir.'],
  ])('in a call in %s takes effect in the words %j', async (language, text, response) => {
    const call = await answeredCall({ agent: { name: 'Ada', language }, flow: announcement });
    await call.clock.advance(400);
    call.caller.say(text);
    await call.clock.advance(8_000);
    expect(call.records.optOuts).toEqual(['The customer opted out in a call.']);
    expect(call.said().at(-1)).toBe(response);
    expectClosed(call);
  });

  it.each(["don't stop", 'stop by tomorrow', 'please stop the music', "don't call me before nine"])(
    'is not recognised in %j',
    async (text) => {
      const call = await answeredCall();
      await call.clock.advance(3_000);
      call.caller.say(text);
      await call.clock.advance(20_000);
      expect(call.records.optOuts).toEqual([]);
      expect(call.records.ends[0]?.disposition.code).not.toBe('do_not_call');
    },
  );
});

describe('universal intents', () => {
  const askTwice = CallFlowInput.parse({
    name: 'Two questions',
    nodes: [
      { id: 'first', type: 'ask', config: { prompt: 'Will you come?', variable: 'comes', expect: 'yes_no' } },
      { id: 'second', type: 'ask', config: { prompt: 'How many?', variable: 'many', expect: 'number' } },
      { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: [
      { id: 'e1', from: 'first', to: 'second', condition: { type: 'else' } },
      { id: 'e2', from: 'second', to: 'bye', condition: { type: 'else' } },
    ],
  });

  const saying = async (text: string, forMs = 4_500) => {
    const call = await answeredCall({ flow: askTwice });
    await call.clock.advance(1_500);
    call.caller.say(text);
    await call.clock.advance(forMs);
    return call;
  };

  it('handle a wrong number: the agent apologises and ends the call', async () => {
    const call = await saying('you have the wrong number');
    await call.clock.advance(4_000);
    expect(call.said().at(-1)).toBe('agent: I am sorry to have disturbed you. Goodbye.');
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'wrong_number', status: 'completed' } }]);
    expect(call.records.ends[0]!.optOut).toBeUndefined();
  });

  it('handle the question who is calling: the agent answers and repeats its question', async () => {
    const call = await saying('who is this');
    expect(call.said().slice(1)).toEqual([
      'customer: who is this',
      'agent: This is Ada, an automated assistant.',
      'agent: Will you come?',
    ]);
    call.session.end();
  });

  it('schedule a callback at the requested time', async () => {
    const call = await saying('call me back tomorrow at ten');
    await call.clock.advance(8_000);
    expect(call.records.ends).toMatchObject([
      { disposition: { code: 'callback_scheduled', status: 'pending', notes: 'Asked to be called back.' } },
    ]);
  });

  it('ask for the time of a callback if the customer named none', async () => {
    const call = await saying('call me back');
    expect(call.said().at(-1)).toBe('agent: When shall we call you back?');
    call.caller.say('tomorrow at ten');
    await call.clock.advance(10_000);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'callback_scheduled' } }]);
  });

  it('schedule and record a callback by a person', async () => {
    const call = await saying('i want to speak to a person', 8_500);
    expect(call.said().slice(2)).toEqual([
      'agent: Everyone is busy at the moment, but a colleague can call you back.',
      'agent: When shall we call you back?',
    ]);
    call.caller.say('tomorrow at ten');
    await call.clock.advance(10_000);
    expect(call.records.ends).toMatchObject([
      {
        disposition: {
          code: 'callback_scheduled',
          // No agent calls back: a person does.
          status: 'completed',
          scheduledAt: expect.any(Date),
          notes: 'Asked to speak to a person.',
        },
        transferRequested: true,
        task: { kind: 'callback', reason: 'Asked to speak to a person.' },
      },
    ]);
    expect(call.records.events.filter(({ type }) => type === 'person_requested')).toHaveLength(1);
    expect(call.views.some(({ transferRequested }) => transferRequested)).toBe(true);
  });
});

describe('a "hello" that sounds like "no"', () => {
  const greeted = CallFlowInput.parse({
    name: 'Greeting and question',
    nodes: [
      { id: 'greet', type: 'say', config: { text: 'Good morning, this is Oak Street Dental.' } },
      { id: 'ask', type: 'ask', config: { prompt: 'Will you come?', variable: 'comes', expect: 'yes_no' } },
      { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: [
      { id: 'e1', from: 'greet', to: 'ask' },
      { id: 'e2', from: 'ask', to: 'bye', condition: { type: 'else' } },
    ],
  });

  it('does not answer a question that was not asked yet', async () => {
    const call = await answeredCall({ flow: greeted });
    await call.clock.advance(200);
    call.caller.say('no', { durationMs: 500, confidence: 0.32 });
    await call.clock.advance(4_500);
    expect(call.said().at(-1)).toBe('agent: Will you come?');
    call.caller.say('yes');
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ variables: { comes: true } }]);
  });
});

describe('the end of a flow', () => {
  it('waits for a customer who is speaking', async () => {
    const call = await answeredCall({ flow: announcement });
    await call.clock.advance(4_000);
    call.caller.say('oh thank you very much for letting me know', { durationMs: 3_000 });
    await call.clock.advance(2_500);
    expect(call.records.ends).toEqual([]);
    await call.clock.advance(3_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(call);
  });

  it('has the end reason of the flow if the customer hangs up first', async () => {
    const call = await answeredCall({ flow: announcement });
    await call.clock.advance(4_000);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(call);
  });
});
