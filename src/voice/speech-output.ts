import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { splitClauses } from './clauses.ts';
import { firstWordEndMs, type UtteranceClause } from './heard-text.ts';
import { Playback } from './playback.ts';
import { PreparedSpeech, SpokenApology } from './prepared-speech.ts';
import {
  type OpenUtterance,
  type SpeechOutputEvent,
  type SpokenClause,
  Utterance,
  type UtteranceKind,
  waitForPlayout,
} from './utterance.ts';
import { resampleSpeech, SpeechResampler } from './speech-resampler.ts';
import {
  type AgentVoice,
  discardedAudio,
  type SynthesisOptions,
  synthesizeClause,
  voiceTimeouts,
} from './synthesis.ts';

/** `playedMs` of a leg is at most this old. */
const playedMsTolerance = 20;
/** How often in a row the apology replaces an utterance that no voice could speak. */
const maxApologies = 2;
/** The longest wait for `playout-drained` after the last sample was played. */
const maxPlayoutReportMs = 500;

export interface SpeechOutputOptions {
  readonly clock: Clock;
  readonly audio: LegAudio;
  readonly voices: readonly AgentVoice[];
  readonly onVoiceUsed?: SynthesisOptions['onVoiceUsed'];
  /** Called when an utterance is the next one that plays, before its first audio is passed to the leg. */
  readonly onUtteranceNext?: () => void;
  /** Receives errors of listeners and of unawaited work. */
  readonly onInternalError: (error: unknown) => void;
}

/**
 * The agent's speech: plays utterances one after the other, clause by clause, and synthesises the next ones during playout. Tracks which words
 * the caller has heard.
 */
export class SpeechOutput {
  readonly #clock: Clock;
  readonly #audio: LegAudio;
  readonly #playback: Playback;
  readonly #emitter: Emitter<SpeechOutputEvent>;
  readonly #onInternalError: (error: unknown) => void;
  readonly #onUtteranceNext: () => void;
  readonly #prepared: PreparedSpeech;
  readonly #voices: readonly AgentVoice[];
  readonly #apology = new SpokenApology();
  /** Number of the last utterances that no voice could speak. */
  #failures = 0;
  readonly #queue: Utterance[] = [];
  #current: Utterance | undefined;
  #lastAssignedId = 0;
  #speakingSinceMs = 0;
  /** Ends the wait for `playout-drained`; runs while a completely synthesised utterance plays. */
  #playoutTimer: Timer | undefined;
  #isClosed = false;

  constructor(options: SpeechOutputOptions) {
    const { clock, audio, voices, onVoiceUsed, onUtteranceNext = () => undefined, onInternalError } = options;
    this.#onInternalError = onInternalError;
    this.#onUtteranceNext = onUtteranceNext;
    this.#emitter = new Emitter(onInternalError);
    this.#clock = clock;
    this.#audio = audio;
    this.#playback = new Playback(audio);
    this.#voices = voices;
    this.#prepared = new PreparedSpeech((clause, signal) =>
      synthesizeClause(
        clause,
        { voices, clock, onVoiceUsed, ...voiceTimeouts(this.#apology.speech !== undefined) },
        signal,
      ),
    );
  }

  on(listener: (event: SpeechOutputEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Whether an utterance is playing or queued. */
  get isSpeaking(): boolean {
    return this.#current !== undefined || this.#queue.length > 0;
  }

  /** When the agent began to speak without a gap between utterances, on the media clock; undefined if it is not speaking. */
  get speakingSinceMs(): number | undefined {
    return this.isSpeaking ? this.#speakingSinceMs : undefined;
  }

  get isPaused(): boolean {
    return this.#playback.pausedAtMs !== undefined;
  }

  /** On the media clock; undefined unless playback is paused. */
  get pausedAtMs(): number | undefined {
    return this.#playback.pausedAtMs;
  }

  /** Whether the caller has heard nothing of the current utterance. */
  get isUnheard(): boolean {
    if (this.#current === undefined || this.#current.startedAtMs !== undefined) return false;
    const startMs = this.#current.clauses[0]?.startMs;
    return startMs === undefined || this.#audio.playedMs <= startMs;
  }

  /** Whether the current utterance is paused before its first sample. */
  get isHeld(): boolean {
    return this.isPaused && this.isUnheard;
  }

  /** When playout of the current utterance started, on the media clock; undefined until then. */
  get startedAtMs(): number | undefined {
    return this.#current?.startedAtMs;
  }

  get currentKind(): UtteranceKind | undefined {
    return this.#current?.kind;
  }

  /** Whether the current utterance is silent because its next words are not known yet. */
  get awaitsText(): boolean {
    return this.#current?.awaitsText === true && this.#audio.queuedMs === 0 && !this.isPaused;
  }

  /** Whether the current utterance can be interrupted. */
  get isInterruptible(): boolean {
    return this.#current?.isInterruptible === true;
  }

  /** Whether an uninterruptible utterance is playing or queued. */
  get hasUninterruptible(): boolean {
    return this.#utterances().some((utterance) => !utterance.isInterruptible);
  }

  /** Id of the last utterance that is playing or queued, without fillers; undefined if there is none. */
  get lastUtteranceId(): number | undefined {
    return this.#utterances().findLast(({ kind }) => kind !== 'filler')?.id;
  }

  /** Audio of the current utterance that is not played yet, in ms; infinite until it is completely synthesised. */
  get remainingMs(): number {
    const current = this.#current;
    return current === undefined ? 0 : current.synthesized ? this.#audio.queuedMs : Infinity;
  }

  /** Synthesises a text ahead of time, so that a later `say` of it starts at once. */
  prepare(text: string): void {
    for (const clause of splitClauses(text)) this.#prepared.prepare(clause);
  }

  /** Synthesises the text that is heard if every voice fails, and keeps its audio for later calls. Does nothing if a voice is local. */
  prepareApology(text: string): void {
    this.#apology.prepare(text, this.#voices, this.#clock).catch(this.#onInternalError);
  }

  /** Queues a text and returns the utterance's id. A text without words ends at once. */
  say(text: string, kind: UtteranceKind): number {
    const utterance = this.openUtterance(kind);
    for (const clause of splitClauses(text)) utterance.write(clause);
    utterance.finish();
    return utterance.id;
  }

  /** Queues an utterance without text. Its clauses follow. */
  openUtterance(kind: UtteranceKind): OpenUtterance {
    const utterance = new Utterance(++this.#lastAssignedId, kind);
    if (!this.#isClosed) {
      if (!this.isSpeaking) this.#speakingSinceMs = this.#audio.nowMs;
      this.#queue.push(utterance);
      this.#synthesize(utterance).catch(this.#onInternalError);
      this.#startNext();
    }
    return {
      id: utterance.id,
      write: (clause) => utterance.clauseQueue.push(clause),
      play: (delta) => utterance.play(delta),
      finish: () => utterance.finish(),
    };
  }

  /** Pauses the current utterance. */
  pause(): void {
    if (this.#current !== undefined) this.#playback.pause();
  }

  resume(): void {
    this.#playback.resume();
  }

  /** Sets whether playback is paused, and stays paused for every utterance. */
  setSuspended(isSuspended: boolean): void {
    this.#playback.setSuspended(isSuspended);
  }

  /** Returns whether an utterance is the one that plays. */
  isCurrent(id: number): boolean {
    return this.#current?.id === id;
  }

  /** Returns whether an utterance is playing or queued. */
  has(id: number): boolean {
    return this.#utterances().some((utterance) => utterance.id === id);
  }

  lowerVoice(isLowered: boolean): void {
    this.#playback.lowerVoice(isLowered);
  }

  /** Stops all interruptible utterances at once. */
  interrupt(): void {
    this.#drop((utterance) => utterance.isInterruptible);
  }

  /** Stops the interruptible utterances before the one with this id. */
  interruptBefore(id: number): void {
    this.#drop((utterance) => utterance.isInterruptible && utterance.id < id);
  }

  /** Stops the replies, but not the fillers between them. */
  interruptReplies(): void {
    this.#drop((utterance) => utterance.kind === 'reply');
  }

  /** Stops the fillers. */
  interruptFillers(): void {
    this.#drop((utterance) => utterance.kind === 'filler');
  }

  /** Stops all utterances, uninterruptible ones included. */
  interruptAll(): void {
    this.#drop(() => true);
  }

  /** Stops all utterances and accepts no new ones. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#drop(() => true);
    this.#prepared.close();
  }

  /** Processes a playout event of the leg. */
  handleAudioEvent(event: LegAudioEvent): void {
    if (event.type === 'playout-started') this.#onPlayoutStarted(event.atMs);
    else if (event.type === 'playout-drained') this.#endIfPlayed(event.atMs);
  }

  #utterances(): Utterance[] {
    return this.#current === undefined ? this.#queue : [this.#current, ...this.#queue];
  }

  #startNext(): void {
    if (this.#current !== undefined || this.#isClosed) return;
    const utterance = this.#queue.shift();
    if (utterance === undefined) return;
    this.#current = utterance;
    this.#onUtteranceNext();
    // The utterance may have been dropped.
    if (this.#current !== utterance) return;
    for (const { clause, chunk } of utterance.bufferedChunks.splice(0)) this.#play(utterance, clause, chunk);
    utterance.reachedFront.resolve();
    this.#endIfPlayed(this.#audio.nowMs);
  }

  async #synthesize(utterance: Utterance): Promise<void> {
    try {
      for await (const source of utterance.clauseQueue) await this.#synthesizeClause(utterance, source);
      this.#failures = 0;
    } catch (error) {
      // The words after a filler show whether the call can continue.
      if (utterance.kind !== 'filler') this.#apologise(utterance, error);
    }
    utterance.synthesized = true;
    if (utterance === this.#current) this.#endIfPlayed(this.#audio.nowMs);
  }

  /** Adds the apology to an utterance that no voice could speak, unless too many utterances before it failed too. */
  #apologise(utterance: Utterance, error: unknown): void {
    const { speech } = this.#apology;
    utterance.error = error;
    this.#failures += 1;
    if (speech === undefined || this.#failures > maxApologies || utterance.controller.signal.aborted) return;
    const clause = utterance.addClause(speech.text);
    for (const chunk of resampleSpeech(speech.chunks, this.#audio.sampleRate))
      this.#addChunk(utterance, clause, chunk);
    clause.synthesized = true;
    utterance.hasApology = true;
  }

  #addChunk(utterance: Utterance, clause: UtteranceClause, chunk: SpeechChunk): void {
    if (utterance === this.#current) this.#play(utterance, clause, chunk);
    else utterance.bufferedChunks.push({ clause, chunk });
  }

  async #synthesizeClause(utterance: Utterance, source: string | SpokenClause): Promise<void> {
    const lead = {
      clock: this.#clock,
      audio: this.#audio,
      isCurrent: (other: Utterance) => other === this.#current,
    };
    await waitForPlayout(utterance, lead);
    const { signal } = utterance.controller;
    if (signal.aborted) return;
    const clause = utterance.addClause(source);
    const isText = typeof source === 'string';
    let resampler = new SpeechResampler(this.#audio.sampleRate);
    for await (const chunk of isText ? this.#prepared.speak(source, signal) : source.chunks) {
      // A model speaks faster than real time, and its whole reply is one clause.
      if (!isText) await waitForPlayout(utterance, lead);
      if (signal.aborted) return;
      if (chunk !== discardedAudio) this.#addChunk(utterance, clause, resampler.push(chunk));
      else {
        await this.#discardAudio(utterance, clause);
        resampler = new SpeechResampler(this.#audio.sampleRate);
      }
    }
    for (const chunk of resampler.finish()) this.#addChunk(utterance, clause, chunk);
    clause.synthesized = true;
  }

  /** Discards the audio of a clause that was not played. Waits for the end of the audio before it, which is in the same queue of the leg. */
  async #discardAudio(utterance: Utterance, clause: UtteranceClause): Promise<void> {
    const { signal } = utterance.controller;
    const buffered = utterance.bufferedChunks.splice(0);
    utterance.bufferedChunks.push(...buffered.filter((entry) => entry.clause !== clause));
    const waitMs = () => (clause.startMs ?? 0) - this.#audio.playedMs;
    while (!signal.aborted && waitMs() > playedMsTolerance)
      await this.#clock.sleep(waitMs(), signal).catch(() => undefined);
    if (signal.aborted) return;
    if (clause.startMs !== undefined) this.#playback.clear();
    Object.assign(clause, { startMs: undefined, durationMs: 0 });
    clause.words.length = 0;
  }

  #play(utterance: Utterance, clause: UtteranceClause, chunk: SpeechChunk): void {
    if (chunk.words !== undefined) clause.words.push(...chunk.words);
    if (chunk.samples.length === 0) return;
    utterance.firstAudioAtMs ??= this.#audio.nowMs;
    this.#playback.play(clause, chunk);
  }

  #onPlayoutStarted(atMs: number): void {
    const utterance = this.#current;
    if (utterance?.firstAudioAtMs === undefined || utterance.startedAtMs !== undefined) return;
    utterance.startedAtMs = atMs;
    const { id, firstAudioAtMs, clauses } = utterance;
    const firstWordAtMs = atMs + (clauses[0] === undefined ? 0 : firstWordEndMs(clauses[0]));
    this.#emitter.emit({ type: 'utterance-started', id, firstAudioAtMs, atMs, firstWordAtMs });
  }

  /**
   * Ends the current utterance if it was completely synthesised and played. After an underrun the utterance continues, since a slow voice is still
   * synthesising.
   */
  #endIfPlayed(atMs: number): void {
    const utterance = this.#current;
    this.#watchPlayout();
    if (utterance === undefined || !utterance.synthesized || this.#audio.queuedMs > 0) return;
    this.#current = undefined;
    this.resume();
    this.#emitEnded(utterance, atMs, false);
    this.#startNext();
    this.#watchPlayout();
    this.#emitIdleIfEmpty(atMs);
  }

  /** Checks the leg's queue `maxPlayoutReportMs` after the expected end of playout, in case the leg's event is lost. */
  #watchPlayout(): void {
    this.#playoutTimer?.cancel();
    if (this.#current?.synthesized !== true) return;
    this.#playoutTimer = this.#clock.after(this.#audio.queuedMs + maxPlayoutReportMs, () =>
      this.#endIfPlayed(this.#audio.nowMs),
    );
  }

  #drop(matches: (utterance: Utterance) => boolean): void {
    const dropped = this.#utterances().filter(matches);
    if (dropped.length === 0) return;
    // Nothing was played after the pause.
    const atMs = this.pausedAtMs ?? this.#audio.nowMs;
    for (const utterance of dropped) this.#abortUtterance(utterance);
    for (const utterance of dropped) this.#emitEnded(utterance, atMs, true);
    this.#startNext();
    this.#watchPlayout();
    this.#emitIdleIfEmpty(atMs);
  }

  #abortUtterance(utterance: Utterance): void {
    utterance.finish();
    utterance.controller.abort();
    utterance.reachedFront.resolve();
    if (utterance === this.#current) {
      this.#current = undefined;
      this.#playback.clear();
      this.#playback.resume();
    } else {
      this.#queue.splice(this.#queue.indexOf(utterance), 1);
    }
  }

  #emitEnded(utterance: Utterance, atMs: number, interrupted: boolean): void {
    const { id, spokenText: text, startedAtMs, error, hasApology } = utterance;
    const heardText = interrupted ? utterance.heardText(this.#audio.playedMs) : this.#playedText(utterance);
    const failure = error === undefined ? {} : { error, hasApology };
    utterance.reportPlayout(interrupted ? this.#audio.playedMs : Infinity, interrupted);
    const spoken = { id, text, heardText, interrupted, startedAtMs, atMs };
    this.#emitter.emit({ type: 'utterance-ended', ...spoken, ...failure });
  }

  /** Returns the text of a played utterance. The playout clock may be one frame behind the event that reports the end of playout. */
  #playedText(utterance: Utterance): string {
    return utterance.heardText(Math.max(this.#playback.endMs, this.#audio.playedMs));
  }

  #emitIdleIfEmpty(atMs: number): void {
    if (this.#current === undefined && this.#queue.length === 0) {
      this.#emitter.emit({ type: 'output-idle', atMs });
    }
  }
}
