import type { SampleRate } from '../audio/sample-rate.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';

/** The rate of the audio of every port: that of G.711. */
export const mediaSampleRate = 8000 satisfies SampleRate;

export type AudioCodec = 'PCMU' | 'PCMA';

/** RFC 3264 §5.1, from the local side's view. */
export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/**
 * From which sources RTP packets are accepted.
 * - `signalled`: only the address and port of the session description.
 * - `symmetric` (default): also any port of the signalling address, as a phone behind a NAT requires.
 * - `any`: also the source of the first valid packet.
 */
export type MediaLatch = 'signalled' | 'symmetric' | 'any';

/** A payload type, 0 to 127, and the encoding of its packets. */
export interface ReceivedFormat {
  readonly payloadType: number;
  readonly encoding: AudioCodec | 'telephone-event';
}

/** The negotiated media parameters of one leg. */
export interface MediaSettings {
  /** A numeric address of the same family (IPv4 or IPv6) as the local one. */
  readonly remoteAddress: string;
  /** 1 to 65535. */
  readonly remotePort: number;
  /** Default: the port after `remotePort`. Equal to `remotePort` for RFC 5761 multiplexing. */
  readonly rtcpPort?: number;
  readonly codec: AudioCodec;
  /** 0 to 127. */
  readonly payloadType: number;
  /** 0 to 127; omitted if telephone-event was not negotiated, so that DTMF is sent in band. */
  readonly telephoneEventPayloadType?: number;
  /** Other formats that can arrive: the second codec, or telephone-event with the payload type of our offer. */
  readonly additionalFormats?: readonly ReceivedFormat[];
  readonly direction: MediaDirection;
  /** Duration of the audio in our packets, in ms; default 20. */
  readonly packetMs?: 10 | 20;
  /** Time without packets after which `media-timed-out` is emitted, in ms; 0 disables it. Default 20,000. */
  readonly mediaTimeoutMs?: number;
  readonly mediaLatch?: MediaLatch;
  /** The address from which the signalling of the call comes; numeric. */
  readonly signallingAddress?: string;
}

/** The sockets and audio of one leg. */
export interface MediaPort {
  readonly id: number;
  /** The UDP port of RTP, always even; RTCP uses the next port. */
  readonly localPort: number;
  readonly localAddress: string;
  readonly audio: LegAudio;
  /** Adds a listener. Returns the function that removes it. */
  on(listener: (event: LegAudioEvent) => void): () => void;
  /**
   * Applies negotiated settings, also those of a re-INVITE. No packet is sent or accepted before settings are applied.
   */
  configure(settings: MediaSettings): void;
  /**
   * Sends RTCP BYE, finishes the recording and releases the ports. Earlier events are delivered first. Safe to call
   * twice.
   */
  close(): Promise<void>;
}

export interface OpenPortOptions {
  /** Overrides the engine's address. */
  readonly localAddress?: string;
  /** Opens a port despite overload, for a call that is already admitted. Default false. */
  readonly ignoreOverload?: boolean;
}

/** The load of all workers. Packets, errors, skipped frames and lost workers are totals since the start. */
export interface MediaLoad {
  readonly calls: number;
  readonly workers: number;
  /** The share of the last five seconds that the busiest worker was awake, 0 to 1. */
  readonly utilisation: number;
  /** The p99 tick lateness of the worst second of any worker in the last five seconds. */
  readonly latenessP99Ms: number;
  /**
   * The p99 overrun of a worker's sleeps in the last second in which it slept; the maximum of all workers. The calls do
   * not cause it.
   */
  readonly timerJitterMs: number;
  /** RTP ports available for further calls. */
  readonly portsFree: number;
  /** True if no more calls should start: the workers are overloaded, or almost no port is free. */
  readonly overloaded: boolean;
  readonly packetsSent: number;
  readonly packetsReceived: number;
  /** Packets dropped because their source was not accepted. */
  readonly packetsFromUnknownSource: number;
  /** Packets dropped because they were not RTP, not of a negotiated payload type, or of an invalid length. */
  readonly packetsInvalid: number;
  /** ICMP errors and other socket errors. */
  readonly socketErrors: number;
  /** Frames that were never sent because a worker woke more than 40 ms late. */
  readonly framesSkipped: number;
  readonly workersLost: number;
}

export interface MediaEngine {
  /** Opens a port. Rejects with `MediaUnavailable`, or with an error if the local address cannot be bound. */
  openPort(options?: OpenPortOptions): Promise<MediaPort>;
  load(): MediaLoad;
  /** Closes every port, then the workers. Safe to call twice. */
  close(): Promise<void>;
}

export type MediaUnavailableReason = 'overloaded' | 'ports-exhausted' | 'worker-lost' | 'closed';

const reasonMessages: Record<MediaUnavailableReason, string> = {
  overloaded: 'the media workers are overloaded',
  'ports-exhausted': 'all RTP ports are in use or were released within the last 2 seconds (PARLEY_RTP_PORTS)',
  'worker-lost': 'the media worker exited before the port was open',
  closed: 'the media engine is closed',
};

/** Thrown if no port could be opened. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
  readonly reason: MediaUnavailableReason;

  constructor(reason: MediaUnavailableReason, cause?: unknown) {
    super(reasonMessages[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
