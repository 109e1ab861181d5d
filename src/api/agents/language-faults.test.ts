import { describe, expect, it } from 'vitest';
import { AgentInput } from '../../domain/agent.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { callLanguages } from './agent-languages.ts';
import { languageFaults, defaultSpeechConfig } from './language-faults.ts';

const catalog: ProviderCatalog = {
  textToSpeech: [
    {
      provider: 'builtin',
      voices: [
        { voiceId: 'rms', language: 'en-US' },
        { voiceId: 'ana', language: 'es-ES' },
      ],
    },
    { provider: 'any', voices: undefined },
  ],
  speechToText: [
    { provider: 'builtin', names: ['words'], languages: ['en-US', 'en-GB'], openVocabulary: false },
    { provider: 'both', names: undefined, languages: ['es-MX', 'en-US'], openVocabulary: false },
    { provider: 'any', names: undefined, languages: undefined, openVocabulary: false },
  ],
  languageModels: [],
};

const agent = (fields: Partial<AgentInput> = {}) => AgentInput.parse({ name: 'Ada', ...fields });
const faultTexts = (sent: unknown, base = agent()) =>
  languageFaults(sent, catalog, base).map(({ path, message }) => `${path}: ${message}`);

const recogniserMessage =
  'The speech-to-text provider "builtin" understands en-US and en-GB, not es. Choose the provider both or any.';
const voiceMessage =
  'The voice "rms" speaks en-US, not es. Choose the voice "ana" of builtin or a voice of any.';
const spanish = { voice: { voiceId: 'ana' }, transcriber: { provider: 'both' }, language: 'es' } as const;

describe('the sent settings', () => {
  it.each([
    {},
    undefined,
    'nonsense',
    { language: 'en-GB' },
    { language: null, transcriber: null, voice: null },
    { language: 'es', type: 'messaging' },
    spanish,
    { ...spanish, voice: { voiceId: { en: 'rms', es: 'ana' } } },
    { language: 'es', voice: { provider: 'any' }, transcriber: { provider: 'any' } },
    { language: 'es', voice: { voiceId: 'ana' }, transcriber: { language: 'en-US' } },
    { transcriber: { provider: 'both', language: 'es-AR' } },
  ])('%j cause no fault', (sent) => expect(faultTexts(sent)).toEqual([]));

  it.each([
    [{ language: 'es' }, [`language: ${recogniserMessage}`, `language: ${voiceMessage}`]],
    [{ language: 'es', voice: { voiceId: 'ana' } }, [`language: ${recogniserMessage}`]],
    [{ language: 'es', transcriber: { provider: 'both' } }, [`language: ${voiceMessage}`]],
    [{ language: 'es', transcriber: { language: 'en' } }, [`language: ${voiceMessage}`]],
    [{ transcriber: { language: 'es' } }, [`transcriber.language: ${recogniserMessage}`]],
    [{ ...spanish, voice: { voiceId: { en: 'rms', es: 'rms' } } }, [`language: ${voiceMessage}`]],
    [
      { voice: { voiceId: 'ana' } },
      [
        'voice.voiceId: The voice "ana" speaks es-ES, not en-US. Choose the voice "rms" of builtin or a voice of any.',
      ],
    ],
  ])('%j cause faults for an unsupported language', (sent, faults) =>
    expect(faultTexts(sent)).toEqual(faults),
  );

  it('without a usable provider name the setting of one', () => {
    const single: ProviderCatalog = {
      textToSpeech: [
        { provider: 'builtin', voices: [{ voiceId: 'rms', language: 'en-US' }] },
        { provider: 'vendor', voices: undefined, missingSetting: 'PARLEY_VENDOR_KEY' },
      ],
      speechToText: [],
      languageModels: [],
    };
    expect(languageFaults({ language: 'de-DE' }, single, agent())).toMatchObject([
      {
        message:
          'The voice "rms" speaks en-US, not de-DE. No voice for de-DE is set up. Set up a provider, such as vendor (PARLEY_VENDOR_KEY), or a local model of sherpa, and choose its voice.',
      },
    ]);
  });

  it.each([
    { language: 'no tag' },
    { language: 7 },
    { transcriber: { language: '*' } },
    { language: 'es', voice: { voiceId: 'unknown' }, transcriber: { provider: 'unknown' } },
    { language: 'es', voice: { voiceId: 7 }, transcriber: { provider: 7 } },
  ])('%j cause no language fault, because other checks reject them', (sent) =>
    expect(faultTexts(sent)).toEqual([]),
  );
});

describe('a change', () => {
  it('has faults only in sent fields', () => {
    const old = agent({ language: 'es' });
    expect(
      faultTexts({ description: 'x', transcriber: { keyterms: ['x'] }, voice: { speed: 2 } }, old),
    ).toEqual([]);
    expect(faultTexts({ voice: { voiceId: 'rms' } }, old)).toEqual([`voice.voiceId: ${voiceMessage}`]);
    expect(faultTexts({ transcriber: { provider: 'builtin' } }, old)).toEqual([
      `transcriber.provider: ${recogniserMessage}`,
    ]);
  });

  it('has a fault if it clears a setting that supports the language', () => {
    const old = agent(spanish);
    expect(faultTexts({ voice: null, transcriber: null }, old)).toEqual([
      `transcriber: ${recogniserMessage}`,
      `voice: ${voiceMessage}`,
    ]);
    expect(faultTexts({ voice: { voiceId: null } }, old)).toEqual([`voice.voiceId: ${voiceMessage}`]);
    expect(faultTexts({ language: null }, old)).toEqual([
      'language: The voice "ana" speaks es-ES, not en-US. Choose the voice "rms" of builtin or a voice of any.',
    ]);
    const withTranscriberLanguage = agent({ ...spanish, transcriber: { language: 'en-US' } });
    expect(faultTexts({ transcriber: { language: null } }, withTranscriberLanguage)).toEqual([
      `transcriber.language: ${recogniserMessage}`,
    ]);
  });

  it('from a messaging to a voice agent has faults if recogniser and voice do not support the language', () => {
    const messagingAgent = agent({ type: 'messaging', language: 'es' });
    expect(faultTexts({ type: 'voice' }, messagingAgent)).toEqual([
      `type: ${recogniserMessage}`,
      `type: ${voiceMessage}`,
    ]);
  });
});

describe('the languages that a batch row can select', () => {
  it.each([
    [{}, ['en-US', 'en-GB']],
    [spanish, ['es-MX']],
    [{ ...spanish, voice: { voiceId: { es: 'ana', en: 'rms' } } }, ['es-MX', 'en-US']],
    [{ ...spanish, transcriber: {} }, []],
    [{ ...spanish, transcriber: { language: 'en-US' } }, ['es-ES']],
    [{ voice: { provider: 'any' } }, ['en-US', 'en-GB']],
    [{ transcriber: { provider: 'any' } }, ['en-US']],
    [{ voice: { provider: 'any' }, transcriber: { provider: 'any' } }, undefined],
  ])('are for an agent with %j: %j', (fields, languages) =>
    expect(callLanguages(agent(fields), catalog)).toEqual(languages),
  );

  it('include the language of an agent with defaults', () => {
    expect(callLanguages(defaultSpeechConfig, catalog)).toContain(defaultSpeechConfig.language);
  });
});
