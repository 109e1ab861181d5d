import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';

export type AudioCodec = 'PCMU' | 'PCMA';

/** RFC 3264 §5.1, seen from us. */
export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/**
 * Whose packets are accepted. `signalled`: only the address and port of the session description. `symmetric` (the default): those,
 * or the address that the signalling comes from with any port, as a phone behind a NAT needs it. `any`: also whatever source
 * the first valid packet has.
 */
export type MediaLatch = 'signalled' | 'symmetric' | 'any';

/** A payload type, 0 to 127, and what packets of it hold. */
export interface ReceivedFormat {
  readonly payloadType: number;
  readonly holds: AudioCodec | 'telephone-event';
}

/** What offer and answer agreed upon for one leg. */
export interface MediaSettings {
  /** A numeric address; IPv4 or IPv6, as the local one is. */
  readonly remoteAddress: string;
  /** 1 to 65535. */
  readonly remotePort: number;
  /** The port after `remotePort` where left out; equal to it for RFC 5761 multiplexing. */
  readonly rtcpPort?: number;
  readonly codec: AudioCodec;
  /** 0 to 127. */
  readonly payloadType: number;
  /** 0 to 127; left out where telephone-event was not negotiated: then keys travel in the sound. */
  readonly telephoneEventPayloadType?: number;
  /** What else may come under payload types of its own: the other law, or telephone-events with the type that we offered. */
  readonly alsoReceived?: readonly ReceivedFormat[];
  readonly direction: MediaDirection;
  /** How much audio our packets hold, in ms; 20 where omitted. */
  readonly packetMs?: 10 | 20;
  /** How long nothing may be received before `media-timed-out`, in ms; 0 for never. 20,000 where left out. */
  readonly mediaTimeoutMs?: number;
  readonly mediaLatch?: MediaLatch;
  /** Where the signalling of the call comes from; numeric. */
  readonly signallingAddress?: string;
}

/** One leg's sockets and sound. */
export interface MediaPort {
  readonly id: number;
  /** UDP port of RTP, always even; RTCP is the next. */
  readonly localPort: number;
  readonly localAddress: string;
  readonly audio: LegAudio;
  /** Returns the function that takes the listener off. */
  on(listener: (event: LegAudioEvent) => void): () => void;
  /** May be called again, as a re-INVITE needs. Until the first call nothing is sent and nothing taken. */
  configure(settings: MediaSettings): void;
  /** Sends BYE, finishes the recording, gives the ports back; the events before it come first. Safe to call twice. */
  close(): Promise<void>;
}

export interface OpenPortOptions {
  /** Overrides the engine's address. */
  readonly localAddress?: string;
  /** For a call that is under way already, or about whose room somebody has asked (false). */
  readonly evenIfOverloaded?: boolean;
}

/** How heavy the work is, over the last five seconds of the busiest worker; counts are sums since the start. */
export interface MediaLoad {
  readonly calls: number;
  readonly workers: number;
  /** Share of the time the busiest worker was awake, 0 to 1. */
  readonly busy: number;
  readonly latenessP99Ms: number;
  /** The lateness of the machine's own timers, below which no worker can stay. */
  readonly noiseFloorMs: number;
  /** RTP ports for further calls. */
  readonly portsFree: number;
  /** Whether no more calls should be begun: the workers have too much to do, or hardly a port is left. */
  readonly overloaded: boolean;
  readonly packetsSent: number;
  readonly packetsReceived: number;
  /** Packets dropped because they came from an address that was not agreed upon. */
  readonly packetsFromStrangers: number;
  /** Packets dropped because they were no RTP, or of a payload type that was not agreed upon. */
  readonly packetsInvalid: number;
  /** ICMP errors and other failures of sockets. */
  readonly socketErrors: number;
  /** Frames that were never sent, because a worker woke more than 60 ms late. */
  readonly framesSkipped: number;
  readonly workersLost: number;
}

export interface MediaEngine {
  /** Rejects with `MediaUnavailable`. */
  openPort(options?: OpenPortOptions): Promise<MediaPort>;
  load(): MediaLoad;
  /** Closes every port, then the workers. Safe to call twice. */
  close(): Promise<void>;
}

export type MediaUnavailableReason = 'overloaded' | 'ports-exhausted' | 'worker-lost' | 'closed';

const sentences: Record<MediaUnavailableReason, string> = {
  overloaded: 'the media workers carry as many calls as they can',
  'ports-exhausted': 'every RTP port is in use or was within the last 2 seconds (PARLEY_RTP_PORTS)',
  'worker-lost': 'the media worker ended before the port was open',
  closed: 'the media engine is closed',
};

/** Why no port could be opened. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
  readonly reason: MediaUnavailableReason;

  constructor(reason: MediaUnavailableReason, cause?: unknown) {
    super(sentences[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
