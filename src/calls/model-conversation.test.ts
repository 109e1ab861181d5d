import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed } from '../../test/support/test-call.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import type { ScriptedReply } from '../contracts/testing/scripted-reply.ts';
import type { AgentInput } from '../domain/agent.ts';
import { RequestSecrets } from '../egress/request-secrets.ts';
import { conversationOnlyFlow } from './call-plan.ts';

const saying = (...pieces: string[]): ScriptedReply => ({ pieces });
const endingWith = (...pieces: string[]): ScriptedReply => ({
  pieces,
  toolCall: { id: 'toolu_1', name: 'end_call', arguments: {} },
});

interface Delays {
  /** How long the server of a tool takes to respond. */
  readonly toolMs?: number;
  /** The wait before each part of a reply. */
  readonly partMs?: number;
}

/** Starts a conversation that a language model leads. The first message of the agent has ended. */
async function conversation(
  replies: readonly ScriptedReply[],
  agent: Partial<AgentInput> = {},
  { toolMs = 0, partMs: partDelayMs = 0 }: Delays = {},
) {
  let model: FakeLanguageModel | undefined;
  const call = await answeredCall({
    flow: conversationOnlyFlow,
    agent: {
      name: 'Ada',
      model: 'fake/scripted',
      voicemail: { detection: 'off' },
      firstMessage: 'Hello there.',
      ...agent,
    },
    models: (clock) => [(model = new FakeLanguageModel(replies, { clock, partDelayMs }))],
    http: (clock) => ({
      secrets: new RequestSecrets(),
      egress: {
        send: async () => {
          await (toolMs === Infinity ? new Promise(() => undefined) : clock.sleep(toolMs));
          return { status: 200, headers: {}, body: Buffer.from('sent'), isTruncated: false };
        },
      },
    }),
  });
  await call.clock.advance(1_500);
  return { ...call, model: model! };
}

/** The longest time without a sound of the agent, from the first answer of the caller to the last words of the agent. */
function longestSilenceMs({ leg, records }: Awaited<ReturnType<typeof conversation>>): number {
  const fromMs = records.entries.find(({ role }) => role === 'customer')!.endMs;
  const heard = leg.audio.playedIntervals.filter(({ toMs }) => toMs > fromMs);
  return Math.max(...heard.map((interval, index) => interval.fromMs - (heard[index - 1]?.toMs ?? fromMs)));
}

describe('keys that the caller presses in a conversation with a language model', () => {
  it('are a turn of the caller after a pause', async () => {
    const call = await conversation([saying('Thank you.')]);
    call.leg.press('12');
    await call.clock.advance(1_500);
    call.leg.press('3');
    await call.clock.advance(1_900);
    expect(call.model.requests).toEqual([]);
    await call.clock.advance(2_000);
    expect(call.model.requests[0]!.messages.at(-1)).toEqual({ role: 'user', content: '[keys] 123' });
    expect(call.said().slice(1)).toEqual(['customer: [keys] 123', 'agent: Thank you.']);
    expect(call.records.entries[1]).toMatchObject({ digits: '123' });
  });

  it('are a turn at once if the last one is #, which belongs to them', async () => {
    const call = await conversation([saying('Thank you.'), saying('Very well.')]);
    call.leg.press('123#');
    await call.clock.advance(100);
    expect(call.model.requests[0]!.messages.at(-1)).toMatchObject({ content: '[keys] 123#' });
    await call.clock.advance(2_000);
    call.leg.press('#');
    await call.clock.advance(2_000);
    expect(call.said().slice(-2)).toEqual(['customer: [keys] #', 'agent: Very well.']);
  });

  it('interrupt the agent, and reach the model with the words that follow them', async () => {
    const call = await conversation([saying('One two three four five six seven eight.'), saying('I see.')]);
    call.caller.say('hello');
    await call.clock.advance(2_200);
    call.leg.press('4');
    await call.clock.advance(500);
    call.caller.say('thanks', { durationMs: 500 });
    await call.clock.advance(5_000);
    expect(call.said().slice(2)).toEqual([
      expect.stringMatching(/^agent: One two/) as string,
      'customer: [keys] 4',
      'customer: thanks',
      'agent: I see.',
    ]);
    expect(call.model.requests[1]!.messages.at(-1)).toMatchObject({ content: '[keys] 4 thanks' });
    expect(call.model.requests).toHaveLength(2);
  });
});

describe('a caller who speaks after the model has used end_call', () => {
  const goodbye = 'Thank you for calling and goodbye.';

  /** Returns a call in which the agent has begun to say goodbye. */
  const endingCall = async (agent: Partial<AgentInput> = {}) => {
    const call = await conversation([endingWith(goodbye), saying('Of course.'), endingWith('Goodbye.')], {
      builtinTools: ['end_call'],
      ...agent,
    });
    call.caller.say('that is all');
    await call.clock.advance(2_000);
    expect(call.model.requests).toHaveLength(1);
    return call;
  };

  it.each([0, 1_200])('keeps the call with a question, %i ms later', async (laterMs) => {
    const call = await endingCall();
    await call.clock.advance(laterMs);
    call.caller.say('wait I have one more question about the whole of my order from last week', {
      durationMs: 8_000,
      transcriptAfterMs: 300,
    });
    await call.clock.advance(12_000);
    expect(call.model.requests).toHaveLength(2);
    expect(call.said().slice(-2)).toEqual([
      'customer: wait I have one more question about the whole of my order from last week',
      'agent: Of course.',
    ]);
    expect(call.records.ends).toEqual([]);
    call.caller.say('nothing else');
    await call.clock.advance(6_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(call);
  });

  it.each(['okay thank you bye bye', 'Danke, tschüss!', 'merci beaucoup, au revoir', 'you too'])(
    'does not keep the call by saying goodbye: %s',
    async (farewell) => {
      const call = await endingCall();
      await call.clock.advance(1_000);
      call.caller.say(farewell, { durationMs: 900 });
      await call.clock.advance(4_000);
      expect(call.said().at(-1)).toBe(`customer: ${farewell}`);
      expect(call.model.requests).toHaveLength(1);
      expectClosed(call);
    },
  );

  it('keeps the call even after a goodbye', async () => {
    const call = await endingCall();
    await call.clock.advance(1_000);
    call.caller.say('bye');
    await call.clock.advance(900);
    call.caller.say('oh what about tuesday');
    await call.clock.advance(4_000);
    expect(call.said().slice(-2)).toEqual(['customer: oh what about tuesday', 'agent: Of course.']);
  });

  it('can be followed by a second end of the call by the model', async () => {
    const call = await conversation(
      [endingWith('Thank you for calling. ', 'Goodbye.'), endingWith('Very well.')],
      { builtinTools: ['end_call'] },
      { partMs: 400 },
    );
    call.caller.say('that is all');
    while (call.model.requests.length === 0) await call.clock.advance(20);
    await call.clock.advance(1_500);
    call.caller.say('oh wait I have one more question');
    await call.clock.advance(8_000);
    expect(call.said().slice(-2)).toEqual([
      'customer: oh wait I have one more question',
      'agent: Very well.',
    ]);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(call);
  });

  it('has hung up the call if the caller hangs up first, and not after the call was kept', async () => {
    const ended = await endingCall();
    await ended.clock.advance(900);
    ended.leg.end('far_hangup');
    await ended.clock.advance(100);
    expect(ended.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    const kept = await endingCall();
    await kept.clock.advance(900);
    kept.caller.say('one more question');
    await kept.clock.advance(3_000);
    kept.leg.end('far_hangup');
    await kept.clock.advance(100);
    expect(kept.records.ends).toMatchObject([{ endReason: 'customer_hangup' }]);
  });
});

describe('a caller who waits for a response', () => {
  const tools = [
    {
      name: 'find_order',
      description: 'Finds an order.',
      method: 'GET',
      url: 'https://shop.example.com/orders',
      parameters: { type: 'object', properties: {} },
      timeoutMs: 10_000,
    },
  ] as const;
  const searching: ScriptedReply = {
    pieces: [],
    toolCall: { id: 'toolu_1', name: 'find_order', arguments: {} },
  };
  const offer =
    "agent: I'm sorry, this is taking longer than usual. You can hold on, or ask me something else.";

  /** A tool whose server responds after the delay, and does not notice when the request is aborted. */
  const waitingFor = (delayMs: number, ...replies: readonly ScriptedReply[]) =>
    conversation([searching, ...replies], { tools: [...tools] }, { toolMs: delayMs });

  it('hears fillers during a tool of 8 s, never silence of 2 s', async () => {
    const call = await waitingFor(8_000, saying('It was sent.'));
    call.caller.say('where is my order');
    await call.clock.advance(16_000);
    expect(call.said().slice(2)).toEqual([
      'agent: One moment, please.',
      'agent: Just a moment.',
      'agent: Please bear with me.',
      'agent: It was sent.',
    ]);
    expect(longestSilenceMs(call)).toBeLessThan(2_000);
    expect(call.model.requests[1]!.messages.at(-1)).toMatchObject({ role: 'tool' });
  });

  it('hears an offer after 8 s, and the response if it arrives later', async () => {
    const call = await waitingFor(9_500, saying('It was sent.'));
    call.caller.say('where is my order');
    await call.clock.advance(20_000);
    expect(call.said().slice(-2)).toEqual([offer, 'agent: It was sent.']);
    expect(longestSilenceMs(call)).toBeLessThan(2_000);
  });

  it('can go on if a tool never returns', async () => {
    const call = await waitingFor(Infinity, saying('Nine to five.'));
    call.caller.say('where is my order');
    await call.clock.advance(14_000);
    expect(call.said().at(-1)).toBe(offer);
    call.caller.say('then when are you open');
    await call.clock.advance(5_000);
    expect(call.said().slice(-2)).toEqual(['customer: then when are you open', 'agent: Nine to five.']);
    call.caller.say('thanks');
    await call.clock.advance(3_000);
    call.session.end();
    await call.clock.advance(100);
    expectClosed(call);
  });

  it('is reminded after the offer, and the call ends after a long silence', async () => {
    const call = await waitingFor(Infinity);
    call.caller.say('where is my order');
    await call.clock.advance(25_000);
    expect(call.said().at(-1)).toBe('agent: Are you still there?');
    await call.clock.advance(60_000);
    expect(call.records.ends).toMatchObject([{ endReason: 'silence' }]);
    expectClosed(call);
  });

  it('can acknowledge a filler, and hears the response', async () => {
    const call = await waitingFor(6_000, saying('It was sent.'));
    call.caller.say('where is my order');
    await call.clock.advance(3_100);
    call.caller.say('mm-hm', { durationMs: 400, transcriptAfterMs: 200 });
    await call.clock.advance(12_000);
    expect(call.said().at(-1)).toBe('agent: It was sent.');
    expect(call.model.requests).toHaveLength(2);
  });

  it('stops a filler by speaking', async () => {
    const call = await waitingFor(Infinity, saying('Very well.'));
    call.caller.say('where is my order');
    await call.clock.advance(3_000);
    const { audio } = call.leg;
    while (audio.queuedMs === 0) await call.clock.advance(20);
    await call.clock.advance(200);
    const atMs = audio.nowMs;
    call.caller.say('forget about it', { transcriptAfterMs: 900 });
    await call.clock.advance(500);
    expect(audio.playedIntervals.at(-1)!.toMs - atMs).toBeLessThanOrEqual(100);
    await call.clock.advance(4_000);
    expect(call.said().at(-1)).toBe('agent: Very well.');
  });

  it('hears a filler when a reply pauses in the middle, and then the rest', async () => {
    const call = await conversation(
      [saying('Let me see. ', 'It was sent on Monday.')],
      {},
      { partMs: 2_500 },
    );
    call.caller.say('where is my order');
    await call.clock.advance(12_000);
    expect(call.said().slice(2)).toEqual([
      'agent: One moment, please.',
      'agent: Let me see.',
      'agent: Just a moment.',
      'agent: It was sent on Monday.',
    ]);
    expect(longestSilenceMs(call)).toBeLessThan(2_000);
  });

  it('hears the fillers of the agent, and no filler twice in a row', async () => {
    const own = { fillers: ['Augenblick.'], apology: 'Leider dauert es.' };
    const agent = { tools: [...tools], language: 'de-DE', phrases: own };
    const call = await conversation([searching, saying('Montag.')], agent, { toolMs: 9_500 });
    call.caller.say('wann kommt es');
    await call.clock.advance(18_000);
    expect(call.said().slice(2)).toEqual([
      'agent: Augenblick.',
      'agent: Einen Moment, bitte.',
      'agent: Augenblick.',
      'agent: Einen Augenblick.',
      'agent: Leider dauert es.',
      'agent: Montag.',
    ]);
  });
});

describe('a model that breaks off after a sentence', () => {
  const brokenOff: ScriptedReply = { pieces: ['We open at nine. ', 'And we'], ending: 'cut' };

  it('continues', async () => {
    const call = await conversation([brokenOff, saying('We close at five.')]);
    call.caller.say('when are you open');
    await call.clock.advance(6_000);
    expect(call.said().slice(2)).toEqual(['agent: We open at nine. We close at five.']);
    expect(call.model.requests[1]!.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'We open at nine.' },
      { role: 'user' },
    ]);
  });

  it('is excused with a question if it cannot continue', async () => {
    const call = await conversation([brokenOff, { ending: 'overloaded' }, saying('Nine to five.')]);
    call.caller.say('when are you open');
    await call.clock.advance(8_000);
    expect(call.said().slice(2)).toEqual([
      'agent: We open at nine.',
      "agent: I'm sorry, I'm having some trouble right now. Could you say that again?",
    ]);
    call.caller.say('when are you open');
    await call.clock.advance(3_000);
    expect(call.said().at(-1)).toBe('agent: Nine to five.');
  });

  it('is bridged by a filler if it hangs before it fails', async () => {
    const hanging: ScriptedReply = { pieces: ['We open at nine. '], ending: 'stall' };
    const call = await conversation([hanging, saying('We close at five.')]);
    call.caller.say('when are you open');
    await call.clock.advance(12_000);
    expect(call.said().slice(2)).toEqual([
      'agent: We open at nine.',
      'agent: One moment, please.',
      'agent: We close at five.',
    ]);
    expect(longestSilenceMs(call)).toBeLessThan(2_000);
  });
});
