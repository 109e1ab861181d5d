import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed, modelReplying } from '../../test/support/test-call.ts';
import { LanguageModelError } from '../contracts/language-model.ts';
import { ProviderError } from '../contracts/provider-error.ts';
import {
  FakeRealtimeModel,
  sayToModel,
  type FakeRealtimeOptions,
} from '../contracts/testing/fake-realtime-model.ts';
import type { AgentInput } from '../domain/agent.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';
import { conversationOnlyFlow } from './call-plan.ts';

interface Scenario extends Omit<FakeRealtimeOptions, 'clock'> {
  readonly agent?: Partial<AgentInput>;
  readonly flow?: ReturnType<typeof CallFlowInput.parse>;
  /** Replies of the fallback model. */
  readonly fallback?: readonly string[];
  readonly maxDurationMs?: number;
}

/** Starts a call with a speech-to-speech model. The first message has been spoken. */
async function conversation({ agent, flow, fallback, maxDurationMs = 600_000, ...options }: Scenario = {}) {
  let model: FakeRealtimeModel | undefined;
  const call = await answeredCall({
    flow: flow ?? conversationOnlyFlow,
    plan: { maxDurationMs },
    agent: {
      name: 'Ada',
      model: 'fake/realtime',
      personality: 'You are Ada.',
      voicemail: { detection: 'off' },
      firstMessage: 'Hello there.',
      ...agent,
    },
    realtimeModel: (clock) => (model = new FakeRealtimeModel({ clock, ...options })),
    models: (clock) => (fallback === undefined ? [] : [modelReplying(clock, 300, ...fallback)]),
  });
  await call.clock.advance(1_500);
  const say = (transcript: string, durationMs?: number) =>
    sayToModel(call.leg, model!, transcript, durationMs);
  return { ...call, model: model!, say };
}

const code = { prompt: 'Your code?', variable: 'pin', minDigits: 4, maxDigits: 4, sensitive: true };
const broken = new LanguageModelError('OpenAI rejected the API key (401).', { retryable: false });
const closed = new LanguageModelError('OpenAI closed the connection (1006).', { retryable: true });
class Pause extends ProviderError {
  override readonly isPause = true;
}
const paused = new LanguageModelError('OpenAI is not used for 2 s after failures.', {
  retryable: true,
  cause: new Pause('OpenAI is not used for 2 s after failures.'),
});

describe('a call with a speech-to-speech model', () => {
  it("speaks the first message in the agent's voice, and lets the model reply to what it heard", async () => {
    const call = await conversation({ replies: [{ text: 'We are open until six.' }] });
    call.say('are you open today');
    await call.clock.advance(5_000);
    expect(call.said()).toEqual([
      'agent: Hello there.',
      'customer: are you open today',
      'agent: We are open until six.',
    ]);
    expect(call.model.latest.log).toEqual([
      'assistant: Hello there.',
      'turn-1: are you open today',
      'respond: You are Ada.',
      'speech-2: We are open until six.',
    ]);
    expect(call.engine.requests.map(({ text }) => text)).toEqual(['Hello there.']);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expectClosed(call);
    expect(call.model.latest.isClosed).toBe(true);
    expect(call.records.ends[0]).toMatchObject({ latency: [{ turn: 1 }] });
  });

  it('connects while the phone rings, and sends only the audio of turns', async () => {
    const call = await conversation({ replies: [{ text: 'Yes.' }] });
    await call.clock.advance(4_000);
    call.say('hello', 1_000);
    await call.clock.advance(4_000);
    const [turnMs] = call.model.latest.turnsMs;
    expect(turnMs).toBeGreaterThan(1_000);
    expect(turnMs).toBeLessThan(2_200);
  });

  it('truncates an interrupted reply to what the caller heard', async () => {
    const call = await conversation({
      replies: [{ text: 'We are open from nine to six on all days of the week.' }, { text: 'Sorry.' }],
    });
    call.say('are you open');
    while (!call.leg.audio.playedIntervals.some(({ fromMs }) => fromMs > 1_500)) await call.clock.advance(20);
    const playedBefore = call.leg.audio.playedMs;
    await call.clock.advance(800);
    call.say('wait a moment please', 1_500);
    await call.clock.advance(5_000);
    const truncation = call.model.latest.log.find((entry) => entry.startsWith('truncate'))!;
    const [, playedMs, heard] = /at (\d+): (.*)/.exec(truncation)!;
    expect(call.said()[2]).toBe(`agent: ${heard}`);
    expect(heard).toMatch(/^We are open/);
    expect(Number(playedMs)).toBeGreaterThan(700);
    expect(Number(playedMs)).toBeLessThan(call.leg.audio.playedMs - playedBefore);
    expect(call.said().at(-1)).toBe('agent: Sorry.');
    expect(call.model.latest.log.filter((entry) => entry.startsWith('assistant: We'))).toEqual([]);
  });

  it('continues the reply after a short sound of the caller, and removes the sound from the conversation', async () => {
    const call = await conversation({ replies: [{ text: 'We are open from nine to six on all days.' }] });
    call.say('are you open');
    await call.clock.advance(2_600);
    call.say('', 150);
    await call.clock.advance(5_000);
    expect(call.said()[2]).toBe('agent: We are open from nine to six on all days.');
    expect(call.model.latest.log.at(-1)).toMatch(/^delete turn-/);
  });

  it("records an opt-out at once, and speaks the exact words of the goodbye in the agent's voice", async () => {
    const call = await conversation({ replies: [{ text: 'We are open from nine to six on all days.' }] });
    call.say('are you open');
    await call.clock.advance(2_600);
    call.say('take me off your list');
    await call.clock.advance(9_000);
    expect(call.records.optOuts).toHaveLength(1);
    expect(call.records.ends).toMatchObject([{ disposition: { code: 'do_not_call' } }]);
    expect(call.said().at(-1)).toBe(`agent: ${call.engine.texts.slice(1).join(' ')}`);
    expectClosed(call);
  });

  it('records an opt-out whose transcript is late', async () => {
    const call = await conversation({ replies: [{ text: 'I see.' }] });
    sayToModel(call.leg, call.model, 'missing', 1_500);
    await call.clock.advance(5_000);
    expect(call.said().slice(1)).toEqual([
      'customer: [not transcribed]',
      'agent: One moment, please.',
      'agent: I see.',
    ]);
    call.model.latest.transcribe('turn-1', 'take me off your list');
    await call.clock.advance(9_000);
    expect(call.records.optOuts).toHaveLength(1);
    expectClosed(call);
  });

  it('replies to a turn whose transcription failed', async () => {
    const call = await conversation({ replies: [{ text: 'Tuesday it is.' }] });
    sayToModel(call.leg, call.model, 'failed', 900);
    await call.clock.advance(4_000);
    expect(call.said().at(-1)).toBe('agent: Tuesday it is.');
  });

  it('reminds a silent caller and ends the call', async () => {
    const call = await conversation({ agent: { limits: { endAfterSilenceSeconds: 20 } } });
    await call.clock.advance(30_000);
    expect(call.said().length).toBe(2);
    expect(call.model.latest.log.at(-1)).toMatch(/^assistant: /);
    expect(call.records.ends).toMatchObject([{ endReason: 'silence' }]);
    expectClosed(call);
  });

  it('detects an answering machine by the transcripts of the model', async () => {
    let model: FakeRealtimeModel | undefined;
    const call = await answeredCall({
      flow: conversationOnlyFlow,
      agent: {
        name: 'Ada',
        model: 'fake/realtime',
        firstMessage: 'Hello there.',
        voicemail: { detection: 'model' },
      },
      realtimeModel: (clock) => (model = new FakeRealtimeModel({ clock })),
    });
    await call.clock.advance(300);
    sayToModel(
      call.leg,
      model!,
      'you have reached the voicemail of Anna please leave a message after the tone',
    );
    await call.clock.advance(15_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'voicemail' }]);
    expect(call.said().filter((entry) => entry.startsWith('agent'))).toEqual([]);
    expectClosed(call);
  });

  it('asks the questions of a flow in their exact words, and accepts keys as answers', async () => {
    const flow = CallFlowInput.parse({
      name: 'Form',
      nodes: [
        { id: 'ask', type: 'ask', config: { prompt: 'Is it Tuesday?', variable: 'ok', expect: 'yes_no' } },
        { id: 'pin', type: 'gather_digits', config: code },
        { id: 'talk', type: 'conversation', config: { prompt: 'Help the caller.' } },
      ],
      edges: [
        { id: 'e1', from: 'ask', to: 'pin', condition: { type: 'else' } },
        { id: 'e2', from: 'pin', to: 'talk', condition: { type: 'else' } },
      ],
    });
    const call = await conversation({
      flow,
      agent: { firstMessage: '' },
      replies: [{ text: 'How can I help?' }],
    });
    call.say('yes');
    await call.clock.advance(3_000);
    call.leg.press('4711');
    await call.clock.advance(6_000);
    expect(call.said()).toEqual([
      'agent: Is it Tuesday?',
      'customer: yes',
      'agent: Your code?',
      'customer: [keys] (sensitive)',
      'agent: How can I help?',
    ]);
    expect(call.model.latest.log).toEqual([
      'assistant: Is it Tuesday?',
      'turn-1: yes',
      'assistant: Your code?',
      'user: [keys] (sensitive)',
      'respond: You are Ada.\n\nHelp the caller.',
      'speech-2: How can I help?',
    ]);
    expect(call.leg.audio.mutedIntervals).toHaveLength(1);
  });

  it('removes what the caller says while a sensitive question is open', async () => {
    const flow = CallFlowInput.parse({
      name: 'Form',
      nodes: [
        { id: 'pin', type: 'gather_digits', config: code },
        { id: 'end', type: 'end', config: { text: 'Goodbye.' } },
      ],
      edges: [{ id: 'e1', from: 'pin', to: 'end', condition: { type: 'else' } }],
    });
    const call = await conversation({ flow, agent: { firstMessage: '' } });
    call.say('four seven one one');
    await call.clock.advance(3_000);
    expect(call.model.latest.log).toContain('delete turn-1');
    expect(call.said().join()).not.toContain('seven');
  });
});

describe('the response of a speech-to-speech model', () => {
  const first = { text: 'We are.' };

  /**
   * Starts a conversation in which the model has replied once, and waits until the caller's next turn is committed. `newEntries` returns the model's
   * log from that turn on.
   */
  async function secondTurn(transcript: string, options: Scenario) {
    const call = await conversation({ ...options, replies: [first, ...(options.replies ?? [])] });
    call.say('are you open');
    await call.clock.advance(4_000);
    const { log } = call.model.latest;
    const before = log.length;
    call.say(transcript, 900);
    const isCommitted = () => log.slice(before).some((entry) => entry.startsWith('turn-'));
    while (!isCommitted()) await call.clock.advance(20);
    return { ...call, log, newEntries: () => log.slice(before) };
  }

  it('is requested before the transcript of the turn, and spoken after it', async () => {
    const call = await secondTurn('until when', {
      replies: [{ text: 'Until six.' }],
      transcriptDelayMs: 1_000,
    });
    expect(call.newEntries()).toEqual(['turn-3: until when', 'respond: You are Ada.']);
    await call.clock.advance(900);
    expect(call.said().at(-1)).toBe('agent: We are.');
    await call.clock.advance(2_000);
    expect(call.said().slice(-2)).toEqual(['customer: until when', 'agent: Until six.']);
    expect(call.newEntries().filter((entry) => entry.startsWith('respond'))).toHaveLength(1);
  });

  it('is removed from the conversation if the caller goes on speaking', async () => {
    const call = await secondTurn('until', {
      replies: [{ text: 'Unheard.' }, { text: 'Until what?' }, { text: 'Until six.' }],
      transcriptDelayMs: 1_000,
    });
    await call.clock.advance(500);
    call.say('when on Sunday');
    await call.clock.advance(5_000);
    expect(call.newEntries()).toContain('truncate speech-4 at 0: ');
    expect(call.said().filter((entry) => entry.includes('Unheard'))).toEqual([]);
    expect(call.said().at(-1)).toBe('agent: Until six.');
  });

  it('is removed if the turn was only a sound, or an opt-out', async () => {
    const noise = await secondTurn('', { replies: [{ text: 'Unheard.' }], transcriptDelayMs: 1_000 });
    await noise.clock.advance(3_000);
    expect(noise.newEntries()).toContain('truncate speech-4 at 0: ');
    expect(noise.said().at(-1)).toBe('agent: We are.');
    const optOut = await secondTurn('take me off your list', {
      replies: [{ text: 'Unheard.' }],
      transcriptDelayMs: 1_000,
    });
    await optOut.clock.advance(9_000);
    expect(optOut.said().join()).not.toContain('Unheard');
    expect(optOut.records.optOuts).toHaveLength(1);
    expectClosed(optOut);
  });

  it('executes none of its tools if it is removed', async () => {
    const call = await secondTurn('', {
      agent: { builtinTools: ['end_call'] },
      replies: [{ call: { id: 'c1', name: 'end_call', arguments: {} } }, { text: 'Hello.' }],
      transcriptDelayMs: 1_000,
    });
    await call.clock.advance(4_000);
    expect(call.records.ends).toEqual([]);
    call.say('still there');
    await call.clock.advance(4_000);
    expect(call.newEntries()).toContain('result c1: Error: the tool was cancelled.');
    expect(call.said().at(-1)).toBe('agent: Hello.');
  });

  it('is cancelled after the timeout, and its session is replaced', async () => {
    const call = await conversation({
      replies: [{ text: 'Late', delayMs: 60_000 }, { text: 'Until six.' }],
      fallback: ['We are.'],
    });
    call.say('are you open');
    await call.clock.advance(9_000);
    call.say('until when');
    await call.clock.advance(4_000);
    expect(call.model.sessions).toHaveLength(2);
    expect(call.said().slice(-2)).toEqual(['customer: until when', 'agent: Until six.']);
  });
});

describe('tools of a speech-to-speech model', () => {
  const call = { id: 'c1', name: 'end_call', arguments: {} };

  it('run like the tools of other language models, and the session receives their results', async () => {
    const test = await conversation({
      agent: { builtinTools: ['set_disposition', 'end_call'] },
      replies: [
        {
          text: 'I note that.',
          call: { id: 'c1', name: 'set_disposition', arguments: { disposition: 'interested' } },
        },
        { text: 'Goodbye then.', call: { ...call, id: 'c2' } },
      ],
    });
    expect(test.model.latest.options.tools.map(({ name }) => name)).toEqual(['end_call', 'set_disposition']);
    test.say('I am interested');
    await test.clock.advance(12_000);
    expect(test.model.latest.log).toContain('result c1: Recorded.');
    expect(test.said().slice(2)).toEqual(['agent: I note that.', 'agent: Goodbye then.']);
    expect(test.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(test);
  });

  it('are reported as cancelled if the caller speaks before the turn is closed', async () => {
    const test = await conversation({
      agent: { builtinTools: ['end_call'] },
      replies: [{ call }, { text: 'Very well.' }],
    });
    test.say('goodbye');
    while (!test.model.latest.log.some((entry) => entry.startsWith('respond'))) await test.clock.advance(20);
    await test.clock.advance(450);
    test.say('no wait please', 1_200);
    await test.clock.advance(5_000);
    expect(test.model.latest.log).toContain('result c1: Error: the tool was cancelled.');
    expect(test.said().at(-1)).toBe('agent: Very well.');
    expect(test.records.ends).toEqual([]);
  });
});

describe('a call whose speech-to-speech model fails', () => {
  it('continues with the fallback models and the recogniser if the model failed before the call was answered', async () => {
    const call = await conversation({ error: broken, fallback: ['We are open.'] });
    call.caller.say('are you open');
    await call.clock.advance(4_000);
    expect(call.said()).toEqual(['agent: Hello there.', 'customer: are you open', 'agent: We are open.']);
    expect(call.eventsOf('model_failed')).toEqual([{ detail: 'OpenAI rejected the API key (401).' }]);
  });

  it('apologises and ends if the agent has no fallback model', async () => {
    const call = await conversation({ error: broken });
    call.caller.say('are you open');
    await call.clock.advance(6_000);
    call.caller.say('hello');
    await call.clock.advance(8_000);
    expect(call.said().filter((entry) => entry.includes('trouble'))).not.toEqual([]);
    expect(call.records.ends).toMatchObject([
      { endReason: 'provider_error', endDetail: expect.stringContaining('401') as string },
    ]);
    expectClosed(call);
  });

  it('opens another session in mid-call, which receives the conversation and the audio of the turn', async () => {
    const call = await conversation({ replies: [{ text: 'We are.' }, { text: 'Until six.' }] });
    call.say('are you open');
    await call.clock.advance(4_000);
    const [first] = call.model.sessions;
    call.say('until when', 1_000);
    await call.clock.advance(500);
    first!.fail(closed);
    await call.clock.advance(5_000);
    expect(call.model.sessions).toHaveLength(2);
    expect(call.model.latest.log).toEqual([
      'assistant: Hello there.',
      'user: are you open',
      'assistant: We are.',
      'turn-1: until when',
      'respond: You are Ada.',
      'speech-2: Until six.',
    ]);
    expect(call.model.latest.turnsMs[0]).toBeGreaterThan(1_000);
    expect(call.said().at(-1)).toBe('agent: Until six.');
    expect(call.eventsOf('model_failed')).toEqual([]);
  });

  it('requests the response again in another session if the session failed during the response', async () => {
    const call = await conversation({ replies: [{ text: 'Lost.', delayMs: 2_000 }, { text: 'We are.' }] });
    call.say('are you open');
    while (!call.model.latest.log.some((entry) => entry.startsWith('respond'))) await call.clock.advance(20);
    await call.clock.advance(500);
    call.model.latest.fail(closed);
    await call.clock.advance(4_000);
    expect(call.said().at(-1)).toBe('agent: We are.');
  });

  it('passes the audio of the turn to the recogniser if the model fails permanently in mid-turn', async () => {
    const call = await conversation({ fallback: ['We are open.'] });
    call.leg.speak(1_000);
    await call.clock.advance(600);
    call.model.error = broken;
    call.model.latest.fail(broken);
    call.recogniser.latest.recognise({ text: 'are you open', durationMs: 900 });
    await call.clock.advance(5_000);
    expect(call.said().slice(1)).toEqual(['customer: are you open', 'agent: We are open.']);
    expect(call.recogniser.latest.pushedMs).toBeGreaterThan(1_000);
  });

  it('lets the fallback model reply if one response failed, and continues with the speech-to-speech model in the next turn', async () => {
    const call = await conversation({
      replies: [{ isFailed: true }, { text: 'Until six.' }],
      fallback: ['We are open.'],
    });
    call.say('are you open');
    await call.clock.advance(4_000);
    call.say('until when');
    await call.clock.advance(4_000);
    expect(call.said().slice(2)).toEqual([
      'agent: We are open.',
      'customer: until when',
      'agent: Until six.',
    ]);
    expect(call.model.latest.log).toContain('assistant: We are open.');
  });

  it('waits no longer than the model timeout if several sessions fail', async () => {
    const late = { text: 'Late', delayMs: 60_000 };
    const call = await conversation({ replies: [late, late], fallback: ['We are.'] });
    call.say('are you open');
    while (!call.model.latest.log.some((entry) => entry.startsWith('respond'))) await call.clock.advance(20);
    await call.clock.advance(3_000);
    call.model.latest.fail(closed);
    await call.clock.advance(2_500);
    expect(call.said().slice(2)).toEqual([
      'agent: One moment, please.',
      'agent: Just a moment.',
      'agent: We are.',
    ]);
  });

  it('records the cause of the failure, even if requests to the vendor are paused afterwards', async () => {
    const call = await conversation();
    call.model.error = paused;
    call.model.latest.fail(closed);
    await call.clock.advance(300);
    expect(call.eventsOf('model_failed')).toEqual([{ detail: 'OpenAI closed the connection (1006).' }]);
    for (const text of ['are you open', 'hello']) {
      call.caller.say(text);
      await call.clock.advance(9_000);
    }
    expect(call.records.ends).toMatchObject([
      { endReason: 'provider_error', endDetail: 'OpenAI closed the connection (1006).' },
    ]);
  });

  it('speaks fillers while the response is late, and lets the fallback model reply after the model timeout', async () => {
    const call = await conversation({ replies: [{ text: 'Late', delayMs: 60_000 }], fallback: ['We are.'] });
    call.say('are you open');
    await call.clock.advance(9_000);
    expect(call.said().slice(2)).toEqual([
      'agent: One moment, please.',
      'agent: Just a moment.',
      'agent: We are.',
    ]);
  });
});

describe('the session of a speech-to-speech model', () => {
  it('is replaced in a pause after 50 minutes by a session that receives the conversation', async () => {
    const call = await conversation({
      agent: { limits: { silenceReminderSeconds: 1_700, maxReminders: 10, endAfterSilenceSeconds: 3_600 } },
      maxDurationMs: 7_200_000,
    });
    await call.clock.advance(3_000_000);
    expect(call.model.sessions).toHaveLength(1);
    await call.clock.advance(500_000);
    expect(call.model.sessions.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(call.model.latest.log[0]).toMatch(/^assistant: Hello there\. /);
    call.say('are you open');
    await call.clock.advance(4_000);
    expect(call.said().at(-1)).toBe('agent: Yes.');
  });
});
