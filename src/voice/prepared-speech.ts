import type { SpeechChunk, TextToSpeech } from '../contracts/text-to-speech.ts';
import type { Clock } from '../core/clock.ts';
import { type AgentVoice, discardedAudio, synthesizeClause, voiceTimeouts } from './synthesis.ts';

/** The most clauses whose audio is kept. A further clause replaces the oldest. */
const maxPrepared = 32;

type Synthesize = (clause: string, signal: AbortSignal) => AsyncIterable<SpeechChunk | typeof discardedAudio>;

/**
 * Synthesises clauses ahead of time, such as a greeting while the phone rings. The audio of a clause is used once. A clause whose synthesis failed is
 * synthesised again when it is spoken.
 */
export class PreparedSpeech {
  readonly #synthesize: Synthesize;
  readonly #clauses = new Map<string, Promise<SpeechChunk[] | undefined>>();
  readonly #closing = new AbortController();

  constructor(synthesize: Synthesize) {
    this.#synthesize = synthesize;
  }

  prepare(clause: string): void {
    if (this.#closing.signal.aborted || this.#clauses.has(clause)) return;
    const [oldest] = this.#clauses.keys();
    if (this.#clauses.size >= maxPrepared && oldest !== undefined) this.#clauses.delete(oldest);
    this.#clauses.set(clause, this.#collect(clause));
  }

  /** Returns the prepared audio of the clause, or synthesises it now. */
  async *speak(clause: string, signal: AbortSignal): ReturnType<Synthesize> {
    const prepared = this.#clauses.get(clause);
    this.#clauses.delete(clause);
    const chunks = await prepared;
    if (chunks === undefined) yield* this.#synthesize(clause, signal);
    else yield* chunks;
  }

  close(): void {
    this.#closing.abort();
    this.#clauses.clear();
  }

  async #collect(clause: string): Promise<SpeechChunk[] | undefined> {
    try {
      const chunks = await collectSpeech(this.#synthesize(clause, this.#closing.signal));
      return chunks.length === 0 ? undefined : chunks;
    } catch {
      return undefined;
    }
  }
}

/** Returns the chunks that were not discarded. */
export async function collectSpeech(speech: ReturnType<Synthesize>): Promise<SpeechChunk[]> {
  let chunks: SpeechChunk[] = [];
  for await (const chunk of speech) {
    if (chunk === discardedAudio) chunks = [];
    else chunks.push(chunk);
  }
  return chunks;
}

/** The most texts that are kept per provider. */
const maxTexts = 200;

type Audio = Promise<readonly SpeechChunk[] | undefined>;

/** The audio of the apologies of all calls. Each text is synthesised once per voice. */
const audioOf = new WeakMap<TextToSpeech, Map<string, Audio>>();

/** The apology of an agent as audio, which is heard when no voice can speak. */
export class SpokenApology {
  #text = '';
  #chunks: readonly SpeechChunk[] | undefined;

  /** Synthesises the text, unless a voice of the agent is local. Never rejects. */
  async prepare(text: string, voices: readonly AgentVoice[], clock: Clock): Promise<void> {
    const [voice] = voices;
    if (voice === undefined || voices.some(({ engine }) => !engine.capabilities.network)) return;
    this.#text = text;
    this.#chunks = await audioFor(text, voice, clock);
  }

  /** The text with its audio; undefined if the text was not synthesised. */
  get speech(): { readonly text: string; readonly chunks: readonly SpeechChunk[] } | undefined {
    return this.#chunks && { text: this.#text, chunks: this.#chunks };
  }
}

function audioFor(text: string, voice: AgentVoice, clock: Clock): Audio {
  const { engine, voiceId, language, speed, volume } = voice;
  const texts = audioOf.get(engine) ?? new Map<string, Audio>();
  audioOf.set(engine, texts);
  const key = JSON.stringify([text, voiceId, language, speed, volume]);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const audio = synthesize(text, voice, clock).catch(() => {
    texts.delete(key);
    return undefined;
  });
  const [oldest] = texts.keys();
  if (texts.size >= maxTexts && oldest !== undefined) texts.delete(oldest);
  texts.set(key, audio);
  return audio;
}

async function synthesize(text: string, voice: AgentVoice, clock: Clock): Promise<readonly SpeechChunk[]> {
  const limits = voiceTimeouts(false);
  const { signal } = new AbortController();
  return collectSpeech(synthesizeClause(text, { voices: [voice], clock, ...limits }, signal));
}
