import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import type { SpeechToText } from '../../src/contracts/speech-to-text.ts';
import type { TextToSpeech } from '../../src/contracts/text-to-speech.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { createBuiltinSpeechToText, createBuiltinTextToSpeech } from '../../src/providers/builtin/index.ts';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { Baresip, hasBaresip } from './baresip.ts';
import { recognisePrompt, splitTurns } from './recognise.ts';

const ownNumber = '+14155552670';
const calleePort = 15_420;
const callerPort = 15_440;
const answerer = { port: calleePort, number: '+14155552671' };
const caller = { port: callerPort, number: '+14155552672' };

/** Distractors for the recognition: prompts that the agent does not speak in these calls. */
const otherPrompts = [
  "Sorry, I didn't catch that. Can you come?",
  'I understand. Would you like another day?',
  'Which day and time would you like?',
  'All right, your appointment is cancelled. Goodbye.',
  'I am sorry. We will not call you again. Goodbye.',
  'I am sorry, I could not understand you. Please call us back. Goodbye.',
];

describe.skipIf(!hasBaresip)('baresip (needs baresip, package baresip)', { timeout: 60_000 }, () => {
  let program: ProgramUnderTest;
  let textToSpeech: TextToSpeech;
  let speechToText: SpeechToText;
  const peers: Baresip[] = [];

  beforeAll(async () => {
    [program, textToSpeech, speechToText] = await Promise.all([
      ProgramUnderTest.start({
        PARLEY_RTP_PORTS: '23100-23199',
        PARLEY_TRUNK_URL: `sip:127.0.0.1:${calleePort}`,
      }),
      createBuiltinTextToSpeech({ workers: 1, logger: silentLogger }),
      createBuiltinSpeechToText({ workers: 1, logger: silentLogger }),
    ]);
    await program.api.assignNumber(ownNumber);
  });
  afterAll(async () => {
    for (const peer of peers) await peer.close();
    await Promise.all([program.close(), textToSpeech.close(), speechToText.close()]);
  });

  /** Synthesises audio of the given length with each text at its time, in ms. */
  async function createSpeech(
    durationMs: number,
    texts: Readonly<Record<number, string>>,
  ): Promise<Int16Array> {
    const samples = new Int16Array(durationMs * 8);
    for (const [atMs, text] of Object.entries(texts)) {
      let at = Number(atMs) * 8;
      for await (const chunk of textToSpeech.synthesize({ text, voiceId: 'slt' })) {
        samples.set(chunk.samples, at);
        at += chunk.samples.length;
      }
    }
    return samples;
  }

  /** Returns the prompts in the peer's recording, recognised among the spoken prompts and others. */
  async function promptsReceivedBy(
    peer: Baresip,
    spokenPrompts: readonly string[],
  ): Promise<(string | undefined)[]> {
    const turns = splitTurns(await peer.receivedAudio());
    return Promise.all(
      turns.map((turn) => recognisePrompt(turn, [...spokenPrompts, ...otherPrompts], speechToText)),
    );
  }

  const agentPrompts = ({ transcript }: CallResource): string[] =>
    transcript.filter(({ role }) => role === 'agent').map(({ content }) => content);

  it.concurrent('is called by the agent, answers its question, and receives all prompts', async () => {
    const speech = await createSpeech(40_000, { 500: 'Hello?', 12_500: 'yes' });
    const peer = await Baresip.start({ ...answerer, speech });
    peers.push(peer);
    const callId = await program.api.call(answerer.number, { fromNumber: ownNumber });
    const call = await program.api.untilEnded(callId);
    expect(call).toMatchObject({ endReason: 'agent_hangup', disposition: 'answered' });
    expect(call.transcript.map(({ role }) => role)).toEqual(['customer', 'agent', 'customer', 'agent']);
    const spokenPrompts = agentPrompts(call);
    expect(spokenPrompts).toHaveLength(2);
    expect(await promptsReceivedBy(peer, spokenPrompts)).toEqual(spokenPrompts);
  });

  it.concurrent('calls a local number, receives the question, and hangs up', async () => {
    const speech = await createSpeech(13_000, {});
    const peer = await Baresip.start({
      ...caller,
      speech,
      callUri: `sip:${ownNumber}@127.0.0.1:${program.sipPort}`,
    });
    peers.push(peer);
    const call = await program.api.newestInboundCall();
    expect(call).toMatchObject({ fromNumber: caller.number, endReason: 'customer_hangup' });
    const [question] = agentPrompts(call);
    expect(question).toMatch(/Can you come\?$/);
    expect((await promptsReceivedBy(peer, [question!]))[0]).toBe(question);
  });
});
