import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import type {
  RealtimeServer,
  ScriptedRealtimeReply,
} from '../../src/providers/realtime/testing/realtime-server.ts';
import { audioOfWords, wordMs, wordsInAudio } from '../../src/providers/websocket/testing/audio-words.ts';
import { spokenIn, wordsOf, type ProgramWithPhone } from './program-with-phone.ts';
import {
  closeRealtimeProgram,
  farewell,
  greeting,
  startRealtimeCall,
  startRealtimeProgram,
  textsOf,
  type RealtimeProgram,
} from './realtime-program.ts';
import { requestsTo, turnsMsOf } from './realtime-requests.ts';

const samplesPerMs = 8;
const packetMs = 20;

const consentQuestion = 'May we record your answers?';
const thanks = 'Good.';
const explanation =
  'Before I do that, let me explain the long list of treatments that we offer to all of our patients.';
const waiting = 'One moment.';
const offer = 'Monday is free. What is your name?';

const questions = {
  visit: 'I would like a visit',
  interruption: 'sorry can we do it on monday',
  name: 'my name is Ada Lovelace',
};

const replies: readonly ScriptedRealtimeReply[] = [
  { text: explanation },
  {
    text: waiting,
    call: { id: 'call_1', name: 'set_disposition', arguments: '{"disposition":"interested"}' },
  },
  { text: offer },
];
const lastReply = { text: farewell, call: { id: 'call_2', name: 'end_call', arguments: '{}' } };

/** Asks a question before the model leads the conversation. */
const consentFlow = {
  nodes: [
    {
      id: 'consent',
      type: 'ask',
      config: { prompt: consentQuestion, variable: 'consent', expect: 'yes_no' },
    },
    { id: 'talk', type: 'conversation', config: { prompt: 'Help the caller.' } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { id: 'asked', from: 'consent', to: 'talk', condition: { type: 'else' } },
    { id: 'talked', from: 'talk', to: 'end', condition: { type: 'else' } },
  ],
};

const channelOf = (wav: Uint8Array, channel: number): Int16Array =>
  parseWav(wav).samples.filter((_, index) => index % 2 === channel);

let started: RealtimeProgram;
let program: ProgramWithPhone;

beforeAll(async () => {
  started = await startRealtimeProgram('33150-33199');
  ({ program } = started);
}, 60_000);
afterAll(async () => {
  await closeRealtimeProgram(started);
});

interface Vendor {
  readonly model: string;
  readonly realtime: () => RealtimeServer;
  readonly flow: object;
  /** What agent and callee say before the model replies. */
  readonly opening: { readonly agent: readonly string[]; readonly callee: readonly string[] };
  /** Speaks until the callee can ask the first question. */
  readonly open: () => Promise<void>;
  /** Plays the last question. The connection of the model is reset before its reply. */
  readonly askLast: () => Promise<void>;
}

const openAiVendor: Vendor = {
  model: 'openai-realtime/gpt-realtime',
  realtime: () => started.openAi,
  flow: {},
  opening: { agent: [greeting], callee: [] },
  open: () => Promise.resolve(),
  askLast: async () => {
    const { server, replies: scripted } = started.openAi;
    scripted.push(lastReply);
    const played = program.play(audioOfWords(questions.name));
    await server.until(() => turnsMsOf(server).at(-1)! > 3 * wordMs);
    server.latest.cut();
    await played;
  },
};

const xAiVendor: Vendor = {
  model: 'xai/grok-voice-latest',
  realtime: () => started.xAi,
  flow: consentFlow,
  opening: { agent: [greeting, consentQuestion, thanks], callee: ['yes'] },
  open: async () => {
    started.xAi.replies.unshift({ text: thanks });
    await program.untilHeard('answers?');
    await program.play(audioOfWords('yes'));
    await program.untilHeard(thanks);
  },
  askLast: async () => {
    const { server, replies: scripted } = started.xAi;
    scripted.push({ isHeld: true }, lastReply);
    const { length } = requestsTo(server, 'response.create');
    await program.play(audioOfWords(questions.name));
    await server.until(() => requestsTo(server, 'response.create').length > length);
    server.latest.cut();
  },
};

/** The conversations that have ended. */
const conversations = new Map<Vendor, { readonly call: CallResource; readonly heard: Int16Array }>();

/** Returns the quantities of the language models. */
const usageIn = ({ costs }: CallResource): Record<string, number> =>
  Object.fromEntries(
    costs
      .filter(({ kind }) => kind === 'language-model')
      .map(({ model, unit, quantity }) => [`${model} ${unit}`, quantity]),
  );

/** Returns how much of the explanation is in the audio, in ms. */
function receivedExplanationMs(heard: Int16Array): number {
  const words = wordsInAudio(heard);
  const [startMs, endMs] = ['Before', 'One'].map(
    (first) => words.find(({ text }) => text === first)!.startMs,
  ) as [number, number];
  const samples = heard.subarray(startMs * samplesPerMs, endMs * samplesPerMs);
  return samples.findLastIndex((sample) => Math.abs(sample) > 100) / samplesPerMs;
}

describe.each([
  ['OpenAI Realtime', openAiVendor],
  ['the Voice Agent API of xAI', xAiVendor],
])('a call with %s', (_, vendor) => {
  let call: CallResource;
  let heard: Int16Array;

  beforeAll(async () => {
    const { phone, api } = program;
    vendor.realtime().replies.push(...replies);
    const callId = await startRealtimeCall(started, vendor.model, {}, vendor.flow);
    await vendor.open();
    await program.play(audioOfWords(questions.visit));
    await program.untilHeard('explain');
    await phone.play(audioOfWords(questions.interruption));
    await program.untilHeard('name?');
    await vendor.askLast();
    call = await api.untilEnded(callId);
    heard = phone.heard;
    conversations.set(vendor, { call, heard });
  }, 60_000);

  it('ends by the tool of the model, and has the disposition of another tool', () => {
    expect(call).toMatchObject({
      status: 'ended',
      endReason: 'agent_hangup',
      endDetail: null,
      disposition: 'interested',
    });
  });

  it('has in its transcript what the vendor read from the audio of the callee', () => {
    expect(textsOf(call, 'customer')).toEqual([...vendor.opening.callee, ...Object.values(questions)]);
  });

  it('has in its transcript what the callee heard', () => {
    const texts = textsOf(call, 'agent');
    const interrupted = texts[vendor.opening.agent.length]!;
    expect(texts).toEqual([...vendor.opening.agent, interrupted, waiting, offer, farewell]);
    const words = spokenIn(heard);
    const before = wordsOf(vendor.opening.agent.join(' '));
    const after = wordsOf(`${waiting} ${offer} ${farewell}`);
    expect(words.slice(0, before.length)).toEqual(before);
    expect(words.slice(-after.length)).toEqual(after);
    const heardOfInterrupted = words.slice(before.length, -after.length).join(' ');
    expect(explanation.startsWith(heardOfInterrupted)).toBe(true);
    expect(explanation.startsWith(interrupted)).toBe(true);
    // The word in which the agent was interrupted may be in only one of them.
    const missing = wordsOf(heardOfInterrupted).length - wordsOf(interrupted).length;
    expect(Math.abs(missing)).toBeLessThanOrEqual(1);
  });

  it('is recorded with both sides', async () => {
    const recording = await program.api.recording(call.callId);
    const callee = [...vendor.opening.callee, ...Object.values(questions)].join(' ');
    expect(spokenIn(channelOf(recording, 0))).toEqual(wordsOf(callee));
    expect(spokenIn(channelOf(recording, 1))).toEqual(spokenIn(heard));
  });

  it('exchanges G.711 with the vendor, and sends only the audio of turns', () => {
    const format = { type: 'audio/pcmu' };
    const { server, session } = vendor.realtime();
    expect(session()).toMatchObject({ audio: { input: { format }, output: { format } } });
    const turnsMs = turnsMsOf(server);
    expect(turnsMs.at(-1)).toBe(0);
    const sentMs = turnsMs.reduce((sum, ms) => sum + ms, 0);
    expect(sentMs).toBeLessThan((call.durationSeconds! * 1_000) / 2 + 4 * wordMs);
  });

  it('continues after a reset in a new session, which has the conversation as text', () => {
    const { server, items } = vendor.realtime();
    expect(server.connections).toHaveLength(2);
    const interrupted = textsOf(call, 'agent')[vendor.opening.agent.length]!;
    const texts = items().map(({ kind, text }) => `${kind.replace(' audio', '')}: ${text}`);
    expect(texts.slice(-9)).toEqual([
      `user: ${questions.visit}`,
      `assistant: ${interrupted} —`,
      `user: ${questions.interruption}`,
      'call: call_1 set_disposition',
      'result: call_1 Recorded.',
      `assistant: ${waiting} ${offer}`,
      `user: ${questions.name}`,
      `assistant: ${farewell}`,
      'call: call_2 end_call',
    ]);
    expect(call.timeline.map(({ type }) => type)).not.toContain('model_failed');
  });

  it('uses neither the recogniser nor the fallback model, and the voice only for given texts', () => {
    const { recogniser, fallback, voice } = started;
    expect([recogniser.upgradeCount, fallback.requests.length]).toEqual([0, 0]);
    const spoken = voice.connections.flatMap(({ texts }) => texts).join(' ');
    expect(spoken).toContain('Hello,');
    expect(spoken).not.toContain('Monday');
  });

  it('makes no request that the vendor rejects, and leaves no session open', async () => {
    const { server, errors } = vendor.realtime();
    expect(errors).toEqual([]);
    await server.until(() => server.openConnections.length === 0);
  });
});

describe('a call with OpenAI Realtime', () => {
  it('truncates the interrupted reply where the audio that the callee received ends', () => {
    const truncations = requestsTo(started.openAi.server, 'conversation.item.truncate');
    const { heard } = conversations.get(openAiVendor)!;
    expect(truncations).toHaveLength(1);
    const differenceMs = truncations[0]!.audio_end_ms! - receivedExplanationMs(heard);
    expect(Math.abs(differenceMs)).toBeLessThanOrEqual(packetMs);
  });

  it('has the tokens that the vendor reported in its costs', () => {
    const { length: responses } = requestsTo(started.openAi.server, 'response.create');
    const turns = Object.values(questions).length;
    expect(usageIn(conversations.get(openAiVendor)!.call)).toEqual({
      'gpt-4o-transcribe audio-input-tokens': turns * 14,
      'gpt-4o-transcribe output-tokens': turns * 4,
      'gpt-realtime input-tokens': responses * 9,
      'gpt-realtime cached-input-tokens': responses * 5,
      'gpt-realtime audio-input-tokens': responses * 6,
      'gpt-realtime output-tokens': responses * 2,
      'gpt-realtime audio-output-tokens': responses * 8,
    });
  });
});

describe('a call with the Voice Agent API of xAI', () => {
  it('gives the model a note of what the callee heard of the interrupted reply', () => {
    const { call } = conversations.get(xAiVendor)!;
    const interrupted = textsOf(call, 'agent')[xAiVendor.opening.agent.length]!;
    const notes = requestsTo(started.xAi.server, 'conversation.item.create')
      .map((request) => JSON.stringify(request))
      .filter((text) => text.includes('"system"'));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(JSON.stringify(`heard only this: "${interrupted}".`).slice(1, -1));
  });

  it('has the time of its connections in its costs', () => {
    const { call } = conversations.get(xAiVendor)!;
    const [[name, seconds]] = Object.entries(usageIn(call)) as [[string, number]];
    expect(name).toBe('grok-voice-latest seconds');
    expect(seconds).toBeGreaterThan(call.durationSeconds! / 2);
    expect(seconds).toBeLessThan(call.durationSeconds! * 2);
  });

  it('gives the model what the flow asked and what the callee answered', () => {
    const texts = started.xAi.items().map(({ kind, text }) => `${kind}: ${text}`);
    expect(texts.slice(0, -9)).toEqual([
      `assistant: ${greeting} ${consentQuestion}`,
      'user: yes',
      `assistant: ${thanks}`,
    ]);
  });
});
