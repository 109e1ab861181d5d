import { describe, expect, it } from 'vitest';
import { sampleRates, type SampleRate } from '../audio/sample-rate.ts';
import type { SpeechPlayout } from '../contracts/language-model.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { createTestSpeechOutput } from './testing/test-speech-output.ts';

function createOutput(sampleRate: SampleRate = 8000) {
  const clock = new ManualClock();
  const { leg, speechOutput, heard } = createTestSpeechOutput({ clock, voices: [], sampleRate });
  const playouts: SpeechPlayout[] = [];
  const speech = { queued: () => undefined, ended: (playout: SpeechPlayout) => void playouts.push(playout) };
  const utterance = speechOutput.openUtterance('interruptible');
  const play = (text: string, durationMs: number) =>
    utterance.play({ type: 'speech-delta', speech, text, samples: new Int16Array(durationMs * 8) });
  return { clock, leg, speechOutput, utterance, play, playouts, heard };
}

describe('SpeechOutput with the speech of a model', () => {
  it.each(sampleRates)(
    'plays it on a leg of %i Hz and reports its text and its length',
    async (sampleRate) => {
      const { clock, speechOutput, utterance, play, playouts, heard } = createOutput(sampleRate);
      play('It is ', 0);
      play('', 400);
      play('open.', 600);
      utterance.finish();
      await clock.advance(900);
      expect(playouts).toEqual([]);
      await clock.advance(200);
      expect(heard()).toEqual(['It is open.']);
      expect(playouts).toEqual([
        { utteranceId: utterance.id, playedMs: 1_000, heardText: 'It is open.', interrupted: false },
      ]);
      speechOutput.close();
      expect([playouts.length, clock.pendingTimers]).toEqual([1, 1]);
    },
  );

  it('reports the played length, without pauses and repeated words, when the speech is interrupted', async () => {
    const { clock, speechOutput, utterance, play, playouts, heard } = createOutput();
    play('one two three four', 2_000);
    utterance.finish();
    await clock.advance(500);
    speechOutput.pause();
    await clock.advance(700);
    speechOutput.resume();
    await clock.advance(500);
    speechOutput.interrupt();
    expect(playouts).toMatchObject([
      { playedMs: expect.closeTo(944.4, 1) as number, heardText: 'one two', interrupted: true },
    ]);
    expect(heard()).toEqual(['one two']);
  });

  it('reports 0 ms for an utterance that is still queued when it is interrupted', async () => {
    const { clock, speechOutput, play, playouts, utterance } = createOutput();
    const queued = speechOutput.openUtterance('interruptible');
    const other: SpeechPlayout[] = [];
    const speech = { queued: () => undefined, ended: (playout: SpeechPlayout) => void other.push(playout) };
    play('first', 1_000);
    queued.play({ type: 'speech-delta', speech, text: 'second', samples: new Int16Array(8_000) });
    await clock.advance(300);
    speechOutput.interruptAll();
    expect(playouts).toMatchObject([{ utteranceId: utterance.id, playedMs: 300 }]);
    expect(other).toEqual([{ utteranceId: queued.id, playedMs: 0, heardText: '', interrupted: true }]);
  });

  it('passes at most about 6 s of it to the leg ahead of playout', async () => {
    const { clock, leg, speechOutput, utterance, play, heard } = createOutput();
    for (let second = 0; second < 30; second += 1) play('word ', 1_000);
    utterance.finish();
    await clock.advance(500);
    expect(leg.audio.queuedMs).toBeLessThan(7_100);
    await clock.advance(30_000);
    expect(heard()[0]).toMatch(/^(word ){29}word$/);
    speechOutput.close();
  });
});
