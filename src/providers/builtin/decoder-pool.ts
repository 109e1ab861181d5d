import { Decoder, type PocketSphinx } from './pocketsphinx.ts';
import type { Pronunciations } from './pronunciations.ts';
import type { ThreadGrammar } from './recognition-protocol.ts';

/** Concurrent utterances per core, with reserve to catch up. Each decoder takes 8 MB and is created on demand. */
const decodersMax = 24;

/*
 * Memory is counted in grammar transitions of about 2 kB each. The engine never frees memory; its 512 MB hold 246,000 transitions, measured with
 * 16 and 24 decoders.
 */
const decoderWeight = 3400;
const grammarWeight = 70;
/** At this number the thread should be replaced; the rest is reserve until then. */
const wornWeight = 180_000;
/**
 * Each added word rebuilds all grammars of a decoder, at about 2 µs per transition. Above this number of transitions it is faster to create a new
 * decoder with all words.
 */
const rebuildMost = 25_000;

/** The decoders of one thread: borrowed per utterance, created on demand, never deleted. */
export class DecoderPool {
  readonly #engine: PocketSphinx;
  readonly #pronunciations: Pronunciations;
  readonly #grammars = new Map<string, ThreadGrammar>();
  readonly #free = new Set<Decoder>();
  readonly #words = new Set<string>();
  #count = 0;
  #weight = 0;

  /** `words` are added to each decoder at creation. Throws if the engine cannot create a decoder with the model. */
  constructor(engine: PocketSphinx, pronunciations: Pronunciations, words: Iterable<string>) {
    this.#engine = engine;
    this.#pronunciations = pronunciations;
    for (const word of words) this.#words.add(word);
    this.#free.add(this.#create());
  }

  /** Whether leaked memory has reached the level at which the thread should be replaced. */
  get worn(): boolean {
    return this.#weight > wornWeight;
  }

  /** Borrows a decoder to measure the speed of the machine; it must be returned. */
  get spare(): Decoder | undefined {
    return [...this.#free][0];
  }

  /** Prepares a free decoder for the grammar, so that the first utterance need not wait. */
  learn(grammar: ThreadGrammar): void {
    this.#grammars.set(grammar.id, grammar);
    for (const word of grammar.words) this.#words.add(word);
    const decoder = this.lend(grammar.id);
    if (decoder !== undefined) this.giveBack(decoder);
  }

  /** Borrows a decoder; undefined while all are in use. The grammar must be prepared. */
  lend(grammarId: string): Decoder | undefined {
    const grammar = this.#grammars.get(grammarId);
    if (grammar === undefined) throw new Error('an utterance began with a grammar that was never sent');
    const decoder = this.#choose(grammar);
    if (decoder === undefined) return undefined;
    this.#free.delete(decoder);
    this.#teach(decoder, grammar);
    return decoder;
  }

  giveBack(decoder: Decoder): void {
    this.#free.add(decoder);
  }

  #choose(grammar: ThreadGrammar): Decoder | undefined {
    const free = [...this.#free];
    const knowing = free.find((decoder) => decoder.hasGrammar(grammar.id));
    if (knowing !== undefined) return knowing;
    const effort = (decoder: Decoder) => this.#missing(decoder, grammar).length * decoder.transitionCount;
    const [easiest] = free.toSorted((a, b) => effort(a) - effort(b) || a.transitionCount - b.transitionCount);
    if (easiest !== undefined && effort(easiest) <= rebuildMost) return easiest;
    return this.#count < decodersMax ? this.#create() : easiest;
  }

  #missing(decoder: Decoder, grammar: ThreadGrammar): string[] {
    return grammar.words.filter((word) => !decoder.knowsWord(word));
  }

  #teach(decoder: Decoder, grammar: ThreadGrammar): void {
    if (decoder.hasGrammar(grammar.id)) return;
    decoder.addWords(this.#pronounced(this.#missing(decoder, grammar)));
    decoder.addGrammar(grammar.id, grammar.network, grammar.allSounds);
    this.#weight += grammar.network.transitions.length + grammarWeight;
  }

  #create(): Decoder {
    this.#count += 1;
    this.#weight += decoderWeight;
    return new Decoder(this.#engine, this.#pronounced(this.#words));
  }

  #pronounced(words: Iterable<string>): Map<string, readonly string[]> {
    return new Map([...words].map((word) => [word, this.#pronunciations.of(word)]));
  }
}
