import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { anthropicFormat } from '../../src/providers/ai-sdk/testing/anthropic-format.ts';
import { openAiFormat } from '../../src/providers/ai-sdk/testing/openai-format.ts';
import { ScriptedServer, type ServedReply } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { startStreamingServer } from '../../src/providers/assemblyai/testing/streaming-server.ts';
import { startCartesiaSpeechServer } from '../../src/providers/cartesia/testing/speech-server.ts';
import { startListenServer } from '../../src/providers/deepgram/testing/listen-server.ts';
import { startMultiContextServer } from '../../src/providers/elevenlabs/testing/multi-context-server.ts';
import { audioOfWords, wordsInAudio } from '../../src/providers/websocket/testing/audio-words.ts';
import type { ProtocolServer } from '../../src/providers/websocket/testing/protocol-server.ts';
import { ProgramWithPhone, spokenIn, wordsOf } from './program-with-phone.ts';

const greeting = 'Hello, this is Oak Street Dental. How can I help you?';
const opening = ['We open at ni', 'ne on Fridays. ', 'Would you like a vi', 'sit?'];
const explanation =
  'Before I do that, let me explain the long list of treatments that we offer to all of our patients during this winter.';
const offer = 'Monday is free. What is your name?';
const farewell = 'Thank you. Goodbye.';

const questions = {
  opening: 'when do you open on friday',
  visit: 'yes I would like a visit',
  interruption: 'sorry can we do it on monday',
  name: 'my name is Ada Lovelace',
};

const script: readonly ServedReply[] = [
  { pieces: opening, inputTokens: 40, outputTokens: 12 },
  { pieces: [explanation] },
  { pieces: [offer] },
  { pieces: [farewell], toolCall: { id: 'call_1', name: 'end_call', arguments: {} } },
];

interface Combination {
  readonly recogniser: ProtocolServer;
  readonly model: ScriptedServer;
  readonly voice: ProtocolServer;
  /** Number of messages with which the voice sends two words. */
  readonly messagesOfTwoWords: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly agent: object;
}

async function deepgramAnthropicCartesia(): Promise<Combination> {
  const { server: recogniser } = await startListenServer('dg-key');
  const model = await ScriptedServer.start(script, anthropicFormat);
  const { server: voice, voiceId } = await startCartesiaSpeechServer('car-key');
  return {
    recogniser,
    model,
    voice,
    messagesOfTwoWords: 6,
    environment: {
      PARLEY_DEEPGRAM_API_KEY: 'dg-key',
      PARLEY_DEEPGRAM_BASE_URL: recogniser.baseUrl,
      PARLEY_ANTHROPIC_API_KEY: 'ant-key',
      PARLEY_ANTHROPIC_BASE_URL: model.baseUrl,
      PARLEY_CARTESIA_API_KEY: 'car-key',
      PARLEY_CARTESIA_BASE_URL: voice.baseUrl,
    },
    agent: {
      model: 'anthropic/claude-haiku-4-5',
      transcriber: { provider: 'deepgram', model: 'flux-general-en' },
      voice: { provider: 'cartesia', voiceId },
    },
  };
}

async function assemblyAiOpenAiElevenLabs(): Promise<Combination> {
  const { server: recogniser } = await startStreamingServer('aai-key');
  const model = await ScriptedServer.start(script, openAiFormat);
  const { server: voice, voiceId } = await startMultiContextServer('el-key');
  return {
    recogniser,
    model,
    voice,
    messagesOfTwoWords: 5,
    environment: {
      PARLEY_ASSEMBLYAI_API_KEY: 'aai-key',
      PARLEY_ASSEMBLYAI_BASE_URL: recogniser.baseUrl,
      PARLEY_OPENAI_API_KEY: 'oa-key',
      PARLEY_OPENAI_BASE_URL: model.baseUrl,
      PARLEY_ELEVENLABS_API_KEY: 'el-key',
      PARLEY_ELEVENLABS_BASE_URL: voice.baseUrl,
    },
    agent: {
      model: 'openai/gpt-4.1',
      transcriber: { provider: 'assemblyai' },
      voice: { provider: 'elevenlabs', voiceId },
    },
  };
}

const channelOf = (wav: Uint8Array, channel: number): Int16Array =>
  parseWav(wav).samples.filter((_, index) => index % 2 === channel);

const textsOf = ({ transcript }: CallResource, role: string): string[] =>
  transcript.filter((entry) => entry.role === role).map(({ content }) => content);

describe.each([
  ['Deepgram Flux, Anthropic and Cartesia', '33000-33049', deepgramAnthropicCartesia],
  ['AssemblyAI, OpenAI and ElevenLabs', '33050-33099', assemblyAiOpenAiElevenLabs],
] as const)('a call with %s', (_, rtpPorts, startVendors) => {
  let vendors: Combination;
  let program: ProgramWithPhone;
  let call: CallResource;
  let heardAudio: Int16Array;
  let recording: Uint8Array;

  async function converse(): Promise<void> {
    const { phone } = program;
    await phone.answered;
    await program.untilHeard('you?');
    await program.play(audioOfWords(questions.opening));
    await program.untilHeard('visit?');
    await program.play(audioOfWords(questions.visit));
    await program.untilHeard('explain');
    await phone.play(audioOfWords(questions.interruption));
    vendors.voice.cutsAfterMessages = vendors.messagesOfTwoWords;
    await program.untilHeard('Monday');
    vendors.recogniser.latest.cut();
    await program.untilHeard('name?');
    await program.play(audioOfWords(questions.name));
  }

  beforeAll(async () => {
    vendors = await startVendors();
    program = await ProgramWithPhone.start({ PARLEY_RTP_PORTS: rtpPorts, ...vendors.environment });
    const callId = await program.call({
      personality: 'You are the receptionist of a dental practice.',
      firstMessage: greeting,
      builtinTools: ['end_call'],
      ...vendors.agent,
    });
    await converse();
    call = await program.api.untilEnded(callId);
    heardAudio = program.phone.heard;
    recording = await program.api.recording(callId);
  }, 90_000);
  afterAll(async () => {
    await program.close();
    await Promise.all([vendors.recogniser.close(), vendors.voice.close(), vendors.model.close()]);
  });

  it('ends by the tool of the model', () => {
    expect(call).toMatchObject({ status: 'ended', endReason: 'agent_hangup' });
  });

  it('greets within one second', () => {
    expect(wordsInAudio(heardAudio)[0]).toMatchObject({ text: 'Hello,' });
    expect(wordsInAudio(heardAudio)[0]!.startMs).toBeLessThan(1_000);
  });

  it('has what the callee said in its transcript', () => {
    expect(textsOf(call, 'customer')).toEqual(Object.values(questions));
  });

  it('has what the callee heard in its transcript', () => {
    const texts = textsOf(call, 'agent');
    const [first, second, interrupted = '', fourth, last] = texts;
    expect(texts).toHaveLength(5);
    expect([first, second, fourth, last]).toEqual([greeting, opening.join(''), offer, farewell]);
    const heard = spokenIn(heardAudio);
    const before = wordsOf(`${first} ${second}`);
    expect(heard.slice(0, before.length)).toEqual(before);
    const after = wordsOf(`${fourth} ${last}`);
    expect(heard.slice(-after.length)).toEqual(after);
    const heardOfInterrupted = heard.slice(before.length, -after.length).join(' ');
    expect(explanation.startsWith(heardOfInterrupted)).toBe(true);
    expect(heardOfInterrupted.startsWith(interrupted)).toBe(true);
    expect(wordsOf(heardOfInterrupted).length - wordsOf(interrupted).length).toBeLessThanOrEqual(1);
  });

  it('stops the voice when the callee interrupts', () => {
    const interrupted = call.transcript.filter((entry) => entry.interrupted);
    expect(interrupted).toMatchObject([{ role: 'agent' }]);
    const heardOf = spokenIn(heardAudio).filter((word) => wordsOf(explanation).includes(word));
    expect(heardOf.length).toBeLessThan(wordsOf(explanation).length - 8);
  });

  it('is recorded with both sides', () => {
    expect(spokenIn(channelOf(recording, 0))).toEqual(wordsOf(Object.values(questions).join(' ')));
    expect(spokenIn(channelOf(recording, 1))).toEqual(spokenIn(heardAudio));
  });

  it('continues after a reset of the voice in the middle of a clause and a reset of the recogniser', () => {
    expect(vendors.voice.connections.length).toBeGreaterThan(1);
    expect(vendors.recogniser.connections.length).toBeGreaterThan(1);
  });

  it('leaves no connection open', async () => {
    await vendors.recogniser.until(() => vendors.recogniser.openConnections.length === 0);
    await program.server.remove();
    await vendors.voice.until(() => vendors.voice.openConnections.length === 0);
    expect(program.server.stderr).not.toContain('"level":50');
  });
});
