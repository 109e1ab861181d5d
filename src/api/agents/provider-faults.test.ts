import { describe, expect, it } from 'vitest';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { defaultSpeechConfig } from './language-faults.ts';
import { providerFaults } from './provider-faults.ts';

const catalogWith = (missingSetting: string | undefined): ProviderCatalog => ({
  textToSpeech: [
    { provider: 'builtin', voices: [{ voiceId: 'slt', language: 'en-US' }] },
    { provider: 'speaker', voices: undefined, missingSetting },
  ],
  speechToText: [
    { provider: 'builtin', names: ['en-us'], languages: ['en-US'], openVocabulary: false },
    { provider: 'ear', names: undefined, languages: ['en', 'de'], openVocabulary: true, missingSetting },
  ],
  languageModels: [{ provider: 'builtin', names: ['flow'] }],
});

const agent = {
  transcriber: {
    provider: 'ear',
    model: 'any',
    fallback: [{ provider: 'builtin' }, { provider: 'ear', model: 'other' }],
  },
  voice: { provider: 'speaker', voiceId: 'any', fallback: [{ provider: 'speaker', voiceId: 'other' }] },
};

describe('providerFaults', () => {
  it('accepts any name of a vendor that is set up', () => {
    expect(providerFaults(agent, catalogWith(undefined))).toEqual([]);
  });

  it('names the missing setting of a vendor that is not set up', () => {
    const faults = providerFaults(agent, catalogWith('PARLEY_KEY'));
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'voice.provider unknown_provider',
      'voice.fallback[0].provider unknown_provider',
      'transcriber.provider unknown_provider',
      'transcriber.fallback[1].provider unknown_provider',
    ]);
    expect(faults[2]!.message).toBe(
      'The speech-to-text provider "ear" is not configured. Set PARLEY_KEY, or select another provider.',
    );
  });

  it('checks the models and languages of fallback recognisers', () => {
    const fallback = [{ provider: 'ear' }, { provider: 'builtin', model: 'typo' }];
    const sent = { language: 'de', transcriber: { provider: 'ear', fallback }, voice: agent.voice };
    const faults = providerFaults(sent, catalogWith(undefined));
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'transcriber.fallback[1].model unknown_model',
      'language unsupported_language',
    ]);
    expect(faults[1]!.message).toContain('The speech-to-text provider "builtin" understands en-US, not de. ');
  });

  it('does not offer a vendor that is not set up', () => {
    const [fault] = providerFaults({ voice: { provider: 'typo' } }, catalogWith('PARLEY_KEY'));
    expect(fault!.message).toBe('No voice provider "typo" is configured. Available: "builtin".');
  });

  it('requires the voice of a provider that accepts any name', () => {
    const vendor = { voice: { ...defaultSpeechConfig.voice, provider: 'speaker', voiceId: 'any' } };
    const base = { ...defaultSpeechConfig, ...vendor };
    const codes = (voice: object, from = defaultSpeechConfig) =>
      providerFaults({ voice }, catalogWith(undefined), from).map(({ path, code }) => `${path} ${code}`);
    expect(codes({ provider: 'speaker' })).toEqual(['voice.voiceId required']);
    expect(codes({ provider: 'speaker', voiceId: 'any' })).toEqual([]);
    expect(codes({ provider: 'speaker' }, base)).toEqual([]);
    expect(codes({ speed: 1.2 }, base)).toEqual([]);
    expect(codes({ voiceId: null }, base)).toEqual(['voice.voiceId required']);
  });

  it('checks a voice per language', () => {
    const codes = (voice: object) =>
      providerFaults({ voice }, catalogWith(undefined)).map(({ path, code }) => `${path} ${code}`);
    expect(codes({ provider: 'speaker', voiceId: { en: 'amy', de: 'thorsten' } })).toEqual([]);
    expect(codes({ voiceId: { en: 'slt', de: 'typo' } })).toEqual(['voice.voiceId.de unknown_voice']);
  });

  it('suggests a voice of the provider', () => {
    const catalog = catalogWith(undefined);
    const textToSpeech = catalog.textToSpeech.map((one) => ({ ...one, suggestions: ['alloy', 'marin'] }));
    const [fault] = providerFaults({ voice: { provider: 'speaker' } }, { ...catalog, textToSpeech });
    expect(fault!.message).toBe(
      'The voice provider "speaker" has no default voice. Send voice.voiceId, such as "alloy".',
    );
  });
});
