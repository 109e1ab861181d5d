/**
 * The sound of a leg: 8 kHz, mono, 16-bit. After the AudioOutput of agents-js: at most 40 ms of what was queued is ever out of our
 * hands, so a `clear` is heard at once.
 *
 * `atMs` in every event is the leg's media clock: milliseconds since its media began, counted in 20 ms frames. Both
 * directions share it, so the difference of two events is what the other side heard.
 */
export interface LegAudio {
  readonly sampleRate: 8000;
  /** Queues samples behind what is queued already; any length. Never blocks. */
  play(samples: Int16Array): void;
  /** Throws away what was queued and not yet sent. `playout-cleared` follows within 20 ms. */
  clear(): void;
  /** Holds playback where it is (silence is sent); `resume` goes on with the very next sample. */
  pause(): void;
  resume(): void;
  /** Total milliseconds of queued audio ever sent; pauses and idle silence do not count. At most 20 ms behind. */
  readonly playedMs: number;
  /** Milliseconds queued and not yet sent. */
  readonly queuedMs: number;
  /** The media clock now. */
  readonly nowMs: number;
  /** Sends keys 0-9 * # A-D as telephone-events (RFC 4733), or in band where not negotiated. Each 100 ms, gap 100 ms. */
  sendDigits(digits: string, pauseMs?: number): void;
  /** Size of the `audio` events, a multiple of 20 ms; 0 (the start) sends none. */
  listen(chunkMs: number): void;
  /** Stereo WAV written as it goes: far side left, our side right. Once per leg. */
  record(path: string): void;
  /**
   * While true, both sides of the recording are silence; its timeline goes on. Sound and events of the leg are not affected. The far
   * side stays silent for another 300 ms after `false`, so that what was still on its way is not recorded. Also before `record`.
   */
  muteRecording(muted: boolean): void;
  /** Numbers for logs, the API and `doctor`. */
  stats(): LegAudioStats;
}

export type LegAudioEvent =
  | { readonly type: 'audio'; readonly atMs: number; readonly samples: Int16Array }
  /** The far side began to speak (voice activity). `atMs` is when the speech itself began. */
  | { readonly type: 'speech-started'; readonly atMs: number }
  /** The far side has been silent for the detector's hangover. `atMs` is when the speech itself ended. */
  | { readonly type: 'speech-stopped'; readonly atMs: number; readonly detectedAtMs: number }
  | {
      readonly type: 'digit-pressed';
      readonly digit: string;
      readonly atMs: number;
      readonly durationMs: number;
    }
  /** The first sample after an idle time went out. */
  | { readonly type: 'playout-started'; readonly atMs: number; readonly playedMs: number }
  /** All that was queued has been sent. */
  | { readonly type: 'playout-drained'; readonly atMs: number; readonly playedMs: number }
  | { readonly type: 'playout-cleared'; readonly atMs: number; readonly playedMs: number }
  | { readonly type: 'digits-sent'; readonly atMs: number }
  /** Nothing has been received for the leg's media timeout. */
  | { readonly type: 'media-timed-out'; readonly atMs: number }
  /** A defect of ours ended the media of this leg: nothing more is heard or sent. */
  | { readonly type: 'media-failed'; readonly atMs: number }
  | {
      readonly type: 'recording-ended';
      readonly path: string;
      /** Of what is in the file. */
      readonly durationMs: number;
      /** How much of that is silence because the disk was too slow. */
      readonly lostMs: number;
      /** Undefined where the file holds all that was to be recorded. */
      readonly fault?: LegRecordingFault;
      /** What the system reported; for logs. */
      readonly error?: string;
    };

/**
 * Why a file is missing, cut or has gaps. `disk_full`: too little space before or during the recording. `disk_slow`: parts are silence,
 * or its end was not written in time. `disk_error`: any other failure of the file. `media_failed`: the media of the call failed.
 */
export type LegRecordingFault = 'disk_full' | 'disk_slow' | 'disk_error' | 'media_failed';

export interface LegAudioStats {
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** Frames made up because the packet was late or lost. */
  readonly framesConcealed: number;
  readonly jitterMs: number;
  /**
   * How long the sound that is heard now has waited since its packet arrived: so much later than on the wire are `audio`,
   * `speech-started` and `speech-stopped` on the media clock. 0 until something was received.
   */
  readonly receiveDelayMs: number;
  readonly roundTripMs: number | undefined;
  readonly codec: 'PCMU' | 'PCMA';
  /** Milliseconds of received audio dropped because nobody took it in time. */
  readonly uplinkDroppedMs: number;
}
