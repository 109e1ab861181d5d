import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed, modelReplying, createTestCall } from '../../test/support/test-call.ts';
import { AgentInput } from '../domain/agent.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';
import { conversationOnlyFlow } from './call-plan.ts';

describe('a call', () => {
  it('rings, greets, asks, recognises the answer, says goodbye and hangs up', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('yes');
    await call.clock.advance(5_000);
    expect(call.said()).toEqual([
      'agent: Hello Anna. Will you come to your appointment on Tuesday?',
      'customer: yes',
      'agent: Thank you. Goodbye.',
    ]);
    expect(call.records.statuses).toEqual(['ringing', 'in_progress']);
    expect(call.eventsOf('disposition_set')).toMatchObject([{ disposition: 'interested' }]);
    expect(call.records.ends).toMatchObject([
      {
        endReason: 'agent_hangup',
        disposition: { code: 'interested', status: 'completed' },
        recordingPath: '/data/recordings/2026-01/call_1.wav',
        variables: { comes: true },
        latency: [{ turn: 1, startMs: call.records.entries[2]!.startMs }],
      },
    ]);
    expect(call.records.ends[0]!.recordingDurationMs).toBeGreaterThan(4_000);
    expect(call.records.view).toMatchObject({ lastMessage: 'Thank you. Goodbye.', sentiment: 'positive' });
    expectClosed(call);
  });

  it('plays the greeting at once when answered, since it was synthesised while ringing', async () => {
    const call = await answeredCall();
    await call.clock.advance(100);
    expect(call.leg.audio.playedIntervals[0]!.fromMs).toBe(0);
    expect(call.engine.requests.length).toBeGreaterThan(0);
  });

  it('records the node and the times, counted from the answer, of each transcript entry', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('no');
    await call.clock.advance(5_000);
    expect(call.records.entries).toMatchObject([
      { nodeId: 'confirm', startMs: 0, endMs: 2_500, interrupted: false },
      { role: 'customer', startMs: 3_000, endMs: 3_300, confidence: 0.95 },
      { nodeId: 'sorry' },
    ]);
  });

  it('records only the heard part of an interrupted question', async () => {
    const call = await answeredCall();
    await call.clock.advance(900);
    call.caller.say('yes', { transcriptAfterMs: 250 });
    await call.clock.advance(5_000);
    expect(call.said().slice(0, 2)).toEqual(['agent: Hello Anna. Will you come', 'customer: yes']);
    expect(call.records.entries[0]).toMatchObject({ interrupted: true });
    expectClosed(call);
  });

  it('records the heard part of a sentence when the customer hangs up', async () => {
    const call = await answeredCall();
    await call.clock.advance(1_300);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.said()).toEqual(['agent: Hello Anna. Will you come']);
    expect(call.records.ends).toMatchObject([
      { endReason: 'customer_hangup', disposition: { code: 'answered' } },
    ]);
    expectClosed(call);
  });

  it('measures no response latency if the flow waits before it speaks', async () => {
    const flow = CallFlowInput.parse({
      name: 'Pause',
      nodes: [
        { id: 'ask', type: 'ask', config: { prompt: 'Ready?', variable: 'ready', expect: 'yes_no' } },
        { id: 'pause', type: 'wait', config: { ms: 2_000 } },
        { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
      ],
      edges: [
        { id: 'e1', from: 'ask', to: 'pause', condition: { type: 'else' } },
        { id: 'e2', from: 'pause', to: 'bye' },
      ],
    });
    const call = await answeredCall({ flow });
    await call.clock.advance(1_000);
    call.caller.say('yes');
    await call.clock.advance(6_000);
    expect(call.said()).toEqual(['agent: Ready?', 'customer: yes', 'agent: Goodbye.']);
    expect(call.records.ends).toMatchObject([{ latency: [] }]);
  });

  it('accepts DTMF digits as an answer', async () => {
    const call = await answeredCall();
    await call.clock.advance(1_000);
    call.leg.press('1');
    await call.clock.advance(6_000);
    expect(call.records.entries).toMatchObject([
      { role: 'agent' },
      { role: 'customer', content: '[keys] 1', digits: '1' },
      { role: 'agent' },
    ]);
    expect(call.views.map(({ lastMessage }) => lastMessage)).toContain('[keys] 1');
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'interested' } }]);
  });

  it('ends at the maximum duration', async () => {
    const call = await answeredCall({ plan: { maxDurationMs: 10_000 } });
    await call.clock.advance(10_500);
    expect(call.records.ends).toMatchObject([{ endReason: 'max_duration' }]);
    expectClosed(call);
  });

  it('ends when no media arrives', async () => {
    const call = await answeredCall();
    await call.clock.advance(1_000);
    call.leg.loseMedia();
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([{ endReason: 'media_timeout' }]);
    expectClosed(call);
  });

  it.each([
    ['busy', 'busy', 'busy'],
    ['declined', 'declined', 'no_answer'],
    ['no_answer', 'no_answer', 'no_answer'],
    ['invalid_number', 'invalid_number', 'invalid_number'],
    ['carrier_error', 'carrier_error', 'failed'],
  ] as const)(
    'that is not answered (%s) ends as %s with the disposition %s',
    async (cause, endReason, code) => {
      const call = createTestCall();
      call.session.start();
      call.leg.ring();
      await call.clock.advance(100);
      call.leg.end(cause, { status: 486 });
      await call.clock.advance(100);
      expect(call.records.ends).toMatchObject([
        { endReason, endDetail: 'Status 486', disposition: { code } },
      ]);
      expectClosed(call);
    },
  );

  it('can be ended while it rings and while it is in progress', async () => {
    const ringing = createTestCall();
    ringing.session.start();
    ringing.leg.ring();
    ringing.session.end();
    ringing.session.end();
    const talking = await answeredCall();
    await talking.clock.advance(1_000);
    talking.session.end();
    await talking.clock.advance(0);
    expect(ringing.records.ends).toMatchObject([
      { endReason: 'cancelled', disposition: { code: 'cancelled' } },
    ]);
    expect(talking.records.ends).toMatchObject([
      { endReason: 'cancelled', disposition: { code: 'cancelled' } },
    ]);
    await ringing.clock.advance(100);
    expectClosed(ringing);
    expectClosed(talking);
  });

  it('ends even if the leg never reports its end', async () => {
    const call = await answeredCall();
    await call.clock.advance(500);
    call.leg.hangup = () => undefined;
    call.session.end();
    await call.clock.advance(5_000);
    expect(call.records.ends).toHaveLength(1);
    expect(call.session.phase).toBe('closed');
  });

  it('is answered when inbound, and the agent speaks first', async () => {
    const call = await answeredCall({ direction: 'inbound' });
    await call.clock.advance(3_000);
    call.caller.say('no');
    await call.clock.advance(5_000);
    expect(call.said()).toHaveLength(3);
    expect(call.records.statuses).toEqual(['in_progress']);
    expectClosed(call);
  });
});

describe('a customer who opts out', () => {
  it('is suppressed, whatever disposition the flow sets', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('please stop calling me');
    await call.clock.advance(2_000);
    expect(call.records.optOuts).toEqual(['The customer opted out in a call.']);
    expect(call.records.ends).toEqual([]);
    await call.clock.advance(58_000);
    expect(call.records.ends).toMatchObject([
      { disposition: { code: 'do_not_call' }, optOut: { reason: 'The customer opted out in a call.' } },
    ]);
  });

  it('is asked again if a sentence of low confidence contains an opt-out phrase', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('the stop calling me by the station', { confidence: 0.4 });
    await call.clock.advance(3_000);
    expect(call.said().at(-1)).toBe('customer: the stop calling me by the station');
    await call.clock.advance(5_000);
    call.caller.say('yes');
    await call.clock.advance(6_000);
    expect(call.said().at(-3)).toMatch(/^agent: Sorry, I didn't catch that/);
    expect(call.records.ends[0]!.optOut).toBeUndefined();
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'interested' } }]);
  });

  it('is suppressed even after hanging up at once', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.caller.say('stop calling me', { transcriptAfterMs: 700 });
    await call.clock.advance(800);
    call.leg.end('far_hangup');
    await call.clock.advance(300);
    expect(call.records.ends).toMatchObject([
      { endReason: 'customer_hangup', disposition: { code: 'do_not_call' } },
    ]);
    expectClosed(call);
  });
});

describe('voicemail', () => {
  const detection = 'model' as const;
  const greeting = "hi this is bob i can't take your call please leave a message after the tone";

  it('ends the call', async () => {
    const call = await answeredCall({ agent: { name: 'Ada', voicemail: { detection, action: 'hangup' } } });
    call.caller.say(greeting, { durationMs: 4_000 });
    await call.clock.advance(6_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'voicemail', disposition: { code: 'voicemail' } }]);
    expect(call.said().every((line) => line.startsWith('customer'))).toBe(true);
    expectClosed(call);
  });

  it('gets a message after its greeting', async () => {
    const message = 'Please call us back.';
    const call = await answeredCall({
      agent: { name: 'Ada', voicemail: { detection, action: 'leave_message', message } },
    });
    call.caller.say(greeting, { durationMs: 4_000 });
    await call.clock.advance(12_000);
    expect(call.said().at(-1)).toBe('agent: Please call us back.');
    expect(call.leg.audio.playedIntervals[0]!.fromMs).toBeGreaterThanOrEqual(6_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'voicemail' }]);
    expectClosed(call);
  });

  it('is not detected for a person who says hello', async () => {
    const call = await answeredCall({ agent: { name: 'Ada', voicemail: { detection } } });
    await call.clock.advance(300);
    call.caller.say('hello', { durationMs: 400 });
    await call.clock.advance(4_500);
    expect(call.eventsOf('amd_result')).toEqual([{ answeredBy: 'human' }]);
    call.caller.say('yes');
    await call.clock.advance(4_000);
    expect(call.said()).toHaveLength(4);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'interested' } }]);
  });
});

describe('a person whose speech and text do not arrive together', () => {
  const agent = { name: 'Ada', voicemail: { detection: 'model', action: 'hangup' } } as const;
  type Call = Awaited<ReturnType<typeof answeredCall>>;
  const cases: readonly (readonly [string, (call: Call) => void])[] = [
    ['text that comes after the end of the turn', ({ leg }) => leg.speak(400)],
    ['speech that is too quiet for the voice activity detector', () => {}],
    ['noise that does not end', ({ leg }) => leg.speak(60_000)],
  ];

  it.each(cases)('is greeted, understood and not hung up on: %s', async (_case, speak) => {
    const call = await answeredCall({ agent });
    const { latest, capabilities } = call.recogniser;
    latest.capabilities = { ...capabilities, openVocabulary: true };
    speak(call);
    await call.clock.advance(1_300);
    latest.recognise({ text: 'Hello?' });
    await call.clock.advance(7_000);
    expect(call.eventsOf('amd_result')).toEqual([{ answeredBy: 'human' }]);
    expect(call.said()).toEqual([
      'customer: Hello?',
      'agent: Hello Anna. Will you come to your appointment on Tuesday?',
    ]);
    latest.recognise({ text: 'yes' });
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'interested' } }]);
    expectClosed(call);
  });
});

describe('a call-screening assistant', () => {
  const agent = { name: 'Ada', voicemail: { detection: 'model', action: 'hangup' } } as const;
  const opening = 'agent: Hello Anna. Will you come to your appointment on Tuesday?';
  /** Runs the call until the agent has introduced itself to the assistant, at 6.5 s. */
  const answeredByScreening = async () => {
    const call = await answeredCall({ agent });
    call.caller.say('please state your name and the reason for your call', { durationMs: 3_000 });
    await call.clock.advance(6_500);
    expect(call.said().at(-1)).toBe(opening);
    return call;
  };

  it('hears one introduction; the person who answers afterwards is greeted', async () => {
    const call = await answeredByScreening();
    call.caller.say('thank you connecting you now', { durationMs: 1_500 });
    await call.clock.advance(12_000);
    expect(call.session.phase).toBe('call-screening');
    expect(call.said().at(-1)).toBe('customer: thank you connecting you now');
    call.caller.say('hello', { durationMs: 400 });
    await call.clock.advance(5_000);
    expect(call.said().slice(-2)).toEqual(['customer: hello', opening]);
    call.caller.say('yes');
    await call.clock.advance(4_000);
    expect(call.records.ends).toMatchObject([
      { endReason: 'agent_hangup', disposition: { code: 'interested' } },
    ]);
    expectClosed(call);
  });

  it('hears the introduction of the language if the flow has no opening', async () => {
    const call = await answeredCall({
      flow: conversationOnlyFlow,
      agent: { ...agent, language: 'de-DE', model: 'test/model' },
      models: (clock) => [modelReplying(clock, 300, 'Guten Tag.')],
    });
    call.caller.say('please state your name and the reason for your call', { durationMs: 3_000 });
    await call.clock.advance(6_500);
    expect(call.said().at(-1)).toBe('agent: Guten Tag, hier ist Ada.');
    call.session.end();
  });

  it('ends the call as no_answer if no person answers within 20 s', async () => {
    const call = await answeredByScreening();
    await call.clock.advance(19_000);
    expect(call.session.phase).toBe('call-screening');
    await call.clock.advance(1_500);
    expect(call.records.ends).toMatchObject([
      {
        endReason: 'silence',
        endDetail: 'The call was screened and no person answered.',
        disposition: { code: 'no_answer' },
      },
    ]);
    expectClosed(call);
  });

  it('is handled as voicemail if voicemail answers instead of a person', async () => {
    const call = await answeredByScreening();
    call.caller.say('she is not available please leave a message', { durationMs: 3_000 });
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'voicemail', disposition: { code: 'voicemail' } }]);
    expectClosed(call);
  });
});

describe('an IVR menu', () => {
  it('ends the call, and gets no voicemail message', async () => {
    const message = 'Please call us back.';
    const call = await answeredCall({
      agent: { name: 'Ada', voicemail: { detection: 'model', action: 'leave_message', message } },
    });
    call.caller.say('thank you for calling for sales press one', { durationMs: 3_000 });
    await call.clock.advance(5_000);
    expect(call.said()).toEqual(['customer: thank you for calling for sales press one']);
    expect(call.records.ends).toMatchObject([{ endReason: 'voicemail', endDetail: 'An IVR menu answered.' }]);
    expectClosed(call);
  });
});

describe('a conversation with a language model', () => {
  const createConversation = (...texts: (string | null)[]) =>
    answeredCall({
      flow: conversationOnlyFlow,
      agent: { name: 'Ada', model: 'test/model', firstMessage: 'Hi {{customer.name}}.' },
      models: (clock) => [modelReplying(clock, 300, ...texts)],
    });

  it('takes turns until the customer hangs up', async () => {
    const call = await createConversation('I am fine.');
    await call.clock.advance(1_000);
    call.caller.say('how are you');
    await call.clock.advance(4_000);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.said()).toEqual(['agent: Hi Anna.', 'customer: how are you', 'agent: I am fine.']);
    expectClosed(call);
  });

  it.each(['Hi.', ''])(
    'begins with a reply after an ask node (first message: "%s")',
    async (firstMessage) => {
      const call = await answeredCall({
        flow: CallFlowInput.parse({
          name: 'Check',
          nodes: [
            {
              id: 'ask',
              type: 'ask',
              config: { prompt: 'Is it Tuesday?', variable: 'ok', expect: 'yes_no' },
            },
            { id: 'talk', type: 'conversation', config: {} },
          ],
          edges: [{ id: 'e1', from: 'ask', to: 'talk', condition: { type: 'else' } }],
        }),
        agent: { name: 'Ada', model: 'test/model', firstMessage },
        models: (clock) => [modelReplying(clock, 300, 'How can I help?')],
      });
      await call.clock.advance(4_000);
      call.caller.say('yes');
      await call.clock.advance(4_000);
      expect(call.said().slice(-2)).toEqual(['customer: yes', 'agent: How can I help?']);
    },
  );

  it('speaks times in the first message as words', async () => {
    const call = await answeredCall({
      flow: conversationOnlyFlow,
      agent: { name: 'Ada', model: 'test/model', firstMessage: 'See you on {{at}}.' },
      plan: { dynamic: { at: '2026-11-24T10:00:00-05:00' } },
      models: (clock) => [modelReplying(clock, 300)],
    });
    await call.clock.advance(4_000);
    expect(call.said()[0]).toMatch(/^agent: See you on Tuesday, November 24th(, 2026)? at 10 AM\.$/);
  });

  it('reminds a silent customer, and ends after the silence limit', async () => {
    const call = await createConversation();
    await call.clock.advance(80_000);
    expect(call.said()).toEqual(['agent: Hi Anna.', 'agent: Are you still there?']);
    expect(call.records.ends).toMatchObject([{ endReason: 'silence', disposition: { code: 'no_answer' } }]);
    expectClosed(call);
  });

  it('apologises when the model fails, and ends after the second failure', async () => {
    const call = await createConversation(null, null);
    await call.clock.advance(1_000);
    call.caller.say('how are you');
    await call.clock.advance(8_000);
    expect(call.said().at(-1)).toMatch(/sorry/);
    call.caller.say('how are you');
    await call.clock.advance(8_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'provider_error' }]);
    expectClosed(call);
  });
});

describe('a call whose language model never responds', () => {
  it('ends after two failures even if the customer speaks in between', async () => {
    const call = await answeredCall({
      flow: conversationOnlyFlow,
      agent: { name: 'Ada', model: 'test/model', firstMessage: 'Hi.', modelSettings: { timeoutMs: 3_000 } },
      models: (clock) => [modelReplying(clock, 60_000)],
    });
    await call.clock.advance(1_000);
    for (let turns = 0; turns < 12 && call.records.ends.length === 0; turns++) {
      call.caller.say('are you there');
      await call.clock.advance(2_200);
    }
    expect(call.records.ends).toMatchObject([
      { endReason: 'provider_error', disposition: { code: 'failed' } },
    ]);
    expect(call.eventsOf('model_failed')).toHaveLength(2);
    expectClosed(call);
  });
});

describe('a call whose provider fails', () => {
  it('ends when speech synthesis fails', async () => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    for (let i = 0; i < 4; i++) call.engine.failNext();
    call.caller.say('yes');
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'provider_error' }]);
    expectClosed(call);
  });

  it('ends when speech recognition fails', async () => {
    const call = await answeredCall();
    await call.clock.advance(1_000);
    for (const reopenedAfterMs of [0, 1_000, 2_000, 4_000, 0]) {
      call.recogniser.latest.fail(new Error('gone'), false);
      await call.clock.advance(reopenedAfterMs);
    }
    await call.clock.advance(5_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'provider_error' }]);
    expectClosed(call);
  });
});

describe('a call without transcripts', () => {
  /** The recogniser returns no transcript from now on. */
  const stopTranscripts = (call: Awaited<ReturnType<typeof answeredCall>>): void => {
    call.recogniser.latest.finalize = () => {};
  };

  it('ends as provider_error after two turns without a transcript', async () => {
    const call = await answeredCall();
    await call.clock.advance(6_000);
    stopTranscripts(call);
    for (let turns = 0; turns < 2; turns++) {
      call.caller.cough(600);
      await call.clock.advance(8_000);
    }
    expect(call.records.ends).toMatchObject([
      {
        endReason: 'provider_error',
        endDetail: 'Speech recognition failed. fake did not return the transcript of a turn in time.',
        disposition: { code: 'failed' },
      },
    ]);
    expect(call.eventsOf('not_recognised')).toHaveLength(2);
    expectClosed(call);
  });

  it('does not end as silence if the only turn was lost', async () => {
    const call = await answeredCall();
    await call.clock.advance(6_000);
    stopTranscripts(call);
    call.caller.cough(600);
    await call.clock.advance(120_000);
    expect(call.records.ends).toMatchObject([
      {
        endReason: 'provider_error',
        endDetail: 'Speech recognition failed. fake did not return the transcript of a turn in time.',
        disposition: { code: 'failed' },
      },
    ]);
    expectClosed(call);
  });
});

describe('a call with random events', () => {
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 3_000 }).map((ms) => ({ type: 'time' as const, ms })) },
    fc
      .constantFrom('yes', 'no', 'mm-hm', 'stop calling me', 'wait')
      .map((text) => ({ type: 'speech' as const, text })),
    fc.integer({ min: 50, max: 1_500 }).map((ms) => ({ type: 'noise' as const, ms })),
    fc.constantFrom('1', '2', '#', '99').map((digits) => ({ type: 'keys' as const, digits })),
    fc.constantFrom('ring', 'answer', 'end', 'hangup', 'media', 'stt', 'tts').map((type) => ({ type })),
  );

  it('ends the call exactly once and leaves no timer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 25 }), fc.boolean(), async (events, detects) => {
        const detection = detects ? ('model' as const) : ('off' as const);
        const call = createTestCall({ agent: { name: 'Ada', voicemail: { detection } } });
        call.session.start();
        for (const event of events) {
          if ('ms' in event && event.type === 'time') await call.clock.advance(event.ms);
          else if ('text' in event) call.caller.say(event.text);
          else if ('ms' in event) call.caller.cough(event.ms);
          else if ('digits' in event) call.leg.press(event.digits);
          else if (event.type === 'ring') call.leg.ring();
          else if (event.type === 'answer' && !call.leg.isEnded) call.leg.pickUp();
          else if (event.type === 'end') call.session.end();
          else if (event.type === 'hangup') call.leg.end('far_hangup');
          else if (event.type === 'media') call.leg.loseMedia();
          else if (event.type === 'stt') call.recogniser.latest.fail(new Error('gone'), false);
          else if (event.type === 'tts') call.engine.failNext();
        }
        call.leg.end('far_hangup');
        await call.session.closed;
        await call.clock.advance(10_000);
        expectClosed(call);
        const outcome = call.records.ends[0]!;
        expect(outcome.disposition.code).not.toBe('');
        for (const entry of call.records.entries) expect(entry.startMs).toBeLessThanOrEqual(entry.endMs);
      }),
      { numRuns: 150 },
    );
  });
});

describe('recording with a notice (consent `stay_on_line`)', () => {
  const agent = {
    name: 'Ada',
    voicemail: { detection: 'off' as const },
    recording: { consent: 'stay_on_line' as const, consentMessage: 'This call is recorded.' },
  };

  it('starts when the notice was played completely', async () => {
    const call = await answeredCall({ agent: AgentInput.parse(agent) });
    await call.clock.advance(500);
    expect(call.leg.audio.recordedFromMs).toBeUndefined();
    await call.clock.advance(8_000);
    const notice = call.records.entries[0]!;
    expect(notice.content).toBe('This call is recorded.');
    expect(call.leg.audio.recordedFromMs).toBeGreaterThanOrEqual(notice.endMs);
    expect(call.leg.audio.recordedFromMs).toBeLessThan(notice.endMs + 200);
    expect(call.eventsOf('recording_started')).toEqual([{ path: '/data/recordings/2026-01/call_1.wav' }]);
    call.caller.say('yes');
    await call.clock.advance(8_000);
    expect(call.records.ends).toMatchObject([{ recordingPath: '/data/recordings/2026-01/call_1.wav' }]);
    expect(call.records.ends[0]!.recordingFault).toBeUndefined();
    expectClosed(call);
  });

  it('does not start in a call that ends during the notice', async () => {
    const call = await answeredCall({ agent: AgentInput.parse(agent) });
    await call.clock.advance(400);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.leg.audio.recordedFromMs).toBeUndefined();
    expect(call.records.ends).toMatchObject([{ recordingFault: 'not_announced' }]);
    expect(call.records.ends[0]!.recordingPath).toBeUndefined();
  });

  it('does not start on voicemail, which gets no notice', async () => {
    const machine = AgentInput.parse({
      ...agent,
      voicemail: { detection: 'model', action: 'leave_message', message: 'Please call us back.' },
    });
    const call = await answeredCall({ agent: machine });
    call.caller.say('hello you have reached the office please leave a message after the tone thank you', {
      durationMs: 6_000,
    });
    await call.clock.advance(30_000);
    expect(call.leg.audio.recordedFromMs).toBeUndefined();
  });
});

describe('a recording that could not be written', () => {
  it.each([
    [3_000, { recordingPath: '/data/recordings/2026-01/call_1.wav', recordingDurationMs: 3_000 }],
    [0, { recordingPath: null }],
  ])('with %i ms in its file is reported', async (durationMs, expected) => {
    const call = await answeredCall();
    await call.clock.advance(3_000);
    call.leg.audio.failRecording(durationMs, 'disk_full');
    expect(call.eventsOf('recording_failed')).toEqual([{ reason: 'disk_full', durationMs, lostMs: 0 }]);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([{ ...expected, recordingFault: 'disk_full' }]);
  });
});
