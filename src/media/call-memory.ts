import { mediaSampleRate } from './media-port.ts';

/**
 * The memory that one call shares between the main thread and its media worker. It has counters and flags (`words`) and
 * three rings. Each word is written by only one thread. A ring position is the total that was written or read since the
 * start, modulo 2^32. The difference of two positions is a fill level, and the low bits of a position are a ring index.
 */

/** 2.048 s at 8 kHz. */
export const playoutRingSamples = 16_384;
/** 2.56 s in frames of 20 ms. */
export const inboundRingFrames = 128;
const eventRingEvents = 64;
/** The kind of an event, its two numbers, and one unused word. */
const eventWords = 4;

export const frameMs = 20;
export const samplesPerMs = mediaSampleRate / 1000;
export const frameSamples = frameMs * samplesPerMs;

/** Word indexes of `CallMemory.words`. */
export const wordIndex = {
  // Written by the main thread:
  /** Total samples queued. */
  queued: 0,
  /** `queued` at the last clear. Samples before it are not played. */
  clearedTo: 1,
  /** Number of clears. */
  clears: 2,
  /** 1 while playback is paused. */
  paused: 3,
  /** 1 while the main thread holds samples that did not fit into the ring. */
  backlog: 4,
  /** Frames per chunk of received audio; 0 without a listener. */
  chunkFrames: 5,
  /** Total frames of received audio that the main thread has read. */
  inboundRead: 6,
  eventsRead: 7,
  /** 1 while the recording is muted. */
  recordingMuted: 8,
  /** 1 while playback is lowered. */
  lowered: 9,
  // Written by the worker:
  /** Total samples removed from the ring, played or cleared. */
  consumed: 16,
  /** Total samples sent from the ring; excludes cleared samples, silence and digits. */
  played: 17,
  /** The media clock, in frames. */
  frames: 18,
  /** Total frames of received audio that the worker has written. */
  inboundWritten: 19,
  eventsWritten: 20,
  packetsSent: 21,
  packetsReceived: 22,
  packetsLost: 23,
  framesConcealed: 24,
  jitterTicks: 25,
  /** Microseconds; -1 if unknown. */
  roundTripMicroseconds: 26,
  inboundDroppedFrames: 27,
  /** Milliseconds between the arrival of the last received frame and its use (jitter buffer). */
  receiveDelayMs: 28,
} as const;

const wordCount = 32;
const eventsByteOffset = wordCount * 4;
const inboundClockByteOffset = eventsByteOffset + eventRingEvents * eventWords * 4;
const stateBytes = inboundClockByteOffset + inboundRingFrames * 4;
const inboundBytes = inboundRingFrames * frameSamples * 2;
const audioBytes = inboundBytes + playoutRingSamples * 2;

/** The buffers of a `CallMemory`, as they are posted to the worker. */
export interface CallBuffers {
  /** Counters, flags and events. The main thread reads them after the call too. */
  readonly state: SharedArrayBuffer;
  /** The rings of received audio and of samples to send: 74 KB, used by other calls after this one. */
  readonly audio: SharedArrayBuffer;
}

export interface CallMemory {
  readonly buffers: CallBuffers;
  readonly words: Int32Array;
  readonly events: Int32Array;
  /** The value of the media clock, in frames, for each frame in `inbound`. */
  readonly inboundClock: Int32Array;
  /** Ring of received audio, for the main thread. */
  readonly inbound: Int16Array;
  /** Ring of samples to send, from the main thread. */
  readonly playout: Int16Array;
}

export function createAudioRings(): SharedArrayBuffer {
  return new SharedArrayBuffer(audioBytes);
}

/** `audio` are new rings, or the rings of a call that both threads have closed. */
export function createCallMemory(audio = createAudioRings()): CallMemory {
  const memory = callMemoryOf({ state: new SharedArrayBuffer(stateBytes), audio });
  memory.words[wordIndex.roundTripMicroseconds] = -1;
  return memory;
}

export function callMemoryOf(buffers: CallBuffers): CallMemory {
  const { state, audio } = buffers;
  return {
    buffers,
    words: new Int32Array(state, 0, wordCount),
    events: new Int32Array(state, eventsByteOffset, eventRingEvents * eventWords),
    inboundClock: new Int32Array(state, inboundClockByteOffset, inboundRingFrames),
    inbound: new Int16Array(audio, 0, inboundRingFrames * frameSamples),
    playout: new Int16Array(audio, inboundBytes, playoutRingSamples),
  };
}

/** Returns the distance from position `from` to position `to`; negative if `to` is behind. */
export function positionDistance(from: number, to: number): number {
  return (to - from) | 0;
}

/** The event types in the event ring. Each comment names the two numbers of the event, `atMs` and `value`. */
export const eventKind = {
  /** (atMs, –) */
  speechStarted: 1,
  /** (atMs, detectedAtMs) */
  speechStopped: 2,
  /** (atMs, durationMs * 256 + character) */
  digitPressed: 3,
  /** (atMs, playedMs), like the next two types. */
  playoutStarted: 4,
  playoutDrained: 5,
  playoutCleared: 6,
  /** (atMs, –) */
  digitsSent: 7,
  /** (atMs, –) */
  mediaTimedOut: 8,
} as const;

/** Writes an event. Returns false, and loses the event, if the ring is full because the main thread is behind. */
export function writeEvent(memory: CallMemory, kind: number, atMs: number, value: number): boolean {
  const written = memory.words[wordIndex.eventsWritten]!;
  if (positionDistance(Atomics.load(memory.words, wordIndex.eventsRead), written) >= eventRingEvents)
    return false;
  const index = (written & (eventRingEvents - 1)) * eventWords;
  memory.events[index] = kind;
  memory.events[index + 1] = atMs;
  memory.events[index + 2] = value;
  Atomics.store(memory.words, wordIndex.eventsWritten, written + 1);
  return true;
}

/** Reads all pending events, oldest first. */
export function readEvents(
  memory: CallMemory,
  onEvent: (kind: number, atMs: number, value: number) => void,
): void {
  const end = Atomics.load(memory.words, wordIndex.eventsWritten);
  for (let read = memory.words[wordIndex.eventsRead]!; positionDistance(read, end) > 0; read++) {
    const index = (read & (eventRingEvents - 1)) * eventWords;
    const kind = memory.events[index]!;
    const atMs = memory.events[index + 1]!;
    const value = memory.events[index + 2]!;
    Atomics.store(memory.words, wordIndex.eventsRead, read + 1);
    onEvent(kind, atMs, value);
  }
}
