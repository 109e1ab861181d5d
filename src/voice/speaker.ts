import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';
import { splitClauses } from './clauses.ts';
import { firstWordMs, type PlayedClause } from './heard-text.ts';
import { PreparedSpeech } from './prepared-speech.ts';
import { synthesizeClause, type AgentVoice } from './synthesis.ts';
import { Utterance, type UtteranceKind } from './utterance.ts';

/** Sound that is made ahead of playout: enough to ride out a slow voice, little enough to throw away. */
const aheadMs = 6_000;
/** What is made of an utterance before its turn comes. */
const waitingAheadMs = 3_000;
const chunkTimeoutMs = 5_000;

export type SpeakerEvent =
  /** The other side begins to hear it. Times are on the leg's media clock. */
  | {
      readonly type: 'utterance-started';
      readonly id: number;
      readonly voicedAtMs: number;
      readonly atMs: number;
      /** When its first word has been heard whole. */
      readonly firstWordAtMs: number;
    }
  /** Once for every utterance, whether it was heard or not. `heardText` holds whole words only. */
  | {
      readonly type: 'utterance-ended';
      readonly id: number;
      readonly text: string;
      readonly heardText: string;
      readonly interrupted: boolean;
      readonly startedAtMs: number | undefined;
      readonly atMs: number;
      /** Where every voice failed. */
      readonly error?: unknown;
    }
  /** Nothing is being said and nothing waits to be. */
  | { readonly type: 'speaker-idle'; readonly atMs: number };

/** How long after its last sample the leg may take to report that all was played. */
const playoutReportMsMax = 500;

export interface SpeakerOptions {
  readonly clock: Clock;
  readonly audio: LegAudio;
  readonly voices: readonly AgentVoice[];
  /** Receives what a listener, or work that nothing awaits, throws. */
  readonly onDefect: (error: unknown) => void;
}

/** An utterance whose words come one clause at a time. */
export interface OpenUtterance {
  readonly id: number;
  write(clause: string): void;
  /** No more words are to come. */
  finish(): void;
}

/**
 * The agent's mouth: utterances are spoken one after the other, clause by clause, the next ones made while the present one
 * plays. It knows at every moment which words were heard.
 */
export class Speaker {
  readonly #clock: Clock;
  readonly #audio: LegAudio;
  readonly #emitter: Emitter<SpeakerEvent>;
  readonly #onDefect: (error: unknown) => void;
  readonly #prepared: PreparedSpeech;
  readonly #queue: Utterance[] = [];
  #current: Utterance | undefined;
  #lastId = 0;
  /** Where on the playout clock the sound that was given to the leg ends. */
  #endMs = 0;
  /** When on the media clock; undefined while it plays. */
  #pausedAtMs: number | undefined;
  /** Runs while the sound of a whole utterance plays. */
  #playoutTimer: Timer | undefined;
  #closed = false;

  constructor({ clock, audio, voices, onDefect }: SpeakerOptions) {
    this.#onDefect = onDefect;
    this.#emitter = new Emitter(onDefect);
    this.#clock = clock;
    this.#audio = audio;
    this.#prepared = new PreparedSpeech((clause, signal) =>
      synthesizeClause(clause, { voices, clock, chunkTimeoutMs }, signal),
    );
  }

  on(listener: (event: SpeakerEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get speaking(): boolean {
    return this.#current !== undefined;
  }

  get paused(): boolean {
    return this.#pausedAtMs !== undefined;
  }

  /** Whether what is being said now may be cut. */
  get interruptible(): boolean {
    return this.#current?.kind === 'cancellable';
  }

  /** Whether anything being said, or waiting to be, is spoken to its end whatever the caller does. */
  get keepsSpeaking(): boolean {
    return this.#utterances().some((utterance) => utterance.kind === 'kept');
  }

  /** The utterance that is spoken last of all that are waiting; undefined where nothing is being said. */
  get lastId(): number | undefined {
    return this.#utterances().at(-1)?.id;
  }

  /** Sound that is made and not heard yet: how near the present utterance is to its end. */
  get remainingMs(): number {
    const current = this.#current;
    return current === undefined ? 0 : current.synthesized ? this.#audio.queuedMs : Infinity;
  }

  /** Makes a text ahead of time, so that a later `say` of it begins at once. */
  prepare(text: string): void {
    for (const clause of splitClauses(text)) this.#prepared.prepare(clause);
  }

  /** Returns the utterance's id. A text without a word in it ends at once, unheard. */
  say(text: string, kind: UtteranceKind): number {
    const utterance = this.open(kind);
    for (const clause of splitClauses(text)) utterance.write(clause);
    utterance.finish();
    return utterance.id;
  }

  open(kind: UtteranceKind): OpenUtterance {
    const utterance = new Utterance(++this.#lastId, kind);
    if (!this.#closed) {
      this.#queue.push(utterance);
      this.#synthesize(utterance).catch(this.#onDefect);
      this.#next();
    }
    return {
      id: utterance.id,
      write: (clause) => utterance.text.push(clause),
      finish: () => utterance.text.end(),
    };
  }

  pause(): void {
    if (this.#current === undefined || this.paused) return;
    this.#pausedAtMs = this.#audio.nowMs;
    this.#audio.pause();
  }

  resume(): void {
    if (!this.paused) return;
    this.#pausedAtMs = undefined;
    this.#audio.resume();
  }

  /** Cuts what may be cut, at once. */
  interrupt(): void {
    this.#drop((utterance) => utterance.kind === 'cancellable');
  }

  /** Cuts what may be cut of all that is said before the utterance with this id. */
  interruptBefore(id: number): void {
    this.#drop((utterance) => utterance.kind === 'cancellable' && utterance.id < id);
  }

  /** Cuts everything, also what is else spoken to its end. */
  cutAll(): void {
    this.#drop(() => true);
  }

  /** Cuts everything and says nothing more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#drop(() => true);
    this.#prepared.close();
  }

  /** The leg's playout events come through here. */
  hear(event: LegAudioEvent): void {
    if (event.type === 'playout-started') this.#started(event.atMs);
    else if (event.type === 'playout-drained') this.#endIfPlayed(event.atMs);
  }

  #utterances(): Utterance[] {
    return this.#current === undefined ? this.#queue : [this.#current, ...this.#queue];
  }

  #next(): void {
    if (this.#current !== undefined || this.#closed) return;
    const utterance = this.#queue.shift();
    if (utterance === undefined) return;
    this.#current = utterance;
    for (const { clause, chunk } of utterance.waiting.splice(0)) this.#play(utterance, clause, chunk);
    utterance.turn.resolve();
    this.#endIfPlayed(this.#audio.nowMs);
  }

  async #synthesize(utterance: Utterance): Promise<void> {
    try {
      for await (const text of utterance.text) await this.#synthesizeClause(utterance, text);
    } catch (error) {
      utterance.error = error;
    }
    utterance.synthesized = true;
    if (utterance === this.#current) this.#endIfPlayed(this.#audio.nowMs);
  }

  async #synthesizeClause(utterance: Utterance, text: string): Promise<void> {
    await this.#room(utterance);
    const { signal } = utterance.cut;
    if (signal.aborted) return;
    const clause = utterance.addClause(text);
    for await (const chunk of this.#prepared.speak(text, signal)) {
      if (signal.aborted) return;
      if (utterance === this.#current) this.#play(utterance, clause, chunk);
      else utterance.waiting.push({ clause, chunk });
    }
    clause.complete = true;
  }

  /** Waits until so much has been heard that more is wanted. */
  async #room(utterance: Utterance): Promise<void> {
    const { signal } = utterance.cut;
    if (utterance !== this.#current && utterance.waitingMs >= waitingAheadMs) await utterance.turn.promise;
    while (!signal.aborted && utterance === this.#current && this.#audio.queuedMs > aheadMs) {
      await this.#clock.sleep(this.#audio.queuedMs - aheadMs + 20, signal).catch(() => undefined);
    }
  }

  #play(utterance: Utterance, clause: PlayedClause, { samples, words }: SpeechChunk): void {
    if (samples.length === 0) return;
    this.#endMs = Math.max(this.#endMs, this.#audio.playedMs);
    clause.startMs ??= this.#endMs;
    clause.durationMs += samples.length / 8;
    if (words !== undefined) clause.words.push(...words);
    utterance.voicedAtMs ??= this.#audio.nowMs;
    this.#endMs += samples.length / 8;
    this.#audio.play(samples);
  }

  #started(atMs: number): void {
    const utterance = this.#current;
    if (utterance?.voicedAtMs === undefined || utterance.startedAtMs !== undefined) return;
    utterance.startedAtMs = atMs;
    const { id, voicedAtMs, clauses } = utterance;
    const firstWordAtMs = atMs + (clauses[0] === undefined ? 0 : firstWordMs(clauses[0]));
    this.#emitter.emit({ type: 'utterance-started', id, voicedAtMs, atMs, firstWordAtMs });
  }

  /** A leg that runs dry in the middle of an utterance waits for a slow voice; only a whole utterance ends. */
  #endIfPlayed(atMs: number): void {
    const utterance = this.#current;
    this.#watchPlayout();
    if (utterance === undefined || !utterance.synthesized || this.#audio.queuedMs > 0) return;
    this.#current = undefined;
    this.resume();
    this.#ended(utterance, atMs, false);
    this.#next();
    this.#watchPlayout();
    this.#idle(atMs);
  }

  /** Events of the leg may be lost; how much it has queued is always known. */
  #watchPlayout(): void {
    this.#playoutTimer?.cancel();
    if (this.#current?.synthesized !== true) return;
    this.#playoutTimer = this.#clock.after(this.#audio.queuedMs + playoutReportMsMax, () =>
      this.#endIfPlayed(this.#audio.nowMs),
    );
  }

  #drop(which: (utterance: Utterance) => boolean): void {
    const dropped = this.#utterances().filter(which);
    if (dropped.length === 0) return;
    // Nothing was heard since the pause.
    const atMs = this.#pausedAtMs ?? this.#audio.nowMs;
    for (const utterance of dropped) this.#cutOff(utterance);
    for (const utterance of dropped) this.#ended(utterance, atMs, true);
    this.#next();
    this.#watchPlayout();
    this.#idle(atMs);
  }

  #cutOff(utterance: Utterance): void {
    utterance.text.end();
    utterance.cut.abort();
    utterance.turn.resolve();
    if (utterance === this.#current) {
      this.#current = undefined;
      this.#audio.clear();
      this.resume();
      this.#endMs = this.#audio.playedMs;
    } else {
      this.#queue.splice(this.#queue.indexOf(utterance), 1);
    }
  }

  #ended(utterance: Utterance, atMs: number, interrupted: boolean): void {
    const { id, spokenText: text, startedAtMs, error } = utterance;
    const heardText = interrupted ? utterance.heardText(this.#audio.playedMs) : this.#wholeText(utterance);
    const failure = error === undefined ? {} : { error };
    this.#emitter.emit({
      type: 'utterance-ended',
      id,
      text,
      heardText,
      interrupted,
      startedAtMs,
      atMs,
      ...failure,
    });
  }

  /** The playout clock may be a frame behind the event that says all is out. */
  #wholeText(utterance: Utterance): string {
    return utterance.heardText(Math.max(this.#endMs, this.#audio.playedMs));
  }

  #idle(atMs: number): void {
    if (this.#current === undefined && this.#queue.length === 0) {
      this.#emitter.emit({ type: 'speaker-idle', atMs });
    }
  }
}
