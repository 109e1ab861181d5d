import { beforeAll, describe, expect, it } from 'vitest';
import { concatenate } from '../../../audio/concatenate.ts';
import { decodeUlaw, encodeUlaw } from '../../../audio/g711.ts';
import { resample } from '../../../audio/resampler.ts';
import { EspeakEngine, hasEspeak } from './espeak-engine.ts';

const texts = ['ja', 'nein danke', 'morgen um zehn Uhr', 'Können Sie kommen?', 'Auf Wiederhören.'];

describe.skipIf(!hasEspeak)('speech that espeak-ng has spoken', () => {
  const engine = new EspeakEngine();
  const spoken = new Map<string, Int16Array>();

  beforeAll(async () => {
    for (const text of texts) spoken.set(text, await speak(engine, text));
  });

  it.each([0, 37, 80, 123])(
    'is understood after a quiet telephone line and a delay of %i samples',
    (delay) => {
      for (const [text, samples] of spoken) {
        const quiet = samples.map((sample) => Math.round(sample / 8));
        expect(engine.transcribe(onTelephone([new Int16Array(delay), quiet]), 16_000)).toBe(text);
      }
    },
  );

  it('is understood with a gap of 200 ms and with 60 ms lost, as late packets cause them', () => {
    for (const [text, samples] of spoken) {
      const half = Math.round(samples.length / 2);
      const late = [samples.subarray(0, half), new Int16Array(1_600), samples.subarray(half)];
      expect(engine.transcribe(onTelephone(late), 16_000)).toBe(text);
      const lost = [samples.subarray(0, half), samples.subarray(half + 480)];
      expect(engine.transcribe(onTelephone(lost), 16_000)).toBe(text);
    }
  });

  it('is understood text by text', () => {
    const pause = new Int16Array(2_000);
    const two = ['nein danke', 'Auf Wiederhören.'].flatMap((text) => [spoken.get(text)!, pause]);
    expect(engine.transcribe(onTelephone(two), 16_000)).toBe('nein danke Auf Wiederhören.');
  });

  it('is not understood if it is unknown or only a part is known', async () => {
    const unknown = await speak(
      new EspeakEngine(),
      'Ich habe am Donnerstag leider schon einen anderen Termin.',
    );
    expect(engine.transcribe(onTelephone([unknown]), 16_000)).toBe('');
    expect(engine.transcribe(onTelephone([unknown, spoken.get('ja')!]), 16_000)).toBe('');
    expect(engine.transcribe(new Int16Array(16_000), 16_000)).toBe('');
  });
});

/** Resolves with audio of 8 kHz. */
async function speak(engine: EspeakEngine, text: string): Promise<Int16Array> {
  const { samples, sampleRate } = await engine.speak({ text, voice: 'de', speed: 1, sampleRate: 8_000 });
  return resample(samples, sampleRate, 8_000);
}

/** Returns audio of 16 kHz: the parts after µ-law, with silence before and after. */
function onTelephone(parts: readonly Int16Array[]): Int16Array {
  const silence = new Int16Array(1_600);
  const audio = concatenate([silence, ...parts, silence]);
  const encoded = new Uint8Array(audio.length);
  encodeUlaw(audio, encoded);
  decodeUlaw(encoded, audio);
  return resample(audio, 8_000, 16_000);
}
