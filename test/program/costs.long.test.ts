import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { anthropicFormat } from '../../src/providers/ai-sdk/testing/anthropic-format.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { startCartesiaSpeechServer } from '../../src/providers/cartesia/testing/speech-server.ts';
import { startListenServer } from '../../src/providers/deepgram/testing/listen-server.ts';
import { audioOfWords } from '../../src/providers/websocket/testing/audio-words.ts';
import type { ProtocolServer } from '../../src/providers/websocket/testing/protocol-server.ts';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ProgramWithPhone } from './program-with-phone.ts';

const prices = {
  currency: 'EUR',
  telephony: { '127.0.0.1/outbound': { perMinute: 0.6, billingIncrementSeconds: 60 } },
  speechToText: { 'deepgram/*': { perMinute: 0.06 } },
  languageModels: {
    'anthropic/*': { perMillionInputTokens: 1, perMillionCachedInputTokens: 0.1, perMillionOutputTokens: 5 },
  },
};

/** The second model of the agent replies, since the first one is overloaded. */
const script = {
  busy: [{ ending: 'overloaded' }],
  helper: [
    {
      pieces: ['Thank you. Goodbye.'],
      toolCall: { id: 'call_1', name: 'end_call', arguments: {} },
      inputTokens: 400,
      cachedInputTokens: 300,
      outputTokens: 20,
    },
  ],
} as const;

/** Number of characters of the texts that the voice received. */
function charactersReceived({ connections }: ProtocolServer): number {
  const messages = connections.flatMap(({ texts }) =>
    texts.map((text) => JSON.parse(text) as { transcript?: string }),
  );
  return messages.reduce((sum, { transcript = '' }) => sum + transcript.length, 0);
}

/** Length of the audio that the recogniser received, 8 kHz µ-law, in seconds. */
const secondsReceived = ({ connections }: ProtocolServer): number =>
  connections.flatMap(({ audioSizes }) => audioSizes).reduce((sum, bytes) => sum + bytes, 0) / 8000;

describe('the costs of a call with vendors', { timeout: 60_000 }, () => {
  let recogniser: ProtocolServer;
  let voice: ProtocolServer;
  let model: ScriptedServer;
  let program: ProgramWithPhone;
  let priceFolder: TemporaryFolder;
  let call: CallResource;

  async function converse(voiceId: string): Promise<CallResource> {
    const callId = await program.call({
      personality: 'You are the receptionist.',
      firstMessage: 'Hello, may I help you?',
      builtinTools: ['end_call'],
      model: 'anthropic/busy',
      modelSettings: { fallbackModels: ['anthropic/helper'] },
      transcriber: { provider: 'deepgram', model: 'flux-general-en' },
      voice: { provider: 'cartesia', voiceId },
    });
    await program.phone.answered;
    await program.untilHeard('you?');
    await program.play(audioOfWords('no thank you'));
    return program.api.untilEnded(callId);
  }

  beforeAll(async () => {
    const speech = await startCartesiaSpeechServer('car-key');
    voice = speech.server;
    ({ server: recogniser } = await startListenServer('dg-key'));
    model = await ScriptedServer.start(script, anthropicFormat);
    priceFolder = await temporaryDataFolder();
    const priceFile = path.join(priceFolder.dataDir, 'prices.json');
    await writeFile(priceFile, JSON.stringify(prices));
    program = await ProgramWithPhone.start({
      PARLEY_RTP_PORTS: '33100-33149',
      PARLEY_PRICES: priceFile,
      PARLEY_DEEPGRAM_API_KEY: 'dg-key',
      PARLEY_DEEPGRAM_BASE_URL: recogniser.baseUrl,
      PARLEY_ANTHROPIC_API_KEY: 'ant-key',
      PARLEY_ANTHROPIC_BASE_URL: model.baseUrl,
      PARLEY_CARTESIA_API_KEY: 'car-key',
      PARLEY_CARTESIA_BASE_URL: voice.baseUrl,
    });
    call = await converse(speech.voiceId);
    await recogniser.until(() => recogniser.openConnections.length === 0);
  }, 60_000);
  afterAll(async () => {
    await program.close();
    await Promise.all([recogniser.close(), voice.close(), model.close()]);
    await priceFolder.remove();
  });

  it('are those of what the vendors received and reported', () => {
    const priced = { estimated: false, currency: 'EUR' };
    const tokens = { kind: 'language-model', provider: 'anthropic', model: 'helper', ...priced };
    const seconds = secondsReceived(recogniser);
    expect(seconds).toBeGreaterThan(1);
    expect(call).toMatchObject({ endReason: 'agent_hangup' });
    expect(call.costs).toEqual([
      {
        kind: 'carrier',
        provider: '127.0.0.1',
        model: null,
        quantity: expect.closeTo(call.durationSeconds!, 1),
        unit: 'seconds',
        cost: '0.6',
        ...priced,
      },
      {
        kind: 'speech-to-text',
        provider: 'deepgram',
        model: 'flux-general-en',
        quantity: seconds,
        unit: 'seconds',
        // The price of one second is 0.001.
        cost: String(Math.round(seconds * 1e6) / 1e9),
        ...priced,
      },
      { ...tokens, quantity: 100, unit: 'input-tokens', cost: '0.0001' },
      { ...tokens, quantity: 300, unit: 'cached-input-tokens', cost: '0.00003' },
      { ...tokens, quantity: 20, unit: 'output-tokens', cost: '0.0001' },
      {
        kind: 'text-to-speech',
        provider: 'cartesia',
        model: 'sonic-3',
        quantity: charactersReceived(voice),
        unit: 'characters',
        estimated: false,
        cost: null,
        currency: null,
      },
    ]);
  });

  it('have a total, which is incomplete since the voice has no price', () => {
    const expected = 0.6 + 0.00023 + secondsReceived(recogniser) / 1000;
    expect(call.totalCost).toMatchObject({ currency: 'EUR', complete: false });
    expect(Number(call.totalCost!.amount)).toBeCloseTo(expected, 9);
  });
});
