import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { loadVoiceActivityDetector } from './voice-activity.ts';

const random = seededRandom(1);

/** Returns a synthetic vowel: a 120 Hz pulse train through two resonances. */
function vowel(samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) => {
    const samplesSincePulse = i % 67;
    const decay = Math.exp(-samplesSincePulse / 25);
    const sound =
      Math.sin((2 * Math.PI * 700 * samplesSincePulse) / 8000) +
      Math.sin((2 * Math.PI * 1200 * samplesSincePulse) / 8000);
    return 6000 * decay * sound + random.below(40);
  });
}

function framesOf(samples: Int16Array): Int16Array[] {
  return Array.from({ length: samples.length / 160 }, (_, i) => samples.subarray(i * 160, i * 160 + 160));
}

describe('the voice activity detector', () => {
  it('detects speech, then silence after the hangover', async () => {
    const detector = (await loadVoiceActivityDetector())();
    const quiet = framesOf(new Int16Array(8000)).map((frame) => detector.isSpeech(frame));
    const spoken = framesOf(vowel(8000)).map((frame) => detector.isSpeech(frame));
    const after = framesOf(new Int16Array(8000)).map((frame) => detector.isSpeech(frame));
    expect(quiet).not.toContain(true);
    expect(spoken.filter(Boolean).length).toBeGreaterThan(40);
    expect(after.slice(15)).not.toContain(true);
    detector.close();
    detector.close();
  });

  it('keeps the state of each stream separate', async () => {
    const createDetector = await loadVoiceActivityDetector();
    const speakingDetector = createDetector();
    const silentDetector = createDetector();
    const decisions = framesOf(vowel(8000)).map((frame) => [
      speakingDetector.isSpeech(frame),
      silentDetector.isSpeech(new Int16Array(160)),
    ]);
    expect(decisions.some(([speaking]) => speaking)).toBe(true);
    expect(decisions.some(([, silent]) => silent)).toBe(false);
    speakingDetector.close();
    silentDetector.close();
  });

  it('rejects a frame of another length', async () => {
    const detector = (await loadVoiceActivityDetector())();
    expect(() => detector.isSpeech(new Int16Array(80))).toThrow('160 samples');
    detector.close();
  });
});
