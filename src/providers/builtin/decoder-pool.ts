import { Decoder, type PocketSphinx } from './pocketsphinx.ts';
import type { Pronunciations } from './pronunciations.ts';
import type { ThreadGrammar } from './recognition-protocol.ts';

/** The engine's memory (96 MB, fixed) holds eleven decoders; the rest is left for grammars. */
const decodersMax = 6;
/** What grammars and words added leak, in transitions, before the engine is worn. */
const wearMax = 12_000;
/** Adding a word rebuilds what there is. */
const wearPerWord = 10;
const grammarsPerDecoderMax = 30;

/** The decoders of one thread: lent for an utterance, made when they are needed, kept for good. */
export class DecoderPool {
  readonly #engine: PocketSphinx;
  readonly #pronunciations: Pronunciations;
  readonly #grammars = new Map<string, ThreadGrammar>();
  readonly #free: Decoder[] = [];
  readonly #words = new Set<string>();
  #count = 0;
  #wear = 0;

  /** `words` are known to every decoder from the start. Throws when the engine cannot make one with the model. */
  constructor(engine: PocketSphinx, pronunciations: Pronunciations, words: Iterable<string>) {
    this.#engine = engine;
    this.#pronunciations = pronunciations;
    for (const word of words) this.#words.add(word);
    this.#free.push(this.#create());
  }

  /** Whether so much has leaked that the thread should be replaced. */
  get worn(): boolean {
    return this.#wear > wearMax;
  }

  /** Makes a free decoder ready for the grammar, so that the first utterance need not wait for it. */
  learn(grammar: ThreadGrammar): void {
    this.#grammars.set(grammar.id, grammar);
    for (const word of grammar.words) this.#words.add(word);
    const decoder = this.#choose(grammar.id);
    if (decoder !== undefined) this.#teach(decoder, grammar);
  }

  /** Undefined while all are lent. The grammar must have been learnt. */
  lend(grammarId: string): Decoder | undefined {
    const grammar = this.#grammars.get(grammarId);
    if (grammar === undefined) throw new Error('an utterance began with a grammar that was never sent');
    const decoder = this.#choose(grammarId) ?? (this.#count < decodersMax ? this.#create() : undefined);
    if (decoder === undefined) return undefined;
    const at = this.#free.indexOf(decoder);
    if (at !== -1) this.#free.splice(at, 1);
    this.#teach(decoder, grammar);
    return decoder;
  }

  giveBack(decoder: Decoder): void {
    this.#free.push(decoder);
  }

  #choose(grammarId: string): Decoder | undefined {
    return (
      this.#free.find((decoder) => decoder.hasGrammar(grammarId)) ??
      this.#free.toSorted((a, b) => a.grammarCount - b.grammarCount)[0]
    );
  }

  #teach(decoder: Decoder, grammar: ThreadGrammar): void {
    if (decoder.hasGrammar(grammar.id)) return;
    const missing = grammar.words.filter((word) => !decoder.knowsWord(word));
    decoder.addWords(this.#pronounced(missing));
    decoder.addGrammar(grammar.id, grammar.network);
    this.#wear += grammar.network.transitions.length + missing.length * wearPerWord;
    if (decoder.grammarCount > grammarsPerDecoderMax) this.#wear = wearMax + 1;
  }

  #create(): Decoder {
    this.#count += 1;
    return new Decoder(this.#engine, this.#pronounced(this.#words));
  }

  #pronounced(words: Iterable<string>): Map<string, readonly string[]> {
    return new Map([...words].map((word) => [word, this.#pronunciations.of(word)]));
  }
}
