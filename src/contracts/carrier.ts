import type { LegAudio, LegAudioEvent } from './leg-audio.ts';

/** Why a leg is over, seen from us. */
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

/** What happens to a leg. `leg-ended` comes exactly once and is the last event. */
export type LegEvent =
  /** The network has taken the call in hand (any provisional answer). */
  | { readonly type: 'leg-proceeding' }
  | { readonly type: 'leg-ringing'; readonly earlyMedia: boolean }
  | { readonly type: 'leg-answered' }
  | { readonly type: 'leg-held' }
  | { readonly type: 'leg-resumed' }
  /**
   * `status` is the SIP status or the vendor's, where there was one; `detail` a sentence for the timeline; `fault` is set where a
   * defect of ours ended the leg.
   */
  | {
      readonly type: 'leg-ended';
      readonly cause: LegEndCause;
      readonly status?: number;
      readonly detail?: string;
      readonly fault?: 'platform';
    };

export interface DialRequest {
  /** Unique for this attempt and stable over a crash: becomes the SIP Call-ID or the vendor's reference. */
  readonly reference: string;
  /** E.164. */
  readonly from: string;
  readonly fromName?: string;
  /** E.164. */
  readonly to: string;
  /** How long the far end may ring, 5,000 to 300,000 ms; then the leg ends with `no_answer`. */
  readonly ringTimeoutMs: number;
  /**
   * Asked right before the network is, for the pace is that of the network: 0 lets the call go and counts it, anything else is how
   * many ms to wait before it is asked again.
   */
  readonly turn?: () => number;
  /** Texts the callee may hear, for simulated people who listen with a grammar. Real carriers ignore it. */
  readonly promptHints?: readonly PromptHint[];
}

/** A prompt as it will be spoken, and the kind of answer it invites. */
export interface PromptHint {
  readonly id: string;
  readonly text: string;
  readonly invites: 'yes_no' | 'date_time' | 'digits' | 'number' | 'choice' | 'text' | 'nothing';
  /** For `choice`: one spoken phrase of each. */
  readonly choices?: readonly string[];
  readonly minDigits?: number;
  readonly maxDigits?: number;
}

/** One side of a call: signals, and audio both ways. */
export interface Leg {
  readonly reference: string;
  readonly direction: 'outbound' | 'inbound';
  /** E.164 where the network told one, else as it was told. */
  readonly from: string;
  readonly to: string;
  readonly audio: LegAudio;
  /** Returns the function that takes the listener off. */
  on(listener: (event: LegEvent | LegAudioEvent) => void): () => void;
  /** Inbound only: takes the call. Rejects when the caller has gone. */
  answer(): Promise<void>;
  /** Inbound only, before `answer`. */
  reject(why: 'busy' | 'declined' | 'unavailable' | 'not_found'): void;
  /** Ends the leg in whatever state it is: CANCEL, BYE or a final answer. Safe to call twice; `leg-ended` follows. */
  hangup(): void;
  /** Blind transfer (SIP REFER). Resolves with whether the other side reported success. */
  transfer(destination: string): Promise<{ readonly ok: boolean; readonly detail?: string }>;
}

/** A way into the phone network. */
export interface Carrier {
  readonly name: string;
  /** Never throws for what the network does: every outcome is an event of the leg. */
  dial(request: DialRequest): Leg;
  /** One handler; a leg that it neither answers nor rejects within 180 s is rejected by the carrier. */
  onIncoming(handler: (leg: Leg) => void): void;
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** Hangs up what is left and gives back every socket. */
  close(): Promise<void>;
}
