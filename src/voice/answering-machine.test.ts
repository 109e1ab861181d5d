import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { AnsweringMachineDetector, screenedAnswerer, type Answerer } from './answering-machine.ts';

function detectorOn(clock: ManualClock) {
  const decided: [Answerer, number][] = [];
  const detector = new AnsweringMachineDetector({
    clock,
    onDecided: (answerer) => decided.push([answerer, clock.monotonicMs()]),
  });
  /** Speech as the voice activity detector tells it, and its words at its end. */
  const hears = async (text: string, durationMs: number) => {
    detector.speechStarted();
    await clock.advance(durationMs + 100);
    detector.speechStopped(100);
    detector.turnEnded(text);
  };
  return { detector, decided, hears };
}

describe('who answered', () => {
  it('is a person after a short hello, as soon as they wait for an answer', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await clock.advance(300);
    await hears('hello', 400);
    await clock.advance(1_000);
    expect(decided).toEqual([['human', 1_100]]);
  });

  it('is not decided by a short greeting whose words are not known yet', async () => {
    const clock = new ManualClock();
    const { detector, decided } = detectorOn(clock);
    detector.speechStarted();
    await clock.advance(1_300);
    detector.speechStopped(100);
    await clock.advance(500);
    expect(decided).toEqual([]);
    detector.turnEnded('hello');
    expect(decided).toEqual([['human', 1_800]]);
  });

  it('waits for what follows "thank you for calling"', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears('thank you for calling', 1_200);
    await clock.advance(600);
    await hears('for appointments press one', 1_600);
    await clock.advance(500);
    expect(decided.map(([who]) => who)).toEqual(['ivr']);
  });

  it('is not a person at once after a short sentence that was not understood', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears('', 1_200);
    await clock.advance(600);
    await hears('for appointments press one', 1_600);
    await clock.advance(500);
    expect(decided.map(([who]) => who)).toEqual(['ivr']);
  });

  it('is a person after a short greeting that was not understood, when they wait for an answer', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears('', 700);
    await clock.advance(2_000);
    expect(decided).toEqual([['human', 1_700]]);
  });

  it('is a person who says "thank you for calling" and then waits', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears('thank you for calling', 1_200);
    await clock.advance(1_500);
    expect(decided).toEqual([['human', 2_200]]);
  });

  it('is a person after a longer greeting, when they wait for an answer a little longer', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears('', 3_000);
    await clock.advance(2_000);
    expect(decided).toEqual([['human', 4_000]]);
  });

  it.each<[string, Answerer]>([
    ["hi you've reached bob please leave a message after the tone", 'machine'],
    ['the person you are calling is not available', 'machine'],
    ['please state your name and the reason for your call', 'screening'],
    ['thank you for calling for sales press one', 'ivr'],
  ])('is told by what is said: %j is %s', async (text, answerer) => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears(text, 3_000);
    await clock.advance(500);
    expect(decided.map(([who]) => who)).toEqual([answerer]);
  });

  it('is a machine when it speaks on and on, even where no word is understood', async () => {
    const clock = new ManualClock();
    const { detector, decided } = detectorOn(clock);
    detector.speechStarted();
    await clock.advance(6_000);
    expect(decided).toEqual([['machine', 5_000]]);
  });

  it('is a machine when it beeps', () => {
    const { detector, decided } = detectorOn(new ManualClock());
    detector.beepHeard();
    expect(decided).toEqual([['machine', 0]]);
  });

  it('is uncertain when nobody says a word, so that the agent begins', async () => {
    const clock = new ManualClock();
    const { decided } = detectorOn(clock);
    await clock.advance(30_000);
    expect(decided).toEqual([['uncertain', 2_000]]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is corrected when somebody taken for a person turns out to be a machine', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears("hi it's bob", 900);
    await clock.advance(600);
    await hears("i can't come to the phone right now", 2_000);
    await clock.advance(30_000);
    expect(decided.map(([who]) => who)).toEqual(['human', 'machine']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is corrected when a menu follows after a long pause', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    await hears('thank you for calling', 1_200);
    await clock.advance(1_500);
    await hears('for appointments press one', 1_600);
    await clock.advance(30_000);
    expect(decided.map(([who]) => who)).toEqual(['human', 'ivr']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits for the words of a greeting that a slow recogniser still owes', async () => {
    const clock = new ManualClock();
    const { detector, decided } = detectorOn(clock);
    detector.speechStarted();
    await clock.advance(1_300);
    detector.speechStopped(100);
    await clock.advance(1_500);
    expect(decided).toEqual([]);
    detector.turnEnded('for sales press one');
    expect(decided.map(([who]) => who)).toEqual(['ivr']);
  });

  it('is decided in the end, whatever is heard', async () => {
    const clock = new ManualClock();
    const { decided, hears } = detectorOn(clock);
    for (let i = 0; i < 30; i++) {
      await hears('the quick brown fox jumps over the lazy dog', 100);
      await clock.advance(900);
    }
    expect(decided).toHaveLength(1);
  });

  it('is not told any more once it is closed', async () => {
    const clock = new ManualClock();
    const { detector, decided } = detectorOn(clock);
    detector.close();
    detector.beepHeard();
    await clock.advance(30_000);
    expect(decided).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('who speaks after an assistant was told who calls', () => {
  it.each([
    ['Thank you. Connecting you now.', 'screening'],
    ['Thanks.', 'screening'],
    ['Please stay on the line.', 'screening'],
    ['She is not available. Please leave a message.', 'machine'],
    ['Hello?', 'human'],
    ['Thanks, what is it about?', 'human'],
    ["Who's calling?", 'human'],
    ['', 'human'],
  ])('%j: %s', (text, answerer) => {
    expect(screenedAnswerer(text)).toBe(answerer);
  });
});
