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
});
