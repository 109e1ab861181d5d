import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeModel, float, int64, type Node, type Port, type Tensor } from './onnx.ts';

/** Rate of the tiny voice, in Hz. */
export const tinyVoiceRate = 22_050;
/** Length of a letter of the tiny voice, in samples. */
export const letterSamples = 2_205;
const letters = ' abcdefghijklmnopqrstuvwxyz';
const loudness = 0.02;
/** Log energy of the loudest band above which the tiny recogniser recognises its word. */
const speechLevel = -6;

const shape = (name: string, dims: readonly number[]): Tensor => ({
  name,
  type: int64,
  dims: [dims.length],
  values: dims,
});

/** Writes a model that speaks a tone of 100 ms for each letter; the later the letter, the louder. It has two speakers, which sound the same. */
export async function writeTinyVoice(directory: string): Promise<void> {
  const tone = Array.from(
    { length: letterSamples },
    (_, i) => loudness * Math.sin((2 * Math.PI * 400 * i) / tinyVoiceRate),
  );
  const model = encodeModel({
    nodes: [
      { type: 'Cast', inputs: ['input'], output: 'ids', attributes: { to: float } },
      { type: 'Reshape', inputs: ['ids', 'column'], output: 'levels' },
      { type: 'MatMul', inputs: ['levels', 'tone'], output: 'tones' },
      { type: 'Reshape', inputs: ['tones', 'audio'], output: 'output' },
    ],
    constants: [
      { name: 'tone', type: float, dims: [1, letterSamples], values: tone },
      shape('column', [-1, 1]),
      shape('audio', [1, 1, -1]),
    ],
    inputs: [
      { name: 'input', type: int64, dims: [1, 'letters'] },
      { name: 'input_lengths', type: int64, dims: [1] },
      { name: 'scales', type: float, dims: [3] },
    ],
    outputs: [{ name: 'output', type: float, dims: [1, 1, 'samples'] }],
    metadata: {
      model_type: 'vits',
      comment: 'coqui',
      frontend: 'characters',
      language: 'English',
      sample_rate: tinyVoiceRate,
      n_speakers: 2,
      use_eos_bos: 0,
      add_blank: 0,
    },
  });
  await writeFile(path.join(directory, 'model.onnx'), model);
  const tokens = [...letters].map((letter, id) => `${letter} ${id}\n`);
  await writeFile(path.join(directory, 'tokens.txt'), tokens.join(''));
}

/** Recognises the word "yes" in each loud part of the audio. */
const recognise: readonly Node[] = [
  { type: 'ReduceMax', inputs: ['audio_signal'], output: 'peaks', attributes: { axes: [1], keepdims: 0 } },
  { type: 'Reshape', inputs: ['peaks', 'frames'], output: 'levels' },
  { type: 'MatMul', inputs: ['levels', 'weights'], output: 'weighted' },
  { type: 'Add', inputs: ['weighted', 'biases'], output: 'logits' },
  { type: 'LogSoftmax', inputs: ['logits'], output: 'logprobs', attributes: { axis: 2 } },
];

const recogniserConstants: readonly Tensor[] = [
  shape('frames', [0, -1, 1]),
  { name: 'weights', type: float, dims: [1, 2], values: [1, 0] },
  { name: 'biases', type: float, dims: [2], values: [-speechLevel, 0] },
];

const recogniserTokens = '▁YES 0\n<blk> 1\n';

/** Writes a model for whole utterances that recognises the word "yes" in each loud part of the audio. */
export async function writeTinyRecogniser(directory: string): Promise<void> {
  const model = encodeModel({
    nodes: recognise,
    constants: recogniserConstants,
    inputs: [
      { name: 'audio_signal', type: float, dims: [1, 80, 'frames'] },
      { name: 'length', type: int64, dims: [1] },
    ],
    outputs: [{ name: 'logprobs', type: float, dims: [1, 'frames', 2] }],
    metadata: { model_type: 'EncDecCTCModelBPE', vocab_size: 2, subsampling_factor: 1, normalize_type: '' },
  });
  await writeFile(path.join(directory, 'model.onnx'), model);
  await writeFile(path.join(directory, 'tokens.txt'), recogniserTokens);
}

/** Frames of 10 ms that the streaming model decodes in one step. */
const chunkFrames = 16;

/** Writes a streaming model that recognises the word "yes" in each loud part of the audio. */
export async function writeTinyStreamingRecogniser(directory: string): Promise<void> {
  const caches: readonly Port[] = [
    { name: 'cache_last_channel', type: float, dims: ['streams', 1, 1, 1] },
    { name: 'cache_last_time', type: float, dims: ['streams', 1, 1, 1] },
    { name: 'cache_last_channel_len', type: int64, dims: ['streams'] },
  ];
  const next = (name: string) => `${name}_next`;
  const dimensions = caches.slice(0, 2).flatMap(({ name }) => [1, 2, 3].map((i) => [`${name}_dim${i}`, 1]));
  const model = encodeModel({
    nodes: [
      ...recognise,
      { type: 'Identity', inputs: ['length'], output: next('length') },
      ...caches.map(({ name }) => ({ type: 'Identity', inputs: [name], output: next(name) })),
    ],
    constants: recogniserConstants,
    inputs: [
      { name: 'audio_signal', type: float, dims: ['streams', 80, 'frames'] },
      { name: 'length', type: int64, dims: ['streams'] },
      ...caches,
    ],
    outputs: [
      { name: 'logprobs', type: float, dims: ['streams', 'frames', 2] },
      { name: next('length'), type: int64, dims: ['streams'] },
      ...caches.map((port) => ({ ...port, name: next(port.name) })),
    ],
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      vocab_size: 1,
      subsampling_factor: 1,
      normalize_type: '',
      window_size: chunkFrames,
      chunk_shift: chunkFrames,
      ...(Object.fromEntries(dimensions) as Record<string, number>),
    },
  });
  await writeFile(path.join(directory, 'model.onnx'), model);
  await writeFile(path.join(directory, 'tokens.txt'), recogniserTokens);
}
