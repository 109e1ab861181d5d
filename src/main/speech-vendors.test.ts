import { describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { speechVendorCatalog, SpeechVendors } from './speech-vendors.ts';

const dependencies = {
  clock: new ManualClock(),
  random: seededRandom(1),
  internalErrors: { record: () => undefined },
};

describe('SpeechVendors', () => {
  it('creates each recogniser once, with the default model of the vendor', async () => {
    const vendors = new SpeechVendors(readConfig({ PARLEY_DEEPGRAM_API_KEY: 'key' }), dependencies);
    const recogniser = vendors.speechToText('deepgram', null);
    expect(recogniser).toMatchObject({ provider: 'deepgram', model: 'nova-3' });
    expect(vendors.speechToText('deepgram', 'nova-3')).toBe(recogniser);
    expect(vendors.speechToText('unknown', null)).toBeUndefined();
    await vendors.close();
    expect((await recogniser!.checkHealth()).ok).toBe(false);
  });

  it('has no vendor without its key, and names the setting', () => {
    const config = readConfig({});
    const vendors = new SpeechVendors(config, dependencies);
    const { speechToText, textToSpeech } = speechVendorCatalog(config);
    for (const { provider, missingSetting } of speechToText) {
      expect(missingSetting).toBe(`PARLEY_${provider.toUpperCase()}_API_KEY`);
      expect(vendors.speechToText(provider, null)).toBeUndefined();
    }
    for (const { provider, missingSetting } of textToSpeech) {
      expect(missingSetting).toBe(`PARLEY_${provider.toUpperCase()}_API_KEY`);
      expect(vendors.textToSpeech(provider)).toBeUndefined();
    }
  });

  it('suggests models and voices of vendors, and none of servers that the operator named', () => {
    const config = readConfig({ PARLEY_OPENAI_COMPATIBLE: 'kokoro=http://127.0.0.1:8880/v1' });
    const { speechToText, textToSpeech } = speechVendorCatalog(config);
    const suggestionsOf = (name: string) =>
      [speechToText, textToSpeech].map(
        (list) => list.find(({ provider }) => provider === name)?.suggestions?.[0],
      );
    expect(suggestionsOf('deepgram')).toEqual(['nova-3', 'aura-2-thalia-en']);
    expect(suggestionsOf('openai')).toEqual(['gpt-4o-transcribe', 'marin']);
    expect(suggestionsOf('kokoro')).toEqual([undefined, undefined]);
  });

  it.each([
    ['deepgram', null, []],
    ['deepgram', 'nova-2', ['Ada Lovelace Institute']],
    ['elevenlabs', null, ['Ada Lovelace Institute']],
    ['soniox', null, []],
  ])('lists the keyterms that %s %s does not accept', (name, model, unused) => {
    const { speechToText } = speechVendorCatalog(readConfig({}));
    const recogniser = speechToText.find(({ provider }) => provider === name);
    const keyterms = ['Parley', 'Ada Lovelace Institute'];
    expect(recogniser!.unusedKeyterms!(model, keyterms)).toEqual(unused);
  });

  it('sends numbers as words to voices that do not read them well', async () => {
    const vendors = ['deepgram', 'elevenlabs', 'cartesia', 'openai'];
    const keys = vendors.map((vendor) => [`PARLEY_${vendor.toUpperCase()}_API_KEY`, 'key']);
    const servers = { PARLEY_OPENAI_COMPATIBLE: 'kokoro=http://127.0.0.1:8880/v1' };
    const speech = new SpeechVendors(readConfig({ ...Object.fromEntries(keys), ...servers }), dependencies);
    const reads = [...vendors, 'kokoro'].map(
      (vendor) => speech.textToSpeech(vendor)!.capabilities.normalizesText,
    );
    expect(reads).toEqual([true, false, true, true, false]);
    await speech.close();
  });

  it('transcribes in real time at OpenAI', async () => {
    const config = readConfig({ PARLEY_OPENAI_API_KEY: 'key' });
    const vendors = new SpeechVendors(config, dependencies);
    expect(vendors.speechToText('openai', null)).toMatchObject({
      model: 'gpt-4o-transcribe',
      capabilities: { partials: true },
    });
    await vendors.close();
  });

  it('offers the servers with the API of OpenAI, with and without a key', async () => {
    const config = readConfig({
      PARLEY_OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1',
      PARLEY_OPENAI_COMPATIBLE: 'kokoro=http://127.0.0.1:8880/v1,other=https://api.openai.com/v1',
    });
    const vendors = new SpeechVendors(config, dependencies);
    const { speechToText, textToSpeech } = speechVendorCatalog(config);
    for (const list of [speechToText, textToSpeech])
      expect(list.slice(-3)).toMatchObject([
        { provider: 'openai', missingSetting: undefined },
        { provider: 'kokoro', missingSetting: undefined },
        { provider: 'other', missingSetting: 'PARLEY_OTHER_API_KEY' },
      ]);
    expect(vendors.speechToText('kokoro', null)).toMatchObject({ provider: 'kokoro', model: 'whisper-1' });
    expect(vendors.speechToText('openai', 'Systran/faster-whisper-small')).toMatchObject({
      provider: 'openai',
      model: 'Systran/faster-whisper-small',
    });
    expect(vendors.speechToText('kokoro', null)!.capabilities.partials).toBe(false);
    expect(vendors.textToSpeech('kokoro')).toMatchObject({ provider: 'kokoro' });
    await vendors.close();
  });
});
