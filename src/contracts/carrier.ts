import type { LegAudio, LegAudioEvent } from './leg-audio.ts';
import type { SpeechToText } from './speech-to-text.ts';
import type { TextToSpeech } from './text-to-speech.ts';

/** Cause of the end of a leg, from the point of view of this side. */
export type LegEndCause =
  | 'near_hangup'
  | 'far_hangup'
  | 'cancelled'
  | 'busy'
  | 'declined'
  | 'no_answer'
  | 'invalid_number'
  | 'carrier_error'
  | 'media_timeout';

/** Signalling events of a leg. `leg-ended` is emitted exactly once, as the last event. */
export type LegEvent =
  /** The network processes the call (first provisional response). */
  | { readonly type: 'leg-proceeding' }
  | { readonly type: 'leg-ringing'; readonly earlyMedia: boolean }
  | { readonly type: 'leg-answered' }
  | { readonly type: 'leg-held' }
  | { readonly type: 'leg-resumed' }
  /**
   * `status` is the SIP status or the vendor's status, if any. `detail` is a sentence for the timeline. `fault` is set if an internal error ended the
   * leg.
   */
  | {
      readonly type: 'leg-ended';
      readonly cause: LegEndCause;
      readonly status?: number;
      readonly detail?: string;
      readonly fault?: 'platform';
    };

export interface DialRequest {
  /** Unique per attempt and stable across a crash. Used as the SIP Call-ID or the vendor's reference. */
  readonly reference: string;
  /** E.164. */
  readonly from: string;
  readonly fromName?: string;
  /** E.164. */
  readonly to: string;
  /** Ringing limit, 5,000 to 300,000 ms; the leg then ends with `no_answer`. */
  readonly ringTimeoutMs: number;
  /**
   * Called right before the request is sent, since the rate limit applies to requests on the network. Returns 0 if the request may be sent, and
   * counts it; otherwise the ms after which it must be called again.
   */
  readonly rateGate?: () => number;
  /** The prompts of the call, for the simulated callees of the test network. Real carriers ignore them. */
  readonly promptHints?: readonly PromptHint[];
  /** The speech of the call, which simulated callees use who do not speak English. Real carriers ignore it. */
  readonly speech?: CallSpeech;
}

/** The language of a call, and the voice and the recogniser of its agent. */
export interface CallSpeech {
  /** BCP 47. */
  readonly language: string;
  readonly textToSpeech: TextToSpeech;
  readonly voiceId: string;
  readonly speechToText: SpeechToText;
}

/** A prompt as it is spoken, and the kind of answer that it expects. */
export interface PromptHint {
  readonly id: string;
  readonly text: string;
  readonly expects: 'yes_no' | 'date_time' | 'digits' | 'number' | 'choice' | 'text' | 'nothing';
  /** For `choice`: one spoken phrase per choice. */
  readonly choices?: readonly string[];
  readonly minDigits?: number;
  readonly maxDigits?: number;
}

/** Why an inbound call is rejected. `not_acceptable`: its offer cannot be used (`Leg.offerFault`). */
export type RejectReason = 'busy' | 'declined' | 'unavailable' | 'not_found' | 'not_acceptable';

/** One leg of a call: signalling, and audio in both directions. */
export interface Leg {
  readonly reference: string;
  readonly direction: 'outbound' | 'inbound';
  /** E.164 if the network sent one, else as received. */
  readonly from: string;
  readonly to: string;
  /** Name of the trunk that carries the call; undefined until one is chosen. */
  readonly trunk?: string | undefined;
  readonly audio: LegAudio;
  /** Inbound: why the call cannot be answered, as a sentence, such as an offer of SRTP only. Such a call must be rejected. */
  readonly offerFault?: string | undefined;
  /** Keeps the signalling of the leg after its end, as that of this call. Carriers without signalling of their own omit it. */
  keepSignalling?(callId: string): void;
  /** Returns a function that removes the listener. */
  on(listener: (event: LegEvent | LegAudioEvent) => void): () => void;
  /** Inbound only: answers the call. Rejects if the caller has hung up. */
  answer(): Promise<void>;
  /** Inbound only, before `answer`. */
  reject(reason: RejectReason): void;
  /** Ends the leg in any state: CANCEL, BYE or a final response. Safe to call twice; `leg-ended` follows. */
  hangup(): void;
}

/** A connection to the phone network. */
export interface Carrier {
  readonly name: string;
  /** Starts a call. Does not throw: failures are events of the leg. */
  dial(request: DialRequest): Leg;
  /** Sets the handler of inbound legs. The carrier rejects a leg that is neither answered nor rejected within 180 s. */
  onIncoming(handler: (leg: Leg) => void): void;
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** Ends all legs and closes all sockets. */
  close(): Promise<void>;
}
