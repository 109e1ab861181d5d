import { describe, expect, it } from 'vitest';
import { FakeCarrier } from '../../contracts/testing/fake-carrier.ts';
import { FakeSpeechToText } from '../../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../contracts/testing/fake-text-to-speech.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTestNetwork } from './test-network.ts';

/** Calls a number in a language. Resolves with what the callee says at first, with the built-in voice and with that of the agent. */
async function firstWords(to: string, language: string) {
  const clock = new ManualClock();
  const carrier = new FakeCarrier(clock);
  const builtin = new FakeTextToSpeech({ clock });
  const ofAgent = new FakeTextToSpeech({ clock });
  const network = createTestNetwork({
    carrier,
    clock,
    logger: silentLogger,
    textToSpeech: builtin,
    speechToText: new FakeSpeechToText(),
    voiceIds: ['tone', 'other'],
  });
  const speech = { language, textToSpeech: ofAgent, voiceId: 'tone', speechToText: new FakeSpeechToText() };
  network.expectCall({ reference: 'call', speech });
  carrier.receiveCall({ reference: 'call', from: '+12025550190', to });
  await clock.advance(2_000);
  await network.close();
  const textsOf = ({ requests }: FakeTextToSpeech) =>
    requests.map(({ text, language: spoken }) => [text, spoken]);
  return { builtin: textsOf(builtin), ofAgent: textsOf(ofAgent) };
}

describe('a callee of the test network', () => {
  it('speaks German with the voice of the agent at a German number', async () => {
    const german = { builtin: [], ofAgent: [['Hallo?', 'de-AT']] };
    expect(await firstWords('+491713920000', 'de-AT')).toEqual(german);
  });

  it.each([
    ['+491713920000', 'en-GB'],
    ['+12025550100', 'de-DE'],
    ['+12025550100', 'en-US'],
  ])('speaks English with the built-in voice at %s in a call in %s', async (to, language) => {
    expect(await firstWords(to, language)).toEqual({ builtin: [['Hello?', 'en-US']], ofAgent: [] });
  });
});
