import type { VoiceActivityDetector } from '../audio/voice-activity.ts';
import { emptyRtpHeader, isRtcp, parseRtpHeader } from '../rtp/rtp-packet.ts';
import { CallRecorder, type RecordingResult } from './call-recorder.ts';
import {
  eventKind,
  frameMs,
  frameSamples,
  samplesPerMs,
  wordIndex,
  writeEvent,
  type CallMemory,
} from './call-memory.ts';
import { RtcpReports, reportIntervalMs } from './rtcp-reports.ts';
import { InboundPipeline } from './inbound-pipeline.ts';
import { InboundAudio } from './inbound-audio.ts';
import { mediaSampleRate, type MediaDirection, type MediaSettings } from './media-port.ts';
import { OutboundAudio, type StreamStart } from './outbound-audio.ts';
import { Playout, type ReportEvent } from './playout.ts';
import type { OpenRecordingFile } from './recording-file.ts';
import { RecordingMute } from './recording-mute.ts';
import { RecordingPeaks } from './recording-peaks.ts';
import { moveAfterSilenceMs, unmapIpv4, SourceLatch } from './source-latch.ts';
import type { WorkerCounters } from './worker-counters.ts';

/** The network side of a call. The transport counts its own failures. */
export interface CallTransport {
  /** Restricts RTP to this address: sends to it and receives only from it. */
  connect(address: string, port: number): void;
  /** Receives RTP from any address again. */
  disconnect(): void;
  send(packet: Uint8Array, address: string, port: number): void;
  sendRtcp(packet: Uint8Array, address: string, port: number): void;
}

export interface MediaCallOptions {
  readonly memory: CallMemory;
  readonly transport: CallTransport;
  readonly detector: VoiceActivityDetector;
  readonly stream: StreamStart;
  readonly canonicalName: string;
  readonly openFile: OpenRecordingFile;
  readonly counters: WorkerCounters;
  /** Requests that the main thread processes this call. */
  readonly setReady: () => void;
  /**
   * From 0 (inclusive) to 1 (exclusive). Determines when the first recording buffer is written and the first RTCP
   * report is sent, so that the calls of a worker do not do this at the same time.
   */
  readonly stagger: number;
  readonly wallClock: () => number;
}

const defaultTimeoutMs = 20_000;
/**
 * If a source other than the signalled one is silent for this time, the RTP socket is disconnected from it, so that
 * the signalled source is accepted again.
 */
const maxOtherSourceSilenceMs = 1000;
/**
 * Time from the first packet of a source other than the signalled one until the socket is connected to it. Until then
 * the signalled source can replace it.
 */
const otherSourceConnectDelayMs = 3000;
const statisticsIntervalFrames = 50;

/**
 * One call in a media worker: receives packets, and sends and processes one frame every 20 ms. It owns no sockets or
 * timers.
 */
export class MediaCall {
  readonly #options: MediaCallOptions;
  readonly #header = emptyRtpHeader();
  readonly #receivedFrame = new Int16Array(frameSamples);
  readonly #inbound: InboundAudio;
  readonly #outbound: OutboundAudio;
  readonly #playout: Playout;
  readonly #inboundPipeline: InboundPipeline;
  readonly #rtcpReports: RtcpReports;
  readonly #recordingMute: RecordingMute;
  #settings: MediaSettings | undefined;
  #latch: SourceLatch | undefined;
  #latchedAtMs = 0;
  #isConnected = false;
  #recorder: CallRecorder | undefined;
  #frames = 0;
  #lastPacketAtMs = 0;
  #timedOut = false;
  #rtcpReportDueMs: number;

  constructor(options: MediaCallOptions) {
    this.#options = options;
    const { memory, setReady, detector } = options;
    const reportEvent: ReportEvent = (kind, atMs, value) => this.#reportEvent(kind, atMs, value);
    this.#playout = new Playout(memory, reportEvent, setReady);
    this.#outbound = new OutboundAudio(options.stream, this.#playout, reportEvent);
    this.#inboundPipeline = new InboundPipeline(memory, detector, reportEvent, setReady);
    this.#inbound = new InboundAudio(memory.words, (key, ticks) => this.#reportDigit(key, ticks));
    this.#recordingMute = new RecordingMute(memory.words);
    this.#rtcpReports = new RtcpReports(options.stream.ssrc, options.canonicalName);
    this.#rtcpReportDueMs = reportIntervalMs * (0.5 + options.stagger / 2);
  }

  /** The media clock: the start time of the next frame. */
  get #atMs(): number {
    return this.#frames * frameMs;
  }

  configure(settings: MediaSettings, nowMs: number): void {
    const { remoteAddress: address, remotePort: port, mediaLatch: policy = 'symmetric' } = settings;
    const signalled = { address, port, policy, signallingAddress: settings.signallingAddress };
    if (this.#latch === undefined) this.#latch = new SourceLatch(signalled);
    else if (this.#latch.update(signalled)) this.#disconnect();
    // Each negotiation restarts the media timeout.
    this.#lastPacketAtMs = nowMs;
    this.#settings = settings;
    this.#timedOut = false;
    this.#inbound.configure(settings);
    this.#outbound.configure(settings);
    this.#inboundPipeline.detectInBandDigits(settings.telephoneEventPayloadType === undefined);
  }

  sendDigits(digits: string, pauseMs: number): void {
    this.#outbound.sendDigits(digits, pauseMs, this.#atMs);
  }

  record(path: string, onEnded: (result: RecordingResult) => void): void {
    const { openFile, stagger } = this.#options;
    if (this.#recorder !== undefined) return;
    const peaks = new RecordingPeaks(path, openFile);
    this.#recorder = new CallRecorder(
      path,
      { openFile, peaks, stagger, sampleRate: mediaSampleRate },
      onEnded,
    );
  }

  /** Processes a packet on the RTP port. Never throws for invalid packets. */
  receive(bytes: Uint8Array, address: string, port: number, nowMs: number): void {
    const latch = this.#latch;
    if (latch === undefined || this.#settings === undefined) return;
    if (isRtcp(bytes)) {
      this.receiveRtcp(bytes, address);
      return;
    }
    const { counters } = this.#options;
    const isAccepted = latch.accepts(address, port);
    if (!isAccepted && !latch.canMoveTo(address, port, nowMs, nowMs - this.#lastPacketAtMs))
      counters.packetsFromUnknownSource += 1;
    else if (!parseRtpHeader(bytes, this.#header) || !this.#inbound.hasNegotiatedFormat(this.#header))
      counters.packetsInvalid += 1;
    else {
      if (!isAccepted) this.#moveTo(latch, address, port, nowMs);
      this.#latchOnto(latch, address, port, nowMs);
      counters.packetsReceived += 1;
      this.#lastPacketAtMs = nowMs;
      this.#timedOut = false;
      if (isReceiving(this.#settings.direction)) this.#inbound.receive(bytes, this.#header, nowMs);
    }
  }

  /**
   * Latches onto the source. The socket is connected to the signalled source at once, and to another source after
   * `otherSourceConnectDelayMs`.
   */
  #latchOnto(latch: SourceLatch, address: string, port: number, nowMs: number): void {
    if (!latch.isLatchedTo(address, port)) {
      this.#disconnect();
      latch.latch(address, port);
      this.#latchedAtMs = nowMs;
    }
    if (
      this.#isConnected ||
      (!latch.sendsToSignalledAddress && nowMs - this.#latchedAtMs < otherSourceConnectDelayMs)
    )
      return;
    this.#isConnected = true;
    this.#options.transport.connect(latch.address, latch.port);
  }

  #moveTo(latch: SourceLatch, address: string, port: number, nowMs: number): void {
    this.#disconnect();
    latch.moveTo(address, port, nowMs);
    this.#latchedAtMs = nowMs;
  }

  #disconnect(): void {
    if (this.#isConnected) this.#options.transport.disconnect();
    this.#isConnected = false;
  }

  /** Processes a packet on the RTCP port. Only the host is checked, because the port is not always signalled. */
  receiveRtcp(bytes: Uint8Array, address: string): void {
    if (this.#latch === undefined) return;
    if (unmapIpv4(address) !== this.#latch.address) {
      this.#options.counters.packetsFromUnknownSource += 1;
      return;
    }
    const roundTripMs = this.#rtcpReports.receive(bytes, this.#options.wallClock());
    if (roundTripMs !== undefined)
      this.#options.memory.words[wordIndex.roundTripMicroseconds] = Math.round(roundTripMs * 1000);
  }

  /**
   * The send step of a 20 ms frame: sends its packet. If `send` is false, the packet is skipped and playback is
   * delayed.
   */
  sendFrame(send: boolean): void {
    this.#playout.applyClear(this.#atMs);
    if (send && this.#isSending()) this.#sendFramePackets(this.#atMs);
    else this.#outbound.skip(1);
  }

  /** The receive step of a frame, after `sendFrame`: processes received audio, the recording, and periodic work. */
  receiveFrame(nowMs: number): void {
    this.#inbound.next(this.#receivedFrame, nowMs);
    this.#inboundPipeline.push(this.#receivedFrame, this.#atMs);
    const { remote, local } = this.#recordingMute.apply(this.#receivedFrame, this.#outbound.frame);
    this.#recorder?.push(remote, local);
    this.#advance(1);
    this.#checkTimeout(nowMs);
    if (this.#frames % statisticsIntervalFrames === 0) this.#inbound.publishStatistics();
    if (this.#atMs >= this.#rtcpReportDueMs) this.#sendRtcpReport();
  }

  /** Skips frames that passed while the machine was suspended. */
  skipFrames(frames: number): void {
    this.#outbound.skip(frames);
    this.#advance(frames);
  }

  /** Sends RTCP BYE and finishes the recording, whose end is reported later. */
  close(): void {
    this.#inbound.publishStatistics();
    this.#inboundPipeline.close();
    this.#recorder?.finish();
    if (this.#settings === undefined) return;
    const { ssrc, statistics } = this.#inbound;
    this.#sendRtcp(
      this.#rtcpReports.byeReport(this.#options.wallClock(), this.#senderCounters(), ssrc, statistics),
    );
  }

  /** Ends a recording whose disk does not respond. */
  abandonRecording(): void {
    this.#recorder?.abandon();
  }

  #advance(frames: number): void {
    this.#frames += frames;
    Atomics.store(this.#options.memory.words, wordIndex.frames, this.#frames);
  }

  #isSending(): boolean {
    const direction = this.#settings?.direction;
    return direction === 'sendrecv' || direction === 'sendonly';
  }

  #sendFramePackets(atMs: number): void {
    this.#sendPacket(this.#outbound.next(atMs));
    const { secondHalf } = this.#outbound;
    if (secondHalf !== undefined) this.#sendPacket(secondHalf);
  }

  #sendPacket(packet: Uint8Array): void {
    const { transport, memory, counters } = this.#options;
    transport.send(packet, this.#latch!.address, this.#latch!.port);
    memory.words[wordIndex.packetsSent]! += 1;
    counters.packetsSent += 1;
  }

  /** The silence after which the socket receives packets of other sources again. */
  get #maxSilenceMs(): number {
    const { sendsToSignalledAddress, canMove } = this.#latch!;
    if (!sendsToSignalledAddress) return maxOtherSourceSilenceMs;
    return canMove ? moveAfterSilenceMs - frameMs : Infinity;
  }

  #checkTimeout(nowMs: number): void {
    const settings = this.#settings;
    if (settings === undefined || !isReceiving(settings.direction)) return;
    const sinceLastPacketMs = nowMs - this.#lastPacketAtMs;
    if (sinceLastPacketMs > this.#maxSilenceMs) this.#disconnect();
    const timeoutMs = settings.mediaTimeoutMs ?? defaultTimeoutMs;
    if (timeoutMs === 0 || sinceLastPacketMs < timeoutMs || this.#timedOut) return;
    this.#timedOut = true;
    this.#reportEvent(eventKind.mediaTimedOut, this.#atMs, 0);
  }

  #reportDigit(key: string, durationTicks: number): void {
    const durationMs = Math.round(durationTicks / samplesPerMs);
    const startedMs = Math.max(0, this.#atMs - durationMs);
    this.#reportEvent(eventKind.digitPressed, startedMs, durationMs * 256 + key.charCodeAt(0));
  }

  #reportEvent(kind: number, atMs: number, value: number): void {
    if (!writeEvent(this.#options.memory, kind, atMs, value)) this.#options.counters.eventsLost += 1;
    this.#options.setReady();
  }

  #sendRtcpReport(): void {
    this.#rtcpReportDueMs += reportIntervalMs;
    if (this.#settings === undefined) return;
    const { ssrc, statistics } = this.#inbound;
    this.#sendRtcp(
      this.#rtcpReports.report(this.#options.wallClock(), this.#senderCounters(), ssrc, statistics),
    );
  }

  #senderCounters() {
    const packets = this.#options.memory.words[wordIndex.packetsSent]!;
    return { timestamp: this.#outbound.timestamp, packets, octets: packets * this.#outbound.packetSamples };
  }

  #sendRtcp(bytes: Uint8Array): void {
    const { remotePort, rtcpPort = remotePort + 1 } = this.#settings!;
    const { transport } = this.#options;
    const { address, port, isLatched } = this.#latch!;
    if (rtcpPort === remotePort) transport.send(bytes, address, port);
    // Behind a NAT, the port after the source port of RTP is the best guess.
    else transport.sendRtcp(bytes, address, isLatched && port !== remotePort ? port + 1 : rtcpPort);
  }
}

function isReceiving(direction: MediaDirection): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}
