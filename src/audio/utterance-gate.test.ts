import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { UtteranceGate, type GateOutcome } from './utterance-gate.ts';

const random = seededRandom(5);

function noise(ms: number, amplitude: number): Int16Array {
  return Int16Array.from({ length: ms * 8 }, () => (random.fraction() * 2 - 1) * amplitude);
}

/** Sound with the level changes of syllables. */
function syllables(ms: number, amplitude: number): Int16Array {
  return Int16Array.from({ length: ms * 8 }, (_, i) => {
    const envelope = 0.1 + Math.abs(Math.sin((Math.PI * i) / 1600));
    return amplitude * envelope * Math.sin((2 * Math.PI * 300 * i) / 8000);
  });
}

function run(
  gate: UtteranceGate,
  sound: Int16Array,
  atMs = 0,
  chunk = 160,
): Exclude<GateOutcome, undefined>[] {
  const outcomes: Exclude<GateOutcome, undefined>[] = [];
  for (let at = 0; at < sound.length; at += chunk) {
    const outcome = gate.push(sound.subarray(at, at + chunk), atMs + at / 8);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
}

describe('UtteranceGate', () => {
  it('returns nothing during silence', () => {
    const gate = new UtteranceGate();
    expect(run(gate, noise(5000, 60))).toEqual([]);
    expect(gate.isOpen).toBe(false);
  });

  it('opens with the preceding audio and its time', () => {
    const gate = new UtteranceGate();
    run(gate, noise(1000, 30));
    const [first, ...others] = run(gate, syllables(500, 6000), 1000);
    expect(first).toMatchObject({ type: 'opened' });
    const { atMs, samples } = first as { atMs: number; samples: Int16Array };
    expect(atMs).toBeGreaterThan(700);
    expect(atMs).toBeLessThan(800);
    expect(samples).toHaveLength(300 * 8);
    expect(others.every((outcome) => outcome.type === 'continued')).toBe(true);
  });

  it('returns each frame once and in order, for any chunk sizes', () => {
    const sound = syllables(1500, 6000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (chunk) => {
        const out = run(new UtteranceGate(), sound, 0, chunk).flatMap((outcome) => [...outcome.samples]);
        expect(out).toEqual([...sound.subarray(0, out.length)]);
        expect(sound.length - out.length).toBeLessThan(160);
      }),
      { numRuns: 20 },
    );
  });

  it('reports the length of silence, and restarts after close', () => {
    const gate = new UtteranceGate();
    run(gate, syllables(500, 6000));
    run(gate, noise(700, 30), 500);
    expect(gate.quietMs).toBeGreaterThanOrEqual(660);
    gate.close();
    expect(gate.isOpen).toBe(false);
    expect(run(gate, syllables(300, 6000), 1200)[0]?.type).toBe('opened');
  });

  it('adapts to constant noise', () => {
    const gate = new UtteranceGate();
    run(gate, noise(1000, 3000));
    gate.close();
    run(gate, noise(14_000, 3000), 1000);
    gate.close();
    expect(run(gate, noise(2000, 3000), 15_000)).toEqual([]);
  });

  it('accepts speech, but not steady noise', () => {
    const spoken = new UtteranceGate();
    run(spoken, noise(500, 30));
    run(spoken, syllables(800, 6000), 500);
    expect(spoken.levels).toMatchObject({ steady: false, trusted: true });
    const noisy = new UtteranceGate();
    run(noisy, noise(500, 30));
    run(noisy, noise(800, 6000), 500);
    expect(noisy.levels).toMatchObject({ steady: true, trusted: false });
  });
});
