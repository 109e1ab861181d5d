import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { concatenate } from '../../src/audio/concatenate.ts';
import { ScriptedServer, type ServedReply } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { startListenServer, type ListenHabits } from '../../src/providers/deepgram/testing/listen-server.ts';
import { startSpeakServer } from '../../src/providers/deepgram/testing/speak-server.ts';
import { audioOfWords } from '../../src/providers/websocket/testing/audio-words.ts';
import { startPathRouter, type PathRouter } from '../../src/providers/websocket/testing/path-router.ts';
import type { ProtocolServer } from '../../src/providers/websocket/testing/protocol-server.ts';
import { ProgramWithPhone, spokenIn } from './program-with-phone.ts';

const greeting = 'Oak Street Dental, how can I help?';
const farewell = 'Thank you. Goodbye.';
const request = 'I would like an appointment';
const addition = 'on Tuesday afternoon if possible';
const listRequest = 'Which treatments do you offer?';
/** Each sentence is a clause. A connection of the voice speaks 20 clauses a minute. */
const list = Array.from({ length: 24 }, (_, index) => `Item${index + 1}.`).join(' ');
/** Speech of both sides at the same time that callers do not notice. */
const maxDoubleTalkMs = 200;

/** Resolves when the reply to `request` is sent. */
const requestAnswered = Promise.withResolvers<void>();
const farewellReply: ServedReply = {
  pieces: [farewell],
  toolCall: { id: 'call_1', name: 'end_call', arguments: {} },
};
const replies: Readonly<Record<string, ServedReply>> = {
  [request]: { pieces: ['Which day do you prefer?'], after: requestAnswered.promise },
  [listRequest]: { pieces: [list] },
  'Hello?': { pieces: ['How can I help?'] },
};

/** Returns the words of the caller to which a request wants a reply. */
function wordsToAnswer(body: Record<string, unknown>): string {
  const messages = body['messages'] as { readonly role: string; readonly content: string }[];
  return messages.findLast(({ role }) => role === 'user')!.content;
}

const silenceOf = (durationMs: number): Int16Array => new Int16Array(durationMs * 8);

const textsOf = ({ transcript }: CallResource, role: string): string[] =>
  transcript.filter((entry) => entry.role === role).map(({ content }) => content);

describe('turn-taking with Deepgram Flux, OpenAI and Deepgram Aura', () => {
  let recogniser: ProtocolServer;
  let habits: ListenHabits;
  let voice: ProtocolServer;
  let router: PathRouter;
  let model: ScriptedServer;
  let program: ProgramWithPhone;

  beforeAll(async () => {
    ({ server: recogniser, habits } = await startListenServer('dg-key'));
    ({ server: voice } = await startSpeakServer('dg-key'));
    router = await startPathRouter({ listen: recogniser, speak: voice });
    model = await ScriptedServer.start((body) => replies[wordsToAnswer(body)] ?? farewellReply);
    program = await ProgramWithPhone.start({
      PARLEY_RTP_PORTS: '33400-33449',
      PARLEY_DEEPGRAM_API_KEY: 'dg-key',
      PARLEY_DEEPGRAM_BASE_URL: router.baseUrl,
      PARLEY_OPENAI_API_KEY: 'oa-key',
      PARLEY_OPENAI_BASE_URL: model.baseUrl,
    });
  }, 120_000);
  afterAll(async () => {
    await program.close();
    await Promise.all([recogniser.close(), voice.close(), router.close(), model.close()]);
  });

  /** Calls the phone. `converse` plays what the callee says. Resolves when the agent has hung up. */
  async function talk(agentFields: object, converse: (phone: ProgramWithPhone['phone']) => Promise<void>) {
    const { phone, api } = program;
    phone.forgetCall();
    const callId = await program.call({
      model: 'openai/gpt-4.1',
      transcriber: { provider: 'deepgram', model: 'flux-general-en' },
      voice: { provider: 'deepgram', voiceId: 'aura-2-thalia-en' },
      personality: 'You are the receptionist of a dental practice.',
      firstMessage: greeting,
      builtinTools: ['end_call'],
      ...agentFields,
    });
    await phone.answered;
    await converse(phone);
    const call = await api.untilEnded(callId);
    expect(call).toMatchObject({ endReason: 'agent_hangup', endDetail: null });
    return { call, heard: spokenIn(phone.heard).join(' '), doubleTalkMs: phone.doubleTalkMs };
  }

  it.each([
    ['whose text arrives after the end of the turn', 'normal', 800],
    ['whom the voice activity detector does not hear', 'quiet', 400],
  ] as const)(
    'a person %s is not taken for voicemail',
    async (_, loudness, textDelayMs) => {
      habits.textDelayMs = textDelayMs;
      const voicemail = { detection: 'model', action: 'hangup' };
      const { call, heard, doubleTalkMs } = await talk({ voicemail }, async (phone) => {
        await phone.play(concatenate([silenceOf(200), audioOfWords('Hello?', loudness)]));
        await program.untilHeard('help?');
        habits.textDelayMs = 0;
        await program.play(audioOfWords('It is about my bill'));
      });
      const results = call.timeline.flatMap(({ detail }) => detail['answeredBy'] ?? []);
      // `uncertain` if the machine is so busy that the text is more than 2 s late.
      expect(['human', 'uncertain']).toEqual(expect.arrayContaining(results));
      expect(results).not.toEqual([]);
      expect(heard).toMatch(/^Oak .* help\? Thank you\. Goodbye\.$/);
      expect(textsOf(call, 'customer')).toEqual(['Hello?', 'It is about my bill']);
      expect(doubleTalkMs).toBeLessThanOrEqual(maxDoubleTalkMs);
    },
    60_000,
  );

  it('a caller who goes on after a pause is not interrupted, and hears one reply to both utterances', async () => {
    const { call, heard, doubleTalkMs } = await talk({}, async (phone) => {
      await program.untilHeard('help?');
      const utterances = [audioOfWords(request), silenceOf(1_000), audioOfWords(addition)];
      const played = program.play(concatenate(utterances));
      await model.waitForRequests(model.requests.length + 1);
      // The first word of the addition was spoken.
      await phone.until(() => phone.queuedMs <= 1_200);
      requestAnswered.resolve();
      await played;
    });
    const asked = model.requests.map(({ body }) => wordsToAnswer(body));
    expect(asked).toContain(request);
    expect(asked.at(-1)).toBe(`${request} ${addition}`);
    expect(heard).toBe(`${greeting} ${farewell}`);
    expect(textsOf(call, 'customer').join(' ')).toBe(`${request} ${addition}`);
    expect(doubleTalkMs).toBeLessThanOrEqual(maxDoubleTalkMs);
  }, 60_000);

  it('a phone number in three groups is one turn with one reply', async () => {
    const question = 'What is your phone number?';
    const groups = ['four one five', 'five five five', 'two six seven one'];
    const { call, heard, doubleTalkMs } = await talk({ firstMessage: question }, async () => {
      await program.untilHeard('number?');
      const parts = groups.flatMap((group) => [audioOfWords(group), silenceOf(1_200)]);
      await program.play(concatenate(parts.slice(0, -1)));
    });
    expect(heard).toBe(`${question} ${farewell}`);
    expect(textsOf(call, 'customer')).toEqual([groups.join(' ')]);
    expect(doubleTalkMs).toBeLessThanOrEqual(maxDoubleTalkMs);
  }, 60_000);

  it('every clause of a long reply is heard, though the voice limits the clauses of a connection', async () => {
    const { call, heard } = await talk({}, async () => {
      await program.untilHeard('help?');
      await program.play(audioOfWords(listRequest));
      await program.untilHeard('Item24.');
      await program.play(audioOfWords('That is all'));
    });
    expect(heard).toBe(`${greeting} ${list} ${farewell}`);
    expect(textsOf(call, 'agent')).toEqual([greeting, list, farewell]);
    expect(voice.connections.length).toBeGreaterThan(1);
  }, 60_000);
});
