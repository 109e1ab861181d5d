import { providerFailureOf } from '../../contracts/provider-error.ts';
import { SpeechError } from '../../contracts/text-to-speech.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem, reject } from '../../core/problems.ts';
import type { CallCost } from '../../domain/call.ts';
import { LocalRateLimiter } from '../http/rate-limit.ts';

/** A text and the voice that speaks it, with its fallbacks. */
export interface VoicePreviewRequest {
  readonly text: string;
  /** BCP 47; the language of the text. */
  readonly language: string;
  /** Tried in order; a voice is used only if the one before it failed. */
  readonly voices: readonly { readonly provider: string; readonly voiceId: string }[];
  readonly speed: number;
  readonly volume: number;
}

/** The audio of a text, and what it cost. */
export interface VoicePreview {
  /** A WAV file with the sample rate of the voice. */
  readonly wav: Uint8Array;
  readonly provider: string;
  readonly voiceId: string;
  readonly costs: readonly CallCost[];
}

/**
 * Speaks a text as in a call. Returns undefined if no provider of the voices is configured.
 * @throws {SpeechError} if all voices failed or `signal` is aborted
 */
export type SpeakText = (
  request: VoicePreviewRequest,
  signal: AbortSignal,
) => Promise<VoicePreview | undefined>;

const maxPerMinute = 20;
const maxConcurrent = 2;
const timeoutMs = 15_000;

/** Speaks texts outside of calls, within limits per workspace, so that previews delay no call and cost little. */
export class VoicePreviews {
  readonly #speak: SpeakText;
  readonly #clock: Clock;
  readonly #limiter: LocalRateLimiter;
  /** The number of previews in progress by workspace. */
  readonly #active = new Map<string, number>();

  constructor(speak: SpeakText, clock: Clock) {
    this.#speak = speak;
    this.#clock = clock;
    this.#limiter = new LocalRateLimiter(clock);
  }

  /** @throws {Problem} `rate_limited`, `no_voice`, `voice_failed` */
  async preview(workspaceId: string, request: VoicePreviewRequest): Promise<VoicePreview> {
    const active = this.#active.get(workspaceId) ?? 0;
    if (active >= maxConcurrent) rejectExcess(1);
    const { allowed, retryAfterSeconds } = this.#limiter.take(workspaceId, maxPerMinute);
    if (!allowed) rejectExcess(retryAfterSeconds);
    this.#active.set(workspaceId, active + 1);
    const aborted = new AbortController();
    const timeout = this.#clock.after(timeoutMs, () => aborted.abort());
    try {
      const preview = await this.#speak(request, aborted.signal);
      return preview ?? reject('no_voice');
    } catch (error) {
      throw error instanceof SpeechError ? voiceFailed(error) : error;
    } finally {
      timeout.cancel();
      this.#release(workspaceId);
    }
  }

  #release(workspaceId: string): void {
    const active = this.#active.get(workspaceId)! - 1;
    if (active === 0) this.#active.delete(workspaceId);
    else this.#active.set(workspaceId, active);
  }
}

const rejectExcess = (retryAfterSeconds: number): never =>
  reject('rate_limited', {
    details: `A workspace can hear ${maxPerMinute} texts per minute, and ${maxConcurrent} at the same time. Retry after ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  });

function voiceFailed(error: SpeechError): Problem {
  const reason = providerFailureOf(error) ?? rootMessageOf(error);
  const details = `The voice did not speak the text: ${reason} Retry, or select another voice.`;
  return new Problem('voice_failed', { details, cause: error });
}

/** Returns the message of the first failure among the error and its causes. */
function rootMessageOf(error: SpeechError): string {
  let { message } = error;
  for (let { cause } = error; cause instanceof SpeechError; { cause } = cause) message = cause.message;
  return message;
}
