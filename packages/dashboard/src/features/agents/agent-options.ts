import type { Agent, Providers } from '@parley/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, useList } from '../../api.ts';
import type { FieldOptions } from '../../components/form-context.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';

type Values = FieldOptions['values'];

/** Languages for which Parley understands answers by rules. Others can be written too. */
const languages = ['en-US', 'en-GB', 'es-ES', 'es-MX', 'fr-FR', 'de-DE', 'pt-BR', 'pt-PT', 'it-IT', 'nl-NL'];

const asValues = (values: readonly string[]): Values => values.map((value) => [value, value]);

export const providersQuery = queryOptions({
  queryKey: ['getProviders'],
  queryFn: ({ signal }) => api.getProviders({ signal }),
  staleTime: 60_000,
});

/** Returns what the service offers for the fields of the agent: flows, numbers, voices, recognisers and models. */
export function useAgentOptions(agent: Agent): (path: string) => FieldOptions | undefined {
  const flows = useList('listFlows', {
    query: { type: agent.type === 'voice' ? 'call' : 'message', limit: 100 },
  });
  const numbers = useList('listNumbers', { query: { limit: 100 } });
  const { data: providers } = useQuery(providersQuery);
  const options: Record<string, FieldOptions> = {
    flowId: { values: flows.rows.map(({ id, name }) => [id, name]) },
    phoneNumber: {
      values: numbers.rows.map(({ phoneNumber }) => [phoneNumber, formatPhone(phoneNumber)]),
    },
    language: { values: asValues(languages), isOpen: true },
    'transcriber.language': { values: asValues(languages), isOpen: true },
    timezone: { values: asValues(Intl.supportedValuesOf('timeZone')), isOpen: true },
    ...(providers && providerOptions(providers, agent)),
  };
  return (path) => options[path];
}

function providerOptions(
  { languageModels, textToSpeech, speechToText }: Providers,
  agent: Agent,
): Record<string, FieldOptions> {
  const voices = textToSpeech.find(({ provider }) => provider === agent.voice.provider);
  const recogniser = speechToText.find(({ provider }) => provider === agent.transcriber.provider);
  const models = languageModels.flatMap(({ provider, models, suggestedModels, ...state }) =>
    (models ?? suggestedModels).map(
      (model) => [`${provider}/${model}`, `${provider}/${model}${missing(state)}`] as const,
    ),
  );
  return {
    model: { values: models, isOpen: true },
    'voice.provider': { values: namesOf(textToSpeech) },
    'voice.fallback[].provider': { values: namesOf(textToSpeech) },
    'voice.voiceId': { isOpen: true, values: voices === undefined ? [] : voicesOf(voices) },
    'transcriber.provider': { values: namesOf(speechToText) },
    'transcriber.fallback[].provider': { values: namesOf(speechToText) },
    'transcriber.model': {
      isOpen: true,
      values: asValues(recogniser?.models ?? recogniser?.suggestedModels ?? []),
    },
  };
}

const missing = ({ missingSetting }: { readonly missingSetting: string | null }): string =>
  missingSetting === null ? '' : ` (${text.agents.agent.missing(missingSetting)})`;

const namesOf = (
  providers: readonly { readonly provider: string; readonly missingSetting: string | null }[],
): Values => providers.map((entry) => [entry.provider, `${entry.provider}${missing(entry)}`]);

const voicesOf = ({ voices, suggestedVoices }: Providers['textToSpeech'][number]): Values =>
  voices === null
    ? asValues(suggestedVoices)
    : voices.map(({ voiceId, language }) => [voiceId, `${voiceId} (${language})`]);
