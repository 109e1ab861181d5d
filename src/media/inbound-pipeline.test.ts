import { beforeAll, describe, expect, it } from 'vitest';
import { dtmfTone } from '../audio/dtmf-generator.ts';
import { loadVoiceActivityDetector, type VoiceActivityDetector } from '../audio/voice-activity.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { seededRandom } from '../core/random.ts';
import { createCallMemory, frameSamples, writeEvent } from './call-memory.ts';
import { InboundPipeline } from './inbound-pipeline.ts';
import { RingAudio } from './ring-audio.ts';

let createDetector: () => VoiceActivityDetector;
beforeAll(async () => {
  createDetector = await loadVoiceActivityDetector();
});

function createPipeline() {
  const memory = createCallMemory();
  const events: LegAudioEvent[] = [];
  const audio = new RingAudio(memory, { sendDigits: () => {}, record: () => {} }, (event) =>
    events.push(event),
  );
  const report = (kind: number, atMs: number, value: number) => void writeEvent(memory, kind, atMs, value);
  const inboundPipeline = new InboundPipeline(memory, createDetector(), report, () => audio.poll());
  let frames = 0;
  const receive = (samples: Int16Array) => {
    for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
      inboundPipeline.push(samples.subarray(at, at + frameSamples), 20 * frames++);
      audio.poll();
    }
  };
  return { audio, events, inboundPipeline, receive };
}

const silence = (ms: number) => new Int16Array(ms * 8);

/** Harmonics of 120 Hz whose level rises three times per second: similar enough to a voice for the detector. */
function voice(ms: number): Int16Array {
  return Int16Array.from({ length: ms * 8 }, (_, i) => {
    const seconds = i / 8000;
    const loudness = 0.55 - 0.45 * Math.cos(2 * Math.PI * 3 * seconds);
    let sample = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic++)
      sample += Math.sin(2 * Math.PI * 120 * harmonic * seconds) / harmonic;
    return 5000 * loudness * sample;
  });
}

function noise(ms: number, amplitude: number): Int16Array {
  const random = seededRandom(7);
  return Int16Array.from({ length: ms * 8 }, () => (random.fraction() * 2 - 1) * amplitude);
}

describe('speech events', () => {
  it('carry the times at which speech actually started and stopped', () => {
    const { events, receive } = createPipeline();
    receive(silence(400));
    receive(voice(1000));
    receive(silence(600));
    const started = events.find((event) => event.type === 'speech-started')!;
    const stopped = events.find((event) => event.type === 'speech-stopped')!;
    expect(events).toEqual([started, stopped]);
    expect(Math.abs(started.atMs - 400)).toBeLessThanOrEqual(60);
    expect(Math.abs(stopped.atMs - 1400)).toBeLessThanOrEqual(80);
    expect(stopped.detectedAtMs - 1400).toBeLessThanOrEqual(300);
  });

  it('are not emitted for clicks or silence', () => {
    const { events, receive } = createPipeline();
    receive(silence(500));
    receive(noise(20, 20_000));
    receive(silence(1000));
    expect(events).toEqual([]);
  });

  it('report no start of speech after the first two seconds of steady noise, however loud', () => {
    for (const amplitude of [300, 3000, 20_000]) {
      const { events, receive } = createPipeline();
      receive(noise(6000, amplitude));
      const last = events.filter(({ type }) => type.startsWith('speech')).at(-1);
      expect(last?.type ?? 'speech-stopped').toBe('speech-stopped');
      const lateStarts = events.filter((event) => event.type === 'speech-started' && event.atMs > 2000);
      expect(lateStarts).toEqual([]);
    }
  });
});

describe('in-band DTMF', () => {
  it('is detected only when enabled', () => {
    const { events, inboundPipeline, receive } = createPipeline();
    const digits = () => events.filter((event) => event.type === 'digit-pressed').map(({ digit }) => digit);
    receive(dtmfTone('5', 100));
    receive(silence(200));
    expect(digits()).toEqual([]);
    inboundPipeline.detectInBandDigits(true);
    receive(dtmfTone('5', 100));
    receive(silence(200));
    expect(digits()).toEqual(['5']);
  });
});

describe('audio chunks', () => {
  it('are complete, in order, and carry the time of their first sample', () => {
    const { audio, events, receive } = createPipeline();
    receive(silence(60));
    audio.listen(100);
    receive(Int16Array.from({ length: 3200 }, (_, i) => i));
    const chunks = events.filter((event) => event.type === 'audio');
    expect(chunks.map(({ atMs }) => atMs)).toEqual([60, 160, 260, 360]);
    expect(chunks.every(({ samples }) => samples.length === 800)).toBe(true);
    expect(chunks[1]!.samples[0]).toBe(800);
  });

  it('are dropped and counted if the main thread does not read them', () => {
    const memory = createCallMemory();
    const audio = new RingAudio(memory, { sendDigits: () => {}, record: () => {} }, () => {});
    const inboundPipeline = new InboundPipeline(
      memory,
      createDetector(),
      () => {},
      () => {},
    );
    audio.listen(100);
    for (let frame = 0; frame < 150; frame++) inboundPipeline.push(new Int16Array(frameSamples), frame * 20);
    expect(audio.stats().inboundDroppedMs).toBe((150 - 128) * 20);
  });
});
