import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';

const provider = {
  provider: z.string().meta({ description: 'The name that agents use.', examples: ['builtin'] }),
  available: z.boolean().meta({ description: 'Whether calls can use this provider.' }),
  missingSetting: z.string().nullable().meta({
    description: 'The setting that the operator must set before calls can use this provider.',
  }),
};

const models = z.array(z.string()).nullable().meta({
  description: 'The models. Null: the provider accepts any name.',
});

const ProvidersResponse = z
  .strictObject({
    languageModels: z
      .array(
        z.strictObject({
          ...provider,
          models,
          suggestedModels: z.array(z.string()).meta({
            description: 'Names of models that are known to be fast enough for a call.',
          }),
          speechToSpeech: z.boolean().meta({
            description: 'Whether the models hear and speak themselves. They cannot be fallback models.',
          }),
        }),
      )
      .meta({
        description: 'For `model` and `modelSettings.fallbackModels` of agents, as `provider/model`.',
      }),
    textToSpeech: z
      .array(
        z.strictObject({
          ...provider,
          voices: z
            .array(
              z.strictObject({
                voiceId: z.string().meta({ description: 'The name that agents use.', examples: ['rms'] }),
                language: z.string().meta({
                  description: 'The language of the voice, a BCP 47 tag.',
                  examples: ['en-US'],
                }),
              }),
            )
            .nullable()
            .meta({ description: 'The voices. Null: the provider accepts any name.' }),
          suggestedVoices: z.array(z.string()).meta({
            description: 'Names of voices that are known to exist. Other names are possible.',
          }),
        }),
      )
      .meta({ description: 'For `voice` of agents.' }),
    speechToText: z
      .array(
        z.strictObject({
          ...provider,
          models,
          languages: z.array(z.string()).nullable().meta({
            description: 'The languages, as BCP 47 tags. Null: not limited.',
          }),
          suggestedModels: z.array(z.string()).meta({
            description: 'Names of models that are known to exist. Other names are possible.',
          }),
          openVocabulary: z.boolean().meta({
            description: 'Whether any words are recognised. Otherwise only the phrases that a step expects.',
          }),
        }),
      )
      .meta({ description: 'For `transcriber` of agents.' }),
  })
  .meta({ id: 'Providers' });

export const getProviders = endpoint({
  method: 'GET',
  path: '/v1/api/providers',
  operationId: 'getProviders',
  tag: 'Agents',
  summary: 'Get the providers',
  description:
    'The language models, voices and recognisers that agents of this workspace can use, and which setting is missing for the others.',
  scope: 'agents:read',
  reply: ProvidersResponse,

  handle: (_request, { catalog }) => Promise.resolve(toProvidersResponse(catalog)),
});

function toProvidersResponse(catalog: ProviderCatalog): z.input<typeof ProvidersResponse> {
  return {
    languageModels: catalog.languageModels.map(
      ({ names, suggestions = [], isSpeechToSpeech = false, ...one }) => ({
        ...availabilityOf(one),
        models: copyOf(names),
        suggestedModels: [...suggestions],
        speechToSpeech: isSpeechToSpeech,
      }),
    ),
    textToSpeech: catalog.textToSpeech.map(({ voices, suggestions = [], ...one }) => ({
      ...availabilityOf(one),
      voices: voices?.map(({ voiceId, language }) => ({ voiceId, language })) ?? null,
      suggestedVoices: [...suggestions],
    })),
    speechToText: catalog.speechToText.map(
      ({ names, suggestions = [], languages, openVocabulary, ...one }) => ({
        ...availabilityOf(one),
        models: copyOf(names),
        suggestedModels: [...suggestions],
        languages: copyOf(languages),
        openVocabulary,
      }),
    ),
  };
}

const copyOf = (names: readonly string[] | undefined): string[] | null => (names ? [...names] : null);

function availabilityOf({
  provider: name,
  missingSetting = null,
}: {
  readonly provider: string;
  readonly missingSetting?: string | null | undefined;
}) {
  return { provider: name, available: missingSetting === null, missingSetting };
}
