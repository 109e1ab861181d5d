import { describe, expect, it } from 'vitest';
import type { PromptHint } from '../../contracts/carrier.ts';
import type { SpeechToTextCapabilities } from '../../contracts/speech-to-text.ts';
import { FakeLeg } from '../../contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../contracts/testing/fake-text-to-speech.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { SimulatedCallee } from './simulated-callee.ts';
import { personaOf } from './persona.ts';

const hints: readonly PromptHint[] = [
  { id: 'ask', text: 'Hello. Can you come on Tuesday?', expects: 'yes_no' },
  { id: 'bye', text: 'Thank you, goodbye.', expects: 'nothing' },
];

function createCallee(digits: string, capabilities: Partial<SpeechToTextCapabilities> = {}) {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock, to: `+120255501${digits}` });
  const speechToText = new FakeSpeechToText({ capabilities });
  const textToSpeech = new FakeTextToSpeech({ clock });
  const callee = new SimulatedCallee({
    leg,
    persona: personaOf(leg.to, 'en'),
    speech: { language: 'en-US', textToSpeech, voiceId: 'tone', speechToText },
    hints,
    clock,
    logger: silentLogger,
  });
  leg.pickUp();
  callee.start();
  const speakAsAgent = async (text: string, durationMs: number) => {
    leg.speak(durationMs);
    await clock.advance(durationMs);
    speechToText.latest.recognise({ text });
  };
  return {
    clock,
    leg,
    speakAsAgent,
    latestTranscriber: () => speechToText.latest,
    spoken: () => textToSpeech.requests.map(({ text }) => text),
  };
}

describe('SimulatedCallee', () => {
  it('says hello, waits until the agent is silent, and answers the prompt', async () => {
    const { clock, spoken, speakAsAgent } = createCallee('00');
    await clock.advance(2_000);
    expect(spoken()).toEqual(['Hello?']);
    await speakAsAgent('hello can you come on tuesday', 2_000);
    await clock.advance(700);
    expect(spoken()).toEqual(['Hello?']);
    await clock.advance(200);
    expect(spoken()).toEqual(['Hello?', 'yes']);
  });

  it('continues after a failure of its recogniser, and hangs up if it keeps failing', async () => {
    const { clock, spoken, speakAsAgent, latestTranscriber, leg } = createCallee('00');
    await clock.advance(2_000);
    latestTranscriber().fail(new Error('gone'), false);
    await speakAsAgent('hello can you come on tuesday', 2_000);
    await clock.advance(1_000);
    expect(spoken()).toEqual(['Hello?', 'yes']);
    const ended: string[] = [];
    leg.on(({ type }) => type === 'leg-ended' && ended.push(type));
    for (let failures = 0; failures < 3; failures++) latestTranscriber().fail(new Error('gone'), false);
    await clock.advance(100);
    expect(ended).toEqual(['leg-ended']);
  });

  it('understands an open vocabulary by the words of the prompts, in several parts', async () => {
    const { clock, spoken, leg, latestTranscriber } = createCallee('01', { openVocabulary: true });
    await clock.advance(2_000);
    leg.speak(2_000);
    latestTranscriber().recognise({ text: 'thanks' });
    latestTranscriber().endTurn();
    latestTranscriber().recognise({ text: 'and goodbye thank you' });
    await clock.advance(4_000);
    expect(spoken()).toEqual(['Hello?']);
  });

  it('does not answer a pause between two sentences', async () => {
    const { clock, spoken, leg, speakAsAgent } = createCallee('00');
    await clock.advance(2_000);
    leg.speak(800);
    await clock.advance(1_300);
    await speakAsAgent('hello can you come on tuesday', 1_000);
    await clock.advance(3_000);
    expect(spoken()).toEqual(['Hello?', 'yes']);
  });

  it('does not respond to a statement', async () => {
    const { clock, spoken, speakAsAgent } = createCallee('00');
    await clock.advance(2_000);
    await speakAsAgent('thank you goodbye', 1_000);
    await clock.advance(3_000);
    expect(spoken()).toEqual(['Hello?']);
  });

  it('that interrupts speaks over the agent, and does not answer the interrupted prompt again', async () => {
    const { clock, spoken, leg, speakAsAgent } = createCallee('08');
    await clock.advance(2_000);
    leg.speak(1_500);
    await clock.advance(1_400);
    expect(spoken()).toEqual(['Hello?', 'yes yes that works for me']);
    await clock.advance(6_000);
    expect(spoken()).toHaveLength(2);
    await speakAsAgent('hello can you come on tuesday', 1_000);
    await clock.advance(2_000);
    expect(spoken().at(-1)).toBe('yes');
  });

  it('that says mm-hm does not treat the following pause of the agent as the end of a turn', async () => {
    const { clock, spoken, leg, speakAsAgent } = createCallee('16');
    await clock.advance(2_000);
    leg.speak(2_000);
    await clock.advance(4_000);
    expect(spoken()).toEqual(['Hello?', 'mm hmm']);
    await speakAsAgent('hello can you come on tuesday', 1_000);
    await clock.advance(1_000);
    expect(spoken()).toEqual(['Hello?', 'mm hmm', 'yes']);
  });

  it('that answers by keypad presses a key', async () => {
    const { clock, leg, speakAsAgent } = createCallee('11');
    await clock.advance(2_000);
    await speakAsAgent('hello can you come on tuesday', 1_000);
    await clock.advance(1_000);
    expect(leg.audio.digitsSent).toBe('1');
  });

  it('that hangs up mid-call ends the leg', async () => {
    const { clock, leg } = createCallee('10');
    await clock.advance(2_000);
    leg.speak(5_000);
    await clock.advance(2_200);
    expect(leg.isEnded).toBe(true);
  });

  it('releases everything when the agent hangs up mid-sentence', async () => {
    const { clock, leg, latestTranscriber } = createCallee('00');
    await clock.advance(500);
    leg.end('far_hangup');
    await clock.advance(0);
    expect(latestTranscriber().closed).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });
});
