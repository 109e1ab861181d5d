import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A model that recognises while audio arrives (`online`), or whole utterances only. `config` is that of sherpa-onnx. */
export interface RecognitionModel {
  readonly kind: string;
  readonly isOnline: boolean;
  readonly config: object;
}

/** A model that speaks. `config` is that of sherpa-onnx. */
export interface VoiceModel {
  readonly kind: string;
  readonly config: object;
}

/** A folder has no model that can be used. The message is a sentence for the operator. */
export class ModelFilesError extends Error {
  override readonly name = 'ModelFilesError';
}

export interface ModelOptions {
  /** Threads of one inference. */
  readonly threads: number;
  /** ISO 639-1, for models that transcribe several languages; undefined: the model detects it. */
  readonly language?: string | undefined;
}

/** Metadata is at the end of an ONNX file. */
const metadataBytes = 64 * 1024;
/** Metadata of models that decode audio in chunks. */
const onlineMarkers = ['decode_chunk_len', 'cache_last_channel_dim1', 'chunk_feature_frames'];
const featConfig = { sampleRate: 16_000, featureDim: 80 };
const espeakFiles = ['phontab', 'phonindex', 'phondata', 'intonations'];

/** The files of a folder. */
class ModelFolder {
  readonly directory: string;
  readonly #names: readonly string[];

  constructor(directory: string, names: readonly string[]) {
    this.directory = directory;
    this.#names = names;
  }

  /** Returns the path of a file with this pattern; the quantised one, which is faster, if there are several. */
  find(pattern: RegExp): string | undefined {
    const names = this.#names.filter((name) => pattern.test(name));
    const name = names.find((candidate) => candidate.includes('int8')) ?? names[0];
    return name === undefined ? undefined : path.join(this.directory, name);
  }

  findAll(pattern: RegExp): readonly string[] {
    return this.#names.filter((name) => pattern.test(name)).map((name) => path.join(this.directory, name));
  }

  /** @throws {ModelFilesError} with the description of the missing file */
  require(pattern: RegExp, missing: string): string {
    return this.find(pattern) ?? fail(`${this.directory} has no ${missing}.`);
  }
}

/** Detects the kind of a recogniser's model from its files. @throws {ModelFilesError} */
export async function readRecognitionModel(
  directory: string,
  options: ModelOptions,
): Promise<RecognitionModel> {
  const folder = await readFolder(directory);
  const tokens = folder.require(/tokens\.txt$/, 'tokens.txt');
  const { kind, isOnline, model } = folder.find(/encoder.*\.onnx$/)
    ? await encoderModel(folder, options)
    : await singleModel(folder, options);
  const modelConfig = { ...model, tokens, numThreads: options.threads, provider: 'cpu', debug: 0 };
  return { kind, isOnline, config: { featConfig, modelConfig } };
}

interface DetectedModel {
  readonly kind: string;
  readonly isOnline: boolean;
  readonly model: object;
}

async function encoderModel(folder: ModelFolder, options: ModelOptions): Promise<DetectedModel> {
  const encoder = folder.require(/encoder.*\.onnx$/, 'encoder');
  const decoder = folder.require(/decoder.*\.onnx$/, 'decoder: a file decoder….onnx');
  const joiner = folder.find(/joiner.*\.onnx$/);
  const metadata = await readMetadata(encoder);
  if (joiner !== undefined) {
    const isOnline = isOnlineModel(encoder, metadata);
    return { kind: 'transducer', isOnline, model: { transducer: { encoder, decoder, joiner } } };
  }
  if (metadata.includes('whisper') || /-encoder/.test(path.basename(encoder))) {
    const language = options.language ?? '';
    const whisper = { encoder, decoder, language, task: 'transcribe' };
    return { kind: 'whisper', isOnline: false, model: { whisper } };
  }
  if (metadata.includes('paraformer') || folder.directory.includes('paraformer'))
    return { kind: 'paraformer', isOnline: true, model: { paraformer: { encoder, decoder } } };
  return fail(`${folder.directory} has an encoder and a decoder, but no joiner: a file joiner….onnx.`);
}

async function singleModel(folder: ModelFolder, options: ModelOptions): Promise<DetectedModel> {
  const model = folder.require(/\.onnx$/, 'model: a file ….onnx');
  const metadata = await readMetadata(model);
  const detected = (kind: string, key: string, isOnline: boolean, more: object = {}): DetectedModel => ({
    kind,
    isOnline,
    model: { [key]: { model, ...more } },
  });
  const isOnline = isOnlineModel(model, metadata);
  if (metadata.includes('sense_voice'))
    return detected('sense-voice', 'senseVoice', false, {
      language: options.language ?? '',
      useInverseTextNormalization: 1,
    });
  if (metadata.includes('paraformer')) return detected('paraformer', 'paraformer', false);
  if (metadata.includes('EncDec')) return detected('nemo-ctc', 'nemoCtc', isOnline);
  if (metadata.includes('zipformer'))
    return detected('zipformer-ctc', isOnline ? 'zipformer2Ctc' : 'zipformerCtc', isOnline);
  return fail(
    `The kind of the model ${model} is unknown. Supported are transducer, zipformer CTC, NeMo CTC, paraformer, whisper and SenseVoice models.`,
  );
}

/** Detects the kind of a voice's model from its files. @throws {ModelFilesError} */
export async function readVoiceModel(directory: string, { threads }: ModelOptions): Promise<VoiceModel> {
  const folder = await readFolder(directory);
  const tokens = folder.require(/^tokens\.txt$/, 'tokens.txt');
  const { kind, model } = await voiceModel(folder, tokens);
  return {
    kind,
    config: { model: { ...model, numThreads: threads, provider: 'cpu', debug: 0 }, maxNumSentences: 1 },
  };
}

interface VoiceFiles {
  readonly tokens: string;
  /** Dictionaries of words, separated by commas. */
  readonly lexicon?: string;
}

async function voiceModel(folder: ModelFolder, tokens: string): Promise<{ kind: string; model: object }> {
  const lexicon = folder.findAll(/^lexicon.*\.txt$/).join(',');
  const files: VoiceFiles = { tokens, ...(lexicon !== '' && { lexicon }) };
  if (folder.find(/^((vocos|hifigan)|model-steps).*\.onnx$/) !== undefined)
    return { kind: 'matcha', model: { matcha: await matchaFiles(folder, files) } };
  const model = folder.require(/\.onnx$/, 'model: a file ….onnx');
  const metadata = await readMetadata(model);
  const kind = ['kitten', 'kokoro'].find((name) => metadata.includes(name));
  if (kind !== undefined || folder.find(/^voices\.bin$/) !== undefined) {
    const voices = folder.require(/^voices\.bin$/, 'voices.bin');
    const data = await speechData(folder, true);
    return { kind: kind ?? 'kokoro', model: { [kind ?? 'kokoro']: { model, voices, ...files, ...data } } };
  }
  const spellsCharacters = lexicon !== '' || metadata.includes('coqui');
  const data = await speechData(folder, !spellsCharacters);
  return { kind: 'vits', model: { vits: { model, ...files, ...data } } };
}

async function matchaFiles(folder: ModelFolder, files: VoiceFiles): Promise<object> {
  const acousticModel = folder.require(/^model-steps.*\.onnx$/, 'acoustic model: a file model-steps….onnx');
  const vocoder = folder.require(/^(vocos|hifigan).*\.onnx$/, 'vocoder: a file vocos….onnx or hifigan….onnx');
  return { acousticModel, vocoder, ...files, ...(await speechData(folder, files.lexicon === undefined)) };
}

/** Returns the folder with the pronunciation rules of espeak-ng, if it exists. */
async function speechData(folder: ModelFolder, isRequired: boolean): Promise<{ dataDir?: string }> {
  const dataDir = path.join(folder.directory, 'espeak-ng-data');
  const names = await readdir(dataDir).catch(() => undefined);
  if (names === undefined) return isRequired ? fail(`${folder.directory} has no folder espeak-ng-data.`) : {};
  for (const name of espeakFiles) if (!names.includes(name)) fail(`${dataDir} has no ${name}.`);
  return { dataDir };
}

async function readFolder(directory: string): Promise<ModelFolder> {
  const names = await readdir(directory).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOTDIR' ? 'is not a folder' : code === 'ENOENT' ? 'does not exist' : undefined;
    return fail(`${directory} ${reason ?? `cannot be read (${code})`}.`);
  });
  for (const name of names.filter((candidate) => /\.(onnx|txt|bin)$/.test(candidate))) {
    const file = path.join(directory, name);
    if ((await stat(file).catch(() => undefined))?.size === 0) fail(`${file} is empty.`);
  }
  return new ModelFolder(directory, names.toSorted());
}

/** Returns the end of a model's file, whose names of metadata are plain text. */
async function readMetadata(file: string): Promise<string> {
  const handle = await open(file).catch(() => fail(`${file} cannot be read.`));
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, metadataBytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('latin1');
  } finally {
    await handle.close();
  }
}

const isOnlineModel = (file: string, metadata: string): boolean =>
  onlineMarkers.some((marker) => metadata.includes(marker)) || /streaming|chunk-\d/.test(path.basename(file));

function fail(message: string): never {
  throw new ModelFilesError(message);
}
