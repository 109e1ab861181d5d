import type { LegAudio } from '../contracts/leg-audio.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { type UtteranceClause, wordStartMs } from './heard-text.ts';

/** After a longer pause, the clause is repeated from its start, since the caller has lost the thread. */
const maxWordRepeatPauseMs = 2_000;
/** Played audio is kept this long, so that it can be repeated. */
const maxRepeatMs = 10_000;

/** Audio that was passed to the leg. Positions are on the playout clock (`LegAudio.playedMs`). */
interface PlayedChunk {
  readonly clause: UtteranceClause;
  readonly samples: Int16Array;
  startMs: number;
  endMs: number;
}

/** Plays clauses on the leg. After a pause, playback continues at the start of a word, or of the clause if the pause was long. */
export class Playback {
  readonly #audio: LegAudio;
  /** The audio that is not played yet, and the last audio that was played. */
  #chunks: PlayedChunk[] = [];
  #endMs = 0;
  #pausedAtMs: number | undefined;
  /** On the media clock; undefined unless playback is suspended. */
  #suspendedAtMs: number | undefined;
  #isLowered = false;

  constructor(audio: LegAudio) {
    this.#audio = audio;
  }

  /** End of the audio that was passed to the leg, on the playout clock. */
  get endMs(): number {
    return this.#endMs;
  }

  /** On the media clock; undefined unless playback is paused. */
  get pausedAtMs(): number | undefined {
    return this.#pausedAtMs;
  }

  play(clause: UtteranceClause, { samples, sampleRate }: Pick<SpeechChunk, 'samples' | 'sampleRate'>): void {
    const { playedMs } = this.#audio;
    const durationMs = (samples.length * 1000) / sampleRate;
    const startMs = Math.max(this.#endMs, playedMs);
    clause.startMs ??= startMs;
    clause.durationMs += durationMs;
    this.#endMs = startMs + durationMs;
    this.#chunks = this.#chunks.filter(({ endMs }) => endMs > playedMs - maxRepeatMs);
    this.#chunks.push({ clause, samples, startMs, endMs: this.#endMs });
    this.#audio.play(samples);
  }

  /** Discards the audio that is not played yet. */
  clear(): void {
    this.#audio.clear();
    const { playedMs } = this.#audio;
    this.#endMs = playedMs;
    this.#chunks = this.#chunks.filter(({ endMs }) => endMs <= playedMs);
  }

  lowerVoice(isLowered: boolean): void {
    if (isLowered === this.#isLowered) return;
    this.#isLowered = isLowered;
    this.#audio.lower(isLowered);
  }

  pause(): void {
    if (this.#pausedAtMs !== undefined) return;
    this.#pausedAtMs = this.#audio.nowMs;
    this.#audio.pause();
  }

  resume(): void {
    const pausedAtMs = this.#pausedAtMs;
    this.#pausedAtMs = undefined;
    if (this.#suspendedAtMs === undefined) this.#continueAfter(pausedAtMs);
  }

  /** Pauses playback independently of `pause`: it continues when neither applies. */
  setSuspended(isSuspended: boolean): void {
    const suspendedAtMs = this.#suspendedAtMs;
    if (isSuspended === (suspendedAtMs !== undefined)) return;
    this.#suspendedAtMs = isSuspended ? this.#audio.nowMs : undefined;
    if (isSuspended) this.#audio.pause();
    else if (this.#pausedAtMs === undefined) this.#continueAfter(suspendedAtMs);
  }

  #continueAfter(pausedAtMs: number | undefined): void {
    if (pausedAtMs === undefined) return;
    this.#repeatFrom(this.#resumeMs(this.#audio.nowMs - pausedAtMs));
    this.#audio.resume();
  }

  /** Returns the position at which playback continues. */
  #resumeMs(pauseMs: number): number {
    const { playedMs } = this.#audio;
    const current = this.#chunks.find(({ startMs, endMs }) => startMs <= playedMs && playedMs < endMs);
    if (current === undefined) return playedMs;
    const { clause } = current;
    const isKept = this.#chunks[0]!.startMs <= clause.startMs!;
    return pauseMs > maxWordRepeatPauseMs && isKept ? clause.startMs! : wordStartMs(clause, playedMs);
  }

  /** Plays the audio from the position on once more. The positions of its clauses move, so that their words count as heard only when repeated. */
  #repeatFrom(fromMs: number): void {
    const shiftMs = this.#audio.playedMs - fromMs;
    if (shiftMs <= 0) return;
    const repeated = this.#chunks.filter(({ endMs }) => endMs > fromMs);
    this.#audio.clear();
    for (const { samples, startMs } of repeated) {
      const skipped = Math.round(Math.max(0, fromMs - startMs) * (this.#audio.sampleRate / 1000));
      this.#audio.play(samples.subarray(skipped));
    }
    const clauses = new Set(repeated.map(({ clause }) => clause));
    for (const clause of clauses) clause.startMs! += shiftMs;
    // The earlier audio of these clauses moves too, so that a later pause can repeat a whole clause.
    for (const chunk of this.#chunks.filter(({ clause }) => clauses.has(clause))) {
      chunk.startMs += shiftMs;
      chunk.endMs += shiftMs;
    }
    this.#endMs += shiftMs;
  }
}
