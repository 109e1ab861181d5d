import { Decoder, type PocketSphinx } from './pocketsphinx.ts';
import type { Pronunciations } from './pronunciations.ts';
import type { ThreadGrammar } from './recognition-protocol.ts';

/** One core decodes as many utterances at once, with room to catch up. Each decoder takes 8 MB, and is made when it is needed. */
const decodersMax = 24;

/*
 * Memory is counted in transitions of grammars, about 2 kB each. The engine never gives any back; its 512 MB hold
 * 246,000, measured with 16 and with 24 decoders.
 */
const decoderWeight = 3400;
const grammarWeight = 70;
/** Then the thread is to be replaced; what is left has to do until that has happened. */
const wornWeight = 180_000;
/**
 * Each word added rebuilds all that a decoder holds, at about 2 µs a transition; beyond so many transitions a new decoder,
 * which knows all words from the start, is the quicker way.
 */
const rebuildMost = 25_000;

/** The decoders of one thread: lent for an utterance, made when they are needed, kept for good. */
export class DecoderPool {
  readonly #engine: PocketSphinx;
  readonly #pronunciations: Pronunciations;
  readonly #grammars = new Map<string, ThreadGrammar>();
  readonly #free = new Set<Decoder>();
  readonly #words = new Set<string>();
  #count = 0;
  #weight = 0;

  /** `words` are known to every decoder from the start. Throws when the engine cannot make one with the model. */
  constructor(engine: PocketSphinx, pronunciations: Pronunciations, words: Iterable<string>) {
    this.#engine = engine;
    this.#pronunciations = pronunciations;
    for (const word of words) this.#words.add(word);
    this.#free.add(this.#create());
  }

  /** Whether so much has leaked that the thread should be replaced. */
  get worn(): boolean {
    return this.#weight > wornWeight;
  }

  /** A decoder to measure the speed of the machine with; to be given back. */
  get spare(): Decoder | undefined {
    return [...this.#free][0];
  }

  /** Makes a free decoder ready for the grammar, so that the first utterance need not wait for it. */
  learn(grammar: ThreadGrammar): void {
    this.#grammars.set(grammar.id, grammar);
    for (const word of grammar.words) this.#words.add(word);
    const decoder = this.lend(grammar.id);
    if (decoder !== undefined) this.giveBack(decoder);
  }

  /** Undefined while all are lent. The grammar must have been learnt. */
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
