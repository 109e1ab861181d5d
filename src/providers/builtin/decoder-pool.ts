import { Decoder, type PocketSphinx } from './pocketsphinx.ts';
import type { Pronunciations } from './pronunciations.ts';
import type { ThreadGrammar } from './recognition-protocol.ts';

/**
 * The most concurrent utterances of a thread. A core decodes this many in real time, with a reserve to catch up. A decoder takes 8 MB and is created
 * on demand.
 */
const maxDecoders = 24;

/*
 * Weights estimate memory in grammar transitions of about 2 kB each. The engine never frees memory; its 512 MB hold 246,000 transitions, measured
 * with 16 and 24 decoders.
 */
const decoderWeight = 3400;
const grammarWeight = 70;
/** Above this weight the thread should be replaced. The rest of its memory is a reserve until the replacement is ready. */
const replacementWeight = 180_000;
/**
 * Adding a word rebuilds all grammars of the decoder, at about 2 µs per transition. Above this number of transitions, creating a new decoder with all
 * words is faster.
 */
const maxRebuildTransitions = 25_000;

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

  /** Whether the engine has used so much memory that the thread should be replaced. */
  get needsReplacement(): boolean {
    return this.#weight > replacementWeight;
  }

  /** A decoder that is not in use, to measure the speed of the machine; undefined if all are in use. */
  get idleDecoder(): Decoder | undefined {
    return [...this.#free][0];
  }

  /** Adds the grammar to a free decoder, so that the first utterance need not wait for that. */
  prepare(grammar: ThreadGrammar): void {
    this.#grammars.set(grammar.id, grammar);
    for (const word of grammar.words) this.#words.add(word);
    const decoder = this.borrow(grammar.id);
    if (decoder !== undefined) this.release(decoder);
  }

  /** Borrows a decoder with the grammar; undefined while all are in use. `prepare` must have been called with the grammar. */
  borrow(grammarId: string): Decoder | undefined {
    const grammar = this.#grammars.get(grammarId);
    if (grammar === undefined) throw new Error('an utterance uses a grammar that was never sent');
    const decoder = this.#choose(grammar);
    if (decoder === undefined) return undefined;
    this.#free.delete(decoder);
    this.#addGrammar(decoder, grammar);
    return decoder;
  }

  release(decoder: Decoder): void {
    this.#free.add(decoder);
  }

  #choose(grammar: ThreadGrammar): Decoder | undefined {
    const free = [...this.#free];
    const prepared = free.find((decoder) => decoder.hasGrammar(grammar.id));
    if (prepared !== undefined) return prepared;
    const rebuiltTransitions = (decoder: Decoder) =>
      this.#missingWords(decoder, grammar).length * decoder.transitionCount;
    const [cheapest] = free.toSorted(
      (a, b) => rebuiltTransitions(a) - rebuiltTransitions(b) || a.transitionCount - b.transitionCount,
    );
    if (cheapest !== undefined && rebuiltTransitions(cheapest) <= maxRebuildTransitions) return cheapest;
    return this.#count < maxDecoders ? this.#create() : cheapest;
  }

  #missingWords(decoder: Decoder, grammar: ThreadGrammar): string[] {
    return grammar.words.filter((word) => !decoder.hasWord(word));
  }

  #addGrammar(decoder: Decoder, grammar: ThreadGrammar): void {
    if (decoder.hasGrammar(grammar.id)) return;
    decoder.addWords(this.#pronunciationsOf(this.#missingWords(decoder, grammar)));
    decoder.addGrammar(grammar.id, grammar.network, grammar.allSenones);
    this.#weight += grammar.network.transitions.length + grammarWeight;
  }

  #create(): Decoder {
    this.#count += 1;
    this.#weight += decoderWeight;
    return new Decoder(this.#engine, this.#pronunciationsOf(this.#words));
  }

  #pronunciationsOf(words: Iterable<string>): Map<string, readonly string[]> {
    return new Map([...words].map((word) => [word, this.#pronunciations.of(word)]));
  }
}
