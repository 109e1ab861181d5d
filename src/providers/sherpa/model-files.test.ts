import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecognitionModel, readVoiceModel } from './model-files.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parley-sherpa-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Creates a folder with files. The text stands for the metadata at the end of a model. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), `${'x'.repeat(100)}${text}`);
  }
  return root;
}

const tokens = { 'tokens.txt': '' };
const espeak = Object.fromEntries(
  ['phontab', 'phonindex', 'phondata', 'intonations'].map((name) => [`espeak-ng-data/${name}`, '']),
);
const options = { threads: 2, language: 'en' };

describe('readRecognitionModel', () => {
  it.each([
    [
      'a streaming zipformer transducer, and prefers quantised files',
      {
        'encoder-epoch-99.onnx': '',
        'encoder-epoch-99.int8.onnx': 'model_type zipformer2 decode_chunk_len',
        'decoder-epoch-99.onnx': '',
        'joiner-epoch-99.int8.onnx': '',
      },
      { kind: 'transducer', isOnline: true },
      { transducer: { encoder: 'encoder-epoch-99.int8.onnx', decoder: 'decoder-epoch-99.onnx' } },
    ],
    [
      'a transducer for whole utterances',
      {
        'encoder.int8.onnx': 'EncDecRNNTBPEModel',
        'decoder.int8.onnx': '',
        'joiner.int8.onnx': '',
      },
      { kind: 'transducer', isOnline: false },
      { transducer: { joiner: 'joiner.int8.onnx' } },
    ],
    [
      'whisper',
      { 'tiny.en-encoder.int8.onnx': 'whisper-tiny.en', 'tiny.en-decoder.int8.onnx': '' },
      { kind: 'whisper', isOnline: false },
      { whisper: { encoder: 'tiny.en-encoder.int8.onnx' } },
    ],
    [
      'a streaming paraformer',
      { 'encoder.int8.onnx': 'paraformer', 'decoder.int8.onnx': '' },
      { kind: 'paraformer', isOnline: true },
      { paraformer: { decoder: 'decoder.int8.onnx' } },
    ],
    [
      'SenseVoice',
      { 'model.int8.onnx': 'sense_voice_ctc' },
      { kind: 'sense-voice', isOnline: false },
      { senseVoice: { model: 'model.int8.onnx' } },
    ],
    [
      'a streaming zipformer CTC model',
      { 'ctc-epoch-30-chunk-16-left-128.int8.onnx': 'zipformer2 decode_chunk_len' },
      { kind: 'zipformer-ctc', isOnline: true },
      { zipformer2Ctc: { model: 'ctc-epoch-30-chunk-16-left-128.int8.onnx' } },
    ],
  ])('detects %s', async (_, files, expected, model) => {
    const directory = await folderOf({ ...tokens, ...files });
    const result = await readRecognitionModel(directory, options);
    expect(result).toMatchObject(expected);
    expect(result.config).toMatchObject({ modelConfig: { ...inFolder(model), numThreads: 2 } });
  });

  it.each([
    ['a folder without tokens', { 'encoder.onnx': '' }, 'has no tokens.txt.'],
    ['an encoder only', { ...tokens, 'encoder.onnx': '' }, 'has no decoder: a file decoder….onnx.'],
    ['no model', tokens, 'has no model: a file ….onnx.'],
    ['an unknown model', { ...tokens, 'model.onnx': 'other' }, 'is unknown.'],
    [
      'a transducer without joiner',
      { ...tokens, 'encoder.onnx': 'zipformer2', 'decoder.onnx': '' },
      'no joiner: a file joiner….onnx.',
    ],
  ])('names what is missing: %s', async (_, files, message) => {
    const directory = await folderOf(files);
    await expect(readRecognitionModel(directory, options)).rejects.toThrow(message);
  });

  it('rejects a folder that does not exist, a file, and an empty file', async () => {
    const missing = path.join(root, 'missing');
    await expect(readRecognitionModel(missing, options)).rejects.toThrow(`${missing} does not exist.`);
    const file = path.join(await folderOf(tokens), 'tokens.txt');
    await expect(readRecognitionModel(file, options)).rejects.toThrow(`${file} is not a folder.`);
    await writeFile(file, '');
    await expect(readRecognitionModel(root, options)).rejects.toThrow(`${file} is empty.`);
  });
});

describe('readVoiceModel', () => {
  it.each([
    ['piper', { 'en_US-amy-low.onnx': 'vits', ...espeak }, 'vits', { model: 'en_US-amy-low.onnx' }],
    ['kokoro', { 'model.onnx': 'kokoro', 'voices.bin': '', ...espeak }, 'kokoro', { voices: 'voices.bin' }],
    [
      'kitten',
      { 'model.fp16.onnx': 'kitten-tts', 'voices.bin': '', ...espeak },
      'kitten',
      { voices: 'voices.bin' },
    ],
    [
      'matcha',
      { 'model-steps-3.onnx': 'matcha-tts', 'vocos-22khz-univ.onnx': '', ...espeak },
      'matcha',
      { acousticModel: 'model-steps-3.onnx', vocoder: 'vocos-22khz-univ.onnx', dataDir: 'espeak-ng-data' },
    ],
    [
      'a model with a lexicon',
      { 'model.onnx': 'vits', 'lexicon.txt': '' },
      'vits',
      { lexicon: 'lexicon.txt' },
    ],
  ])('detects %s', async (_, files, kind, model) => {
    const result = await readVoiceModel(await folderOf({ ...tokens, ...files }), options);
    expect(result.kind).toBe(kind);
    expect(result.config).toMatchObject({ model: inFolder({ [kind]: { ...model, tokens: 'tokens.txt' } }) });
  });

  it.each([
    ['pronunciation rules', { 'model.onnx': 'vits' }, 'has no folder espeak-ng-data.'],
    [
      'a file of the rules',
      { 'model.onnx': 'vits', 'espeak-ng-data/phontab': '' },
      'espeak-ng-data has no phonindex.',
    ],
    ['voices', { 'model.onnx': 'kokoro', ...espeak }, 'has no voices.bin.'],
    [
      'a vocoder',
      { 'model-steps-3.onnx': '', ...espeak },
      'has no vocoder: a file vocos….onnx or hifigan….onnx.',
    ],
  ])('names what is missing: %s', async (_, files, message) => {
    await expect(readVoiceModel(await folderOf({ ...tokens, ...files }), options)).rejects.toThrow(message);
  });
});

/** Returns the configuration with the paths of the files. */
function inFolder(
  model: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(model).map(([key, files]) => [
      key,
      Object.fromEntries(Object.entries(files).map(([name, file]) => [name, path.join(root, file)])),
    ]),
  );
}
