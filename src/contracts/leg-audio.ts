import type { SampleRate } from '../audio/sample-rate.ts';

/**
 * The audio of a leg: mono, 16-bit, at `sampleRate` in both directions and in the recording. Modelled on AudioOutput of LiveKit agents-js. Queued audio is sent frame by frame at its playout time,
 * never ahead of it, so that `clear` takes effect at once.
 *
 * `atMs` of each event is a time on the leg's media clock: milliseconds since its media started, in frames of 20 ms. Both directions share this clock.
 */
export interface LegAudio {
  /** Constant for the whole call. Telephone legs (G.711) have 8,000. */
  readonly sampleRate: SampleRate;
  /** Appends samples of any length to the playout queue. Never blocks. */
  play(samples: Int16Array): void;
  /** Discards queued audio that is not sent yet. `playout-cleared` follows within 20 ms. */
  clear(): void;
  /** Pauses playback (silence is sent); `resume` continues with the next sample. */
  pause(): void;
  resume(): void;
  /** While lowered, queued audio is sent at a quarter of its amplitude (-12 dB). */
  lower(isLowered: boolean): void;
  /** Total length of queued audio that was sent, without pauses and idle silence. The value is at most 20 ms old. */
  readonly playedMs: number;
  /** Length of queued audio that is not sent yet. */
  readonly queuedMs: number;
  /** Current value of the media clock. */
  readonly nowMs: number;
  /**
   * Sends digits 0-9 * # A-D as telephone-events (RFC 4733), or in band if not negotiated. Each lasts 100 ms, with gaps of 100 ms. `pauseMs` (default
   * 0) is a pause before the next digit that is sent: the first of `digits`, or the next queued digit if the queue is not empty.
   */
  sendDigits(digits: string, pauseMs?: number): void;
  /** Sets the length of `audio` events, a multiple of 20 ms; 0 (the initial value) disables them. */
  listen(chunkMs: number): void;
  /** Records to a stereo WAV file, written continuously: far side left, near side right. Once per leg. */
  record(path: string): void;
  /**
   * While muted, the recording continues with silence on both channels. Audio and events of the leg are not affected. The far side stays muted for
   * another 300 ms after `false`, so that audio still in transit is not recorded. May be called before `record`.
   */
  muteRecording(muted: boolean): void;
  /** Statistics for logs, the API and `doctor`. */
  stats(): LegAudioStats;
}

export type LegAudioEvent =
  | { readonly type: 'audio'; readonly atMs: number; readonly samples: Int16Array }
  /** Voice activity on the far side started. `atMs` is the start of the speech, not of its detection. */
  | { readonly type: 'speech-started'; readonly atMs: number }
  /** The far side was silent for the detector's hangover time. `atMs` is the end of the speech. */
  | { readonly type: 'speech-stopped'; readonly atMs: number; readonly detectedAtMs: number }
  | {
      readonly type: 'digit-pressed';
      readonly digit: string;
      readonly atMs: number;
      readonly durationMs: number;
    }
  /** The first sample after idle time was sent. */
  | { readonly type: 'playout-started'; readonly atMs: number; readonly playedMs: number }
  /** All queued audio was sent. */
  | { readonly type: 'playout-drained'; readonly atMs: number; readonly playedMs: number }
  | { readonly type: 'playout-cleared'; readonly atMs: number; readonly playedMs: number }
  | { readonly type: 'digits-sent'; readonly atMs: number }
  /** No media was received within the leg's media timeout. */
  | { readonly type: 'media-timed-out'; readonly atMs: number }
  /** An internal error ended the media of this leg: no more audio is received or sent. */
  | { readonly type: 'media-failed'; readonly atMs: number }
  | {
      readonly type: 'recording-ended';
      readonly path: string;
      /** Duration of the recording, including dropped audio; an upper bound if the fault is `media_failed`. */
      readonly durationMs: number;
      /** Duration of the audio that was dropped because the disk was too slow. It is silence in the file, or missing at the end of the file. */
      readonly lostMs: number;
      /** Undefined if the recording is complete. */
      readonly fault?: LegRecordingFault;
      /** Error of the operating system, for logs. */
      readonly error?: string;
    };

/**
 * Why a recording is missing, truncated or has gaps. `disk_full`: too little space before or during the recording. `disk_slow`: parts are silence, or
 * its end was not written in time. `disk_error`: any other failure of the file. `media_failed`: the media of the call failed.
 */
export type LegRecordingFault = 'disk_full' | 'disk_slow' | 'disk_error' | 'media_failed';

export interface LegAudioStats {
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** Frames that were concealed because the packet was late or lost. */
  readonly framesConcealed: number;
  readonly jitterMs: number;
  /**
   * Delay of received audio in the jitter buffer. The `audio`, `speech-started` and `speech-stopped` events have this delay. 0 until a packet was
   * received.
   */
  readonly receiveDelayMs: number;
  readonly roundTripMs: number | undefined;
  readonly codec: 'PCMU' | 'PCMA';
  /** Length of received audio that was dropped because it was not consumed in time, in ms. */
  readonly inboundDroppedMs: number;
}
