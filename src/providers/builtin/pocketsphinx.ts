import { compileFunction } from 'node:vm';
import { DecoderMemory, type EngineMemory } from './decoder-memory.ts';
import { patchEngine } from './engine-patch.ts';
import type { SpeechModel } from './speech-model.ts';

/** A C++ vector, as exposed by embind. `delete` frees its memory. */
interface Vector<T> {
  push_back(value: T): void;
  size(): number;
  get(index: number): T;
  set(index: number, value: T): void;
  delete(): void;
}

interface NativeSegment {
  readonly word: string;
  /** In frames of 10 ms. */
  readonly start: number;
  readonly end: number;
  /** Acoustic log-likelihood, negative. */
  readonly ascr: number;
}

interface NativeRecogniser {
  /** embind handle; `ptr` is the address of the object. */
  readonly $$: { readonly ptr: number };
  addWords(words: Vector<[word: string, phones: string]>): unknown;
  addGrammar(ids: Vector<number>, grammar: object): unknown;
  switchSearch(id: number): unknown;
  start(): unknown;
  process(samples: Vector<number>): unknown;
  stop(): unknown;
  getHyp(): string;
  getHypseg(segments: Vector<NativeSegment>): unknown;
}

/** The module as exported by emscripten and embind. */
export interface PocketSphinx extends EngineMemory {
  readonly ReturnType: { readonly SUCCESS: unknown };
  readonly Config: new () => Vector<[option: string, value: string]>;
  readonly Recognizer: new (config: Vector<[option: string, value: string]>) => NativeRecogniser;
  readonly VectorWords: new () => Vector<[word: string, phones: string]>;
  readonly VectorTransitions: new () => Vector<Transition>;
  readonly AudioBuffer: new () => Vector<number>;
  readonly Segmentation: new () => Vector<NativeSegment>;
  readonly Integers: new () => Vector<number>;
  FS_unlink(path: string): void;
  FS_createPath(parent: string, name: string, canRead: boolean, canWrite: boolean): void;
  FS_createDataFile(
    parent: string,
    name: string,
    data: Uint8Array,
    canRead: boolean,
    canWrite: boolean,
    canOwn: boolean,
  ): void;
}

/** A transition of a finite-state grammar. Without a word it is an epsilon transition. Two epsilon transitions must not follow each other. */
export interface Transition {
  readonly from: number;
  readonly to: number;
  /** In the decoder's log base; 0 is certain. */
  readonly logp: number;
  readonly word: string;
}

export interface FiniteStateGrammar {
  readonly start: number;
  readonly end: number;
  readonly numStates: number;
  readonly transitions: readonly Transition[];
}

/** A word of the result; times in ms from the start of the utterance. */
export interface RecognisedWord {
  readonly word: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Acoustic cost per frame relative to the best senone of the model; higher means a worse match. About 25 to 55 for clear speech. */
  readonly costPerFrame: number;
}

/** The recognition result of an utterance. */
export interface DecodedSpeech {
  /** Without pauses and noises. */
  readonly words: readonly RecognisedWord[];
  /** Total cost of the frames that were recognised as pauses or noises; high if they contain speech. */
  readonly pauseCost: number;
}

const modelPath = '/en-us';
/** A small model inside the engine. It is not used, and is deleted to save 10 MB of memory. */
const builtInModelPath = '/rm1_200';
/**
 * Word insertion probability (`-wip`). The engine's default of 0.65 recognises several short words instead of a long one: "one a m" instead of "at
 * ten". With 0.1, fewer other sentences are accepted as dates and numbers, and as many answers are recognised (bench/recogniser).
 */
const wordInsertionProbability = 0.1;
const frameMs = 10;
/** Memory of the engine. It is reserved at the start and used as decoders and grammars are added. */
const engineMemoryBytes = 512 * 1024 * 1024;
/** Block size of the engine: 20 ms at 16 kHz. */
export const blockSamples = 320;

/** Half a second of audio, after which the Gaussian selection of a decoder no longer depends on its creation. */
const warmUpBlocks = 25;

/** Starts the engine in this thread and loads its model. Takes 0.2 to 0.4 s and about 110 MB. */
export async function startPocketSphinx(model: SpeechModel): Promise<PocketSphinx> {
  const module: Record<string, unknown> = {
    wasmBinary: patchEngine(model.engineWasm),
    TOTAL_MEMORY: engineMemoryBytes,
    print: () => {},
    printErr: () => {},
  };
  const ready = new Promise<void>((resolve, reject) => {
    module.onRuntimeInitialized = resolve;
    module.onAbort = (reason: unknown) => reject(new Error(`PocketSphinx stopped: ${String(reason)}`));
  });
  const run = compileFunction(model.engineSource, ['Module', 'require', 'process', '__dirname', 'module']);
  run(module, undefined, stubProcess, '/', {});
  await ready;
  const engine = module as unknown as PocketSphinx;
  engine.FS_createPath('/', modelPath.slice(1), true, true);
  for (const [name, bytes] of Object.entries(model.acoustic))
    engine.FS_createDataFile(modelPath, name, bytes, true, false, true);
  for (const name of Object.keys(model.acoustic)) engine.FS_unlink(`${builtInModelPath}/${name}`);
  return engine;
}

/** Prevents the engine's glue code from adding a listener for uncaught exceptions to the real `process`. */
const stubProcess = { argv: ['node', 'pocketsphinx'], versions: process.versions, on: () => {} };

/** A grammar of a decoder, which PocketSphinx calls a search. */
interface Search {
  readonly id: number;
  readonly allSenones: boolean;
}

/**
 * A decoder. Decoders are reused and never deleted, because the engine leaks the memory of deleted ones. An utterance consists of `start`, `process`
 * for each block, and `stop`.
 */
export class Decoder {
  readonly #engine: PocketSphinx;
  readonly #native: NativeRecogniser;
  readonly #memory: DecoderMemory;
  readonly #block: Vector<number>;
  readonly #words: Set<string>;
  readonly #searches = new Map<string, Search>();
  #transitions = 0;
  /** The search for utterances without a grammar: the warm-up and the speed measurement. */
  readonly #defaultSearch: Search;

  /** `words` and their phones are set at creation, which is cheaper than adding them later. */
  constructor(engine: PocketSphinx, words: ReadonlyMap<string, readonly string[]>) {
    this.#engine = engine;
    this.#native = this.#create(words);
    this.#memory = new DecoderMemory(engine, this.#native.$$.ptr);
    this.#words = new Set(words.keys());
    this.#block = new engine.AudioBuffer();
    for (let i = 0; i < blockSamples; i++) this.#block.push_back(0);
    const [anyWord] = words.keys();
    const defaultSearch = this.#addSearch({
      start: 0,
      end: 1,
      numStates: 2,
      transitions: [{ from: 0, to: 1, logp: 0, word: anyWord ?? '' }],
    });
    this.#defaultSearch = { id: defaultSearch, allSenones: true };
    this.warmUp();
  }

  hasGrammar(id: string): boolean {
    return this.#searches.has(id);
  }

  /** Number of transitions in all grammars of the decoder. Adding a word rebuilds the grammars. */
  get transitionCount(): number {
    return this.#transitions;
  }

  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Adds a grammar. All its words must have been added. `allSenones`: see `DecoderMemory.setAllSenones`. */
  addGrammar(id: string, grammar: FiniteStateGrammar, allSenones: boolean): void {
    this.#searches.set(id, { id: this.#addSearch(grammar), allSenones });
    this.#transitions += grammar.transitions.length;
  }

  /** Adds words, which rebuilds all existing grammars. Call it before `addGrammar`. */
  addWords(words: ReadonlyMap<string, readonly string[]>): void {
    const entries = [...words].filter(([word]) => !this.#words.has(word));
    if (entries.length === 0) return;
    const vector = new this.#engine.VectorWords();
    for (const entry of dictionaryEntries(new Map(entries))) vector.push_back(entry);
    const result = this.#native.addWords(vector);
    vector.delete();
    this.#check(result, 'add words');
    for (const [word] of entries) this.#words.add(word);
  }

  /** Starts an utterance, independent of earlier ones. */
  start(grammarId: string): void {
    const { id, allSenones } = this.#searches.get(grammarId) ?? this.#defaultSearch;
    this.#memory.resetMean();
    this.#memory.setAllSenones(allSenones);
    this.#check(this.#native.switchSearch(id), 'switch the grammar');
    this.#check(this.#native.start(), 'start an utterance');
  }

  /** Processes exactly `blockSamples` samples at 16 kHz. */
  process(block: Int16Array): void {
    for (let i = 0; i < blockSamples; i++) this.#block.set(i, block[i]!);
    this.#native.process(this.#block);
  }

  stop(): void {
    this.#check(this.#native.stop(), 'end an utterance');
  }

  /** The words recognised so far, or the words of the stopped utterance; empty if nothing matches. */
  get text(): string {
    return withoutVariants(this.#native.getHyp());
  }

  /** Returns the result of the stopped utterance. */
  getResult(): DecodedSpeech {
    const segments = new this.#engine.Segmentation();
    this.#native.getHypseg(segments);
    const words: RecognisedWord[] = [];
    let pauseCost = 0;
    for (let i = 0; i < segments.size(); i++) {
      const { word, start, end, ascr } = segments.get(i);
      if (/^[<[(]/.test(word)) pauseCost -= ascr;
      else
        words.push({
          word: withoutVariants(word),
          startMs: start * frameMs,
          endMs: (end + 1) * frameMs,
          costPerFrame: -ascr / (end - start + 1),
        });
    }
    segments.delete();
    return { words, pauseCost };
  }

  /** Decodes half a second of silence. Without it, the first utterance after the creation or after noise is scored differently. */
  warmUp(): void {
    this.start('');
    const quiet = new Int16Array(blockSamples);
    for (let block = 0; block < warmUpBlocks; block++) this.process(quiet);
    this.stop();
  }

  #create(words: ReadonlyMap<string, readonly string[]>): NativeRecogniser {
    const dictionary = dictionaryEntries(words)
      .map(([word, phones]) => `${word} ${phones}\n`)
      .join('');
    const name = `words-${Decoder.#created++}.dict`;
    this.#engine.FS_createDataFile('/', name, new TextEncoder().encode(dictionary), true, false, true);
    const config = new this.#engine.Config();
    config.push_back(['-hmm', modelPath]);
    config.push_back(['-dict', `/${name}`]);
    config.push_back(['-remove_noise', 'no']);
    config.push_back(['-wip', String(wordInsertionProbability)]);
    const native = new this.#engine.Recognizer(config);
    config.delete();
    return native;
  }

  static #created = 0;

  #addSearch(grammar: FiniteStateGrammar): number {
    const transitions = new this.#engine.VectorTransitions();
    for (const transition of grammar.transitions) transitions.push_back(transition);
    const ids = new this.#engine.Integers();
    const { start, end, numStates } = grammar;
    const result = this.#native.addGrammar(ids, { start, end, numStates, transitions });
    const id = ids.size() > 0 ? ids.get(0) : -1;
    transitions.delete();
    ids.delete();
    this.#check(result, 'add a grammar');
    return id;
  }

  #check(result: unknown, operation: string): void {
    if (result !== this.#engine.ReturnType.SUCCESS) throw new Error(`PocketSphinx could not ${operation}.`);
  }
}

function dictionaryEntries(words: ReadonlyMap<string, readonly string[]>): [string, string][] {
  return [...words].flatMap(([word, pronunciations]) =>
    pronunciations.map((phones, index): [string, string] => [
      index === 0 ? word : `${word}(${index + 1})`,
      phones,
    ]),
  );
}

/** Removes the numbers of alternative pronunciations: `a(2)` becomes `a`. */
function withoutVariants(text: string): string {
  return text.replace(/\(\d+\)/g, '');
}
