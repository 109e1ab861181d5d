import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { Closers } from '../core/closers.ts';
import { readConfig } from '../core/config.ts';
import { checkSherpa, checkSherpaFiles, openSherpa, sherpaCatalog } from './sherpa.ts';
import { createStartContext } from './start-context.ts';
import { createLogger } from '../core/logger.ts';
import { seededRandom } from '../core/random.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-sherpa-'));
});
afterEach(() => rm(folder, { recursive: true }));

function openWith(environment: Record<string, string>) {
  const logger = createLogger('silent');
  const dependencies = { clock: systemClock, random: seededRandom(1), logger };
  return openSherpa(createStartContext(readConfig(environment), dependencies, new Closers(logger)));
}

describe('local speech models', () => {
  it('are offered under the name of their folder, or with the missing setting', () => {
    const unset = sherpaCatalog(readConfig({}));
    expect(unset.speechToText).toMatchObject([
      { provider: 'sherpa', missingSetting: 'PARLEY_SHERPA_STT_MODEL', languages: ['en'] },
    ]);
    expect(unset.textToSpeech).toMatchObject([{ missingSetting: 'PARLEY_SHERPA_TTS_MODEL' }]);
    const config = readConfig({
      PARLEY_SHERPA_STT_MODEL: '/models/whisper-tiny/',
      PARLEY_SHERPA_STT_LANGUAGES: 'en, de',
      PARLEY_SHERPA_TTS_MODEL: '/models/kokoro',
    });
    expect(sherpaCatalog(config)).toMatchObject({
      speechToText: [{ names: ['whisper-tiny'], languages: ['en', 'de'], missingSetting: undefined }],
      textToSpeech: [{ voices: undefined, missingSetting: undefined }],
    });
  });

  it('are not loaded without settings', async () => {
    const providers = await openWith({});
    expect(providers.speechToText('sherpa', null)).toBeUndefined();
    expect(providers.textToSpeech('sherpa')).toBeUndefined();
    expect(await checkSherpa(readConfig({}), systemClock)).toEqual([]);
  });

  it('prevent the start if a file is missing, which doctor names too', async () => {
    await writeFile(path.join(folder, 'tokens.txt'), 'a 0\n');
    const message = `${folder} has no model: a file ….onnx.`;
    await expect(openWith({ PARLEY_SHERPA_STT_MODEL: folder })).rejects.toMatchObject({
      name: 'ConfigError',
      faults: [`PARLEY_SHERPA_STT_MODEL: ${message}`],
    });
    const config = readConfig({ PARLEY_SHERPA_STT_MODEL: folder, PARLEY_SHERPA_TTS_MODEL: '/missing' });
    expect(await checkSherpaFiles(config)).toEqual([
      { name: 'sherpa STT', ok: false, detail: `PARLEY_SHERPA_STT_MODEL: ${message}` },
      { name: 'sherpa TTS', ok: false, detail: 'PARLEY_SHERPA_TTS_MODEL: /missing does not exist.' },
    ]);
    expect(await checkSherpa(config, systemClock)).toMatchObject([{ ok: false }, { ok: false }]);
  });

  it('that the native module cannot read prevent the start, but do not end this process', async () => {
    await writeFile(path.join(folder, 'tokens.txt'), 'a 0\n');
    await writeFile(path.join(folder, 'model.onnx'), 'no model: sense_voice');
    await expect(openWith({ PARLEY_SHERPA_STT_MODEL: folder })).rejects.toThrow(
      `PARLEY_SHERPA_STT_MODEL: The process of sherpa-onnx failed: Load model from ${path.join(folder, 'model.onnx')} failed`,
    );
    await mkdir(path.join(folder, 'espeak-ng-data'));
    for (const name of ['phontab', 'phonindex', 'phondata', 'intonations'])
      await writeFile(path.join(folder, 'espeak-ng-data', name), 'x');
    await expect(openWith({ PARLEY_SHERPA_TTS_MODEL: folder })).rejects.toThrow(
      `PARLEY_SHERPA_TTS_MODEL: The process of sherpa-onnx failed: Load model from ${path.join(folder, 'model.onnx')} failed`,
    );
  });
});
