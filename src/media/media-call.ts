import type { VoiceActivityDetector } from '../audio/voice-activity.ts';
import { emptyRtpHeader, isRtcp, parseRtpHeader } from '../rtp/rtp-packet.ts';
import { CallRecorder, type RecordingResult } from './call-recorder.ts';
import {
  eventKind,
  frameMs,
  frameSamples,
  samplesPerMs,
  word,
  writeEvent,
  type CallMemory,
} from './call-memory.ts';
import { ControlReports, reportIntervalMs } from './control-reports.ts';
import { Hearing } from './hearing.ts';
import { InboundAudio } from './inbound-audio.ts';
import type { MediaDirection, MediaSettings } from './media-port.ts';
import { OutboundAudio, type StreamStart } from './outbound-audio.ts';
import { Playout } from './playout.ts';
import type { OpenRecordingFile } from './recording-file.ts';
import { RecordingMute } from './recording-mute.ts';
import { plainAddress, SourceLatch } from './source-latch.ts';
import type { WorkerCounters } from './worker-counters.ts';

/** How a call reaches the network. Failures are the transport's to count. */
export interface CallTransport {
  /** From now on RTP goes to, and is taken from, this address only. */
  connect(address: string, port: number): void;
  /** Takes RTP from everywhere again. */
  disconnect(): void;
  send(packet: Uint8Array, address: string, port: number): void;
  sendControl(packet: Uint8Array, address: string, port: number): void;
}

export interface MediaCallOptions {
  readonly memory: CallMemory;
  readonly transport: CallTransport;
  readonly detector: VoiceActivityDetector;
  readonly stream: StreamStart;
  readonly canonicalName: string;
  readonly openFile: OpenRecordingFile;
  readonly counters: WorkerCounters;
  /** The main thread is to look at this call. */
  readonly mark: () => void;
  /** 0 up to 1: where in a second or an interval this call does its periodic work. */
  readonly stagger: number;
  readonly wallClock: () => number;
}

const defaultTimeoutMs = 20_000;
/** After this much silence of another source than the signalled one, the signalled one is listened to again. */
const disconnectAfterMs = 1000;
/** How long the signalled source may take to replace another one that was heard before it. */
const settleMs = 3000;
const publishFrames = 50;

/** One call within a media worker: packets in, `speak` and `listen` every 20 ms, packets out. It owns no socket and no timer. */
export class MediaCall {
  readonly #options: MediaCallOptions;
  readonly #header = emptyRtpHeader();
  readonly #inFrame = new Int16Array(frameSamples);
  readonly #inbound: InboundAudio;
  readonly #outbound: OutboundAudio;
  readonly #playout: Playout;
  readonly #hearing: Hearing;
  readonly #reports: ControlReports;
  readonly #recordingMute: RecordingMute;
  #settings: MediaSettings | undefined;
  #latch: SourceLatch | undefined;
  #latchedAtMs = 0;
  #isConnected = false;
  #recorder: CallRecorder | undefined;
  #frames = 0;
  #heardAtMs = 0;
  #timedOut = false;
  #reportDueMs: number;

  constructor(options: MediaCallOptions) {
    this.#options = options;
    const { memory, mark, detector } = options;
    const report = (kind: number, first: number, second: number) => this.#report(kind, first, second);
    this.#playout = new Playout(memory, report, mark);
    this.#outbound = new OutboundAudio(options.stream, this.#playout, report);
    this.#hearing = new Hearing(memory, detector, report, mark);
    this.#inbound = new InboundAudio(memory.words, (key, ticks) => this.#keyPressed(key, ticks));
    this.#recordingMute = new RecordingMute(memory.words);
    this.#reports = new ControlReports(options.stream.ssrc, options.canonicalName);
    this.#reportDueMs = reportIntervalMs * (0.5 + options.stagger / 2);
  }

  /** The media clock: when the next frame begins. */
  get #atMs(): number {
    return this.#frames * frameMs;
  }

  configure(settings: MediaSettings, nowMs: number): void {
    const { remoteAddress: address, remotePort: port, mediaLatch: policy = 'symmetric' } = settings;
    const signalled = { address, port, policy, signallingAddress: settings.signallingAddress };
    if (this.#latch === undefined) this.#latch = new SourceLatch(signalled);
    else if (this.#latch.signal(signalled)) this.#disconnect();
    // Each agreement gives the other side the whole time-out again.
    this.#heardAtMs = nowMs;
    this.#settings = settings;
    this.#timedOut = false;
    this.#inbound.configure(settings);
    this.#outbound.configure(settings);
    this.#hearing.detectTones(settings.telephoneEventPayloadType === undefined);
  }

  sendDigits(digits: string, waitMs: number): void {
    this.#outbound.sendDigits(digits, waitMs, this.#atMs);
  }

  record(path: string, ended: (result: RecordingResult) => void): void {
    this.#recorder ??= new CallRecorder(path, this.#options.openFile, this.#options.stagger, ended);
  }

  /** Something arrived on the RTP port. Whatever it is, it does no harm. */
  receive(bytes: Uint8Array, address: string, port: number, nowMs: number): void {
    const latch = this.#latch;
    if (latch === undefined || this.#settings === undefined) return;
    if (isRtcp(bytes)) {
      this.receiveControl(bytes, address);
      return;
    }
    const { counters } = this.#options;
    if (!latch.accepts(address, port)) counters.packetsFromStrangers += 1;
    else if (!parseRtpHeader(bytes, this.#header) || !this.#inbound.expects(this.#header))
      counters.packetsInvalid += 1;
    else {
      this.#follow(latch, address, port, nowMs);
      counters.packetsReceived += 1;
      this.#heardAtMs = nowMs;
      this.#timedOut = false;
      if (receives(this.#settings.direction)) this.#inbound.receive(bytes, this.#header, nowMs);
    }
  }

  /** Latches onto the source. Another than the signalled one gets the socket to itself only once it has settled. */
  #follow(latch: SourceLatch, address: string, port: number, nowMs: number): void {
    if (!latch.isLatchedTo(address, port)) {
      this.#disconnect();
      latch.latch(address, port);
      this.#latchedAtMs = nowMs;
    }
    if (this.#isConnected || (!latch.isAtSignalled && nowMs - this.#latchedAtMs < settleMs)) return;
    this.#isConnected = true;
    this.#options.transport.connect(latch.address, latch.port);
  }

  #disconnect(): void {
    if (this.#isConnected) this.#options.transport.disconnect();
    this.#isConnected = false;
  }

  /** Something arrived on the RTCP port; only the host must be right, for its port is anyone's choice. */
  receiveControl(bytes: Uint8Array, address: string): void {
    if (this.#latch === undefined) return;
    if (plainAddress(address) !== this.#latch.address) {
      this.#options.counters.packetsFromStrangers += 1;
      return;
    }
    const durationMs = this.#reports.receive(bytes, this.#options.wallClock());
    if (durationMs !== undefined)
      this.#options.memory.words[word.roundTripMicroseconds] = Math.round(durationMs * 1000);
  }

  /** The first half of a frame of 20 ms. With `send` false it is too late for a packet: playback waits. */
  speak(send: boolean): void {
    this.#playout.applyClear(this.#atMs);
    if (send && this.#maySend()) this.#sendFrame(this.#atMs);
    else this.#outbound.skip(1);
  }

  /** The second half: what was received, and whatever else is due. */
  listen(nowMs: number): void {
    this.#inbound.next(this.#inFrame, nowMs);
    this.#hearing.push(this.#inFrame, this.#atMs);
    const { far, near } = this.#recordingMute.apply(this.#inFrame, this.#outbound.frame);
    this.#recorder?.push(far, near);
    this.#advance(1);
    this.#watchSilence(nowMs);
    if (this.#frames % publishFrames === 0) this.#inbound.publish();
    if (this.#atMs >= this.#reportDueMs) this.#sendReport();
  }

  /** Frames of time that went by while the machine stood still. */
  jump(frames: number): void {
    this.#outbound.skip(frames);
    this.#advance(frames);
  }

  /** Says goodbye and begins to finish the recording, which tells its own end. */
  close(): void {
    this.#inbound.publish();
    this.#hearing.close();
    this.#recorder?.finish();
    if (this.#settings === undefined) return;
    const { ssrc, statistics } = this.#inbound;
    this.#sendControl(this.#reports.goodbye(this.#options.wallClock(), this.#sentSoFar(), ssrc, statistics));
  }

  /** Ends a recording whose disk does not answer. */
  abandonRecording(): void {
    this.#recorder?.abandon();
  }

  #advance(frames: number): void {
    this.#frames += frames;
    Atomics.store(this.#options.memory.words, word.frames, this.#frames);
  }

  #maySend(): boolean {
    const direction = this.#settings?.direction;
    return direction === 'sendrecv' || direction === 'sendonly';
  }

  #sendFrame(atMs: number): void {
    this.#sendPacket(this.#outbound.next(atMs));
    const { secondHalf } = this.#outbound;
    if (secondHalf !== undefined) this.#sendPacket(secondHalf);
  }

  #sendPacket(packet: Uint8Array): void {
    const { transport, memory, counters } = this.#options;
    transport.send(packet, this.#latch!.address, this.#latch!.port);
    memory.words[word.packetsSent]! += 1;
    counters.packetsSent += 1;
  }

  #watchSilence(nowMs: number): void {
    const settings = this.#settings;
    if (settings === undefined || !receives(settings.direction)) return;
    const silentMs = nowMs - this.#heardAtMs;
    if (silentMs > disconnectAfterMs && !this.#latch!.isAtSignalled) this.#disconnect();
    const timeoutMs = settings.mediaTimeoutMs ?? defaultTimeoutMs;
    if (timeoutMs === 0 || silentMs < timeoutMs || this.#timedOut) return;
    this.#timedOut = true;
    this.#report(eventKind.mediaTimedOut, this.#atMs, 0);
  }

  #keyPressed(key: string, durationTicks: number): void {
    const durationMs = Math.round(durationTicks / samplesPerMs);
    const startedMs = Math.max(0, this.#atMs - durationMs);
    this.#report(eventKind.digitPressed, startedMs, durationMs * 256 + key.charCodeAt(0));
  }

  #report(kind: number, first: number, second: number): void {
    if (!writeEvent(this.#options.memory, kind, first, second)) this.#options.counters.eventsLost += 1;
    this.#options.mark();
  }

  #sendReport(): void {
    this.#reportDueMs += reportIntervalMs;
    if (this.#settings === undefined) return;
    const { ssrc, statistics } = this.#inbound;
    this.#sendControl(this.#reports.report(this.#options.wallClock(), this.#sentSoFar(), ssrc, statistics));
  }

  #sentSoFar() {
    const packets = this.#options.memory.words[word.packetsSent]!;
    return { timestamp: this.#outbound.timestamp, packets, octets: packets * this.#outbound.packetSamples };
  }

  #sendControl(bytes: Uint8Array): void {
    const { remotePort, rtcpPort = remotePort + 1 } = this.#settings!;
    const { transport } = this.#options;
    const { address, port, latched } = this.#latch!;
    if (rtcpPort === remotePort) transport.send(bytes, address, port);
    // Behind a NAT the port after the one that RTP comes from is the best guess.
    else transport.sendControl(bytes, address, latched && port !== remotePort ? port + 1 : rtcpPort);
  }
}

function receives(direction: MediaDirection): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}
