import { describe, expect, it } from 'vitest';
import { encodeUlaw } from '../audio/g711.ts';
import { dtmfTone } from '../audio/dtmf-generator.ts';
import { parseWav } from '../audio/wav-header.ts';
import { serializeRtpPacket } from '../rtp/rtp-packet.ts';
import { createCallMemory, frameSamples } from './call-memory.ts';
import { MediaCall } from './media-call.ts';
import type { OpenRecordingFile } from './recording-file.ts';
import { RingAudio } from './ring-audio.ts';
import { emptyCounters } from './worker-counters.ts';

/** Creates a call that tests can record. `tick` sends a continuous DTMF tone from the remote side and plays audio. */
function createRecordableCall() {
  const memory = createCallMemory();
  const written: { bytes: Uint8Array; position: number }[] = [];
  const openFile: OpenRecordingFile = (file, opened) =>
    queueMicrotask(() =>
      opened(undefined, {
        write: (bytes, position, done) => {
          if (!file.endsWith('.peaks')) written.push({ bytes: bytes.slice(), position });
          queueMicrotask(() => done());
        },
        truncate: (_length, done) => queueMicrotask(() => done()),
        close: (done) => queueMicrotask(() => done()),
      }),
    );
  const call = new MediaCall({
    memory,
    transport: { connect: () => {}, disconnect: () => {}, send: () => {}, sendRtcp: () => {} },
    detector: { isSpeech: () => false, close: () => {} },
    stream: { ssrc: 1, sequenceNumber: 1, timestamp: 1 },
    canonicalName: 'name',
    openFile,
    counters: emptyCounters(),
    setReady: () => {},
    stagger: 0,
    wallClock: () => 0,
  });
  const audio = new RingAudio(memory, { sendDigits: () => {}, record: () => {} }, () => {});
  call.configure(
    { remoteAddress: '192.0.2.1', remotePort: 4000, codec: 'PCMU', payloadType: 0, direction: 'sendrecv' },
    0,
  );
  const tone = dtmfTone('5', 20);
  let frame = 0;
  const tick = async (frames: number) => {
    for (let i = 0; i < frames; i++, frame++) {
      const payload = new Uint8Array(frameSamples);
      encodeUlaw(tone, payload);
      const header = { marker: false, payloadType: 0, ssrc: 5 };
      const packet = { ...header, sequenceNumber: frame, timestamp: frame * frameSamples, payload };
      call.receive(serializeRtpPacket(packet), '192.0.2.1', 4000, frame * 20);
      audio.play(new Int16Array(frameSamples).fill(5000));
      call.sendFrame(true);
      call.receiveFrame(frame * 20);
      // The file is written in microtasks.
      for (let count = 0; count < 10; count++) await Promise.resolve();
    }
  };
  const wav = () => {
    const file = new Uint8Array(Math.max(...written.map(({ bytes, position }) => position + bytes.length)));
    for (const { bytes, position } of written) file.set(bytes, position);
    return parseWav(file).samples;
  };
  /** Returns for each frame whether each side has audio. */
  const framesWithAudio = () => {
    const samples = wav();
    const frames = Array.from({ length: samples.length / (2 * frameSamples) }, (_, index) =>
      samples.subarray(index * 2 * frameSamples, (index + 1) * 2 * frameSamples),
    );
    const hasAudio = (side: number) =>
      frames.map((both) => both.some((sample, index) => index % 2 === side && Math.abs(sample) > 500));
    return { remote: hasAudio(0), local: hasAudio(1) };
  };
  return { call, audio, tick, framesWithAudio };
}

describe('a muted recording', () => {
  it('is silent on both sides for the duration, and keeps its timeline', async () => {
    const { call, audio, tick, framesWithAudio } = createRecordableCall();
    call.record('one.wav', () => {});
    await tick(100);
    audio.muteRecording(true);
    await tick(100);
    audio.muteRecording(false);
    await tick(100);
    call.close();
    await tick(1);
    const { remote, local } = framesWithAudio();
    // The jitter buffer delays remote audio at the start. After a mute, remote audio remains muted for 15 frames.
    expect([remote.length, local.length]).toEqual([300, 300]);
    expect([remote.slice(100, 215).includes(true), local.slice(100, 200).includes(true)]).toEqual([
      false,
      false,
    ]);
    expect([remote.slice(10, 100).every(Boolean), remote.slice(215).every(Boolean)]).toEqual([true, true]);
    expect([local.slice(0, 100).every(Boolean), local.slice(200).every(Boolean)]).toEqual([true, true]);
  });

  it('can be muted before it starts, and repeatedly', async () => {
    const { call, audio, tick, framesWithAudio } = createRecordableCall();
    audio.muteRecording(true);
    await tick(10);
    call.record('two.wav', () => {});
    await tick(50);
    audio.muteRecording(false);
    await tick(5);
    audio.muteRecording(true);
    await tick(20);
    call.close();
    await tick(1);
    const { remote, local } = framesWithAudio();
    expect(remote.includes(true)).toBe(false);
    expect(local.map((hasAudio, frame) => (hasAudio ? frame : -1)).filter((frame) => frame >= 0)).toEqual([
      50, 51, 52, 53, 54,
    ]);
  });
});
