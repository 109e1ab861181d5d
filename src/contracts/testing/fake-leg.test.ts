import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import type { LegEvent } from '../carrier.ts';
import type { LegAudioEvent } from '../leg-audio.ts';
import { FakeLeg } from './fake-leg.ts';

const silence = (duration: number) => new Int16Array(duration * 8);

function answeredLeg() {
  const clock = new ManualClock();
  const leg = new FakeLeg({ clock });
  const events: (LegEvent | LegAudioEvent)[] = [];
  leg.on((event) => events.push(event));
  leg.pickUp();
  return { clock, leg, events, types: () => events.map((event) => event.type) };
}

describe('FakeLeg', () => {
  it('plays queued audio in real time, and reports the start and the end of playout', async () => {
    const { clock, leg, events } = answeredLeg();
    leg.audio.play(silence(50));
    await clock.advance(40);
    expect(leg.audio.playedMs).toBe(40);
    expect(leg.audio.queuedMs).toBe(10);
    await clock.advance(40);
    expect(events.slice(1)).toEqual([
      { type: 'playout-started', atMs: 0, playedMs: 20 },
      { type: 'playout-drained', atMs: 60, playedMs: 50 },
    ]);
    expect(leg.audio.nowMs).toBe(80);
  });

  it('pauses, and resumes with the next sample', async () => {
    const { clock, leg } = answeredLeg();
    leg.audio.play(silence(100));
    await clock.advance(40);
    leg.audio.pause();
    await clock.advance(100);
    expect(leg.audio.playedMs).toBe(40);
    leg.audio.resume();
    await clock.advance(60);
    expect(leg.audio.playedMs).toBe(100);
    expect(leg.audio.playedIntervals).toEqual([
      { fromMs: 0, toMs: 40 },
      { fromMs: 140, toMs: 200 },
    ]);
  });

  it('discards queued audio on clear, and reports the clear within one frame', async () => {
    const { clock, leg, types } = answeredLeg();
    leg.audio.play(silence(100));
    await clock.advance(40);
    leg.audio.clear();
    await clock.advance(20);
    expect(types()).toEqual(['leg-answered', 'playout-started', 'playout-cleared']);
    expect(leg.audio.playedMs).toBe(40);
  });

  it('reports speech with the delay of a detector and the time of the speech', async () => {
    const { clock, leg, events } = answeredLeg();
    await clock.advance(100);
    leg.speak(300);
    await clock.advance(500);
    expect(events.slice(1)).toEqual([
      { type: 'speech-started', atMs: 100 },
      { type: 'speech-stopped', atMs: 400, detectedAtMs: 500 },
    ]);
  });

  it('emits audio chunks of the requested size until the leg ends, and leaves no timer', async () => {
    const { clock, leg, events } = answeredLeg();
    leg.audio.listen(100);
    await clock.advance(200);
    leg.hangup();
    await clock.advance(200);
    const chunks = events.filter((event) => event.type === 'audio');
    expect(chunks.map((chunk) => chunk.atMs)).toEqual([0, 100]);
    expect(events.at(-1)).toEqual({ type: 'leg-ended', cause: 'near_hangup' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends once', () => {
    const { leg, types } = answeredLeg();
    leg.end('far_hangup');
    leg.hangup();
    expect(types().filter((type) => type === 'leg-ended')).toHaveLength(1);
  });
});
