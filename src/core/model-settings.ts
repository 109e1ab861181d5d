import { z } from 'zod';
import { isHttpUrl } from './http-url.ts';
import { apiKey, httpUrl, optional } from './setting.ts';

/** A named server with the API of OpenAI, for chat, speech or both. */
export interface ModelServer {
  /** The provider in the model names of agents: `groq` in `groq/llama-3.3-70b`. Also the provider of recognisers and voices. */
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

const serverPattern = /^([a-z][a-z0-9-]{0,31})=(.+)$/;
const maxServers = 50;

const serverList = z
  .string()
  .transform((text) => text.split(',').map((entry) => serverPattern.exec(entry.trim())))
  .refine(
    (entries) => entries.every((entry) => entry !== null && isHttpUrl(entry[2]!)),
    'is not a list such as groq=https://api.groq.com/openai/v1,local=http://127.0.0.1:11434/v1, with names of lower-case letters, digits and hyphens',
  )
  .transform((entries): ModelServer[] => entries.map((entry) => ({ name: entry![1]!, baseUrl: entry![2]! })))
  .refine((servers) => servers.length <= maxServers, `has more than ${maxServers} servers`)
  .refine((servers) => new Set(servers.map(({ name }) => name)).size === servers.length, 'has a name twice');

/** The settings of language models. */
export const languageModelSettings = {
  openaiApiKey: optional('PARLEY_OPENAI_API_KEY', apiKey, {
    description:
      'API key of OpenAI, for models `openai/NAME` and the transcriber or voice provider `openai`; with `PARLEY_OPENAI_BASE_URL` the key of that server, if it requires one.',
    example: 'sk-…',
    secret: true,
  }),
  openaiBaseUrl: optional('PARLEY_OPENAI_BASE_URL', httpUrl, {
    description:
      'Base URL of another server with the API of OpenAI, used for models `openai/NAME` and the transcriber or voice provider `openai` instead of OpenAI.',
    example: 'http://127.0.0.1:11434/v1',
  }),
  openaiCompatible: optional('PARLEY_OPENAI_COMPATIBLE', serverList, {
    description:
      'Further servers with the API of OpenAI, as `name=url` separated by commas, for models `name/NAME` and the transcriber or voice provider `name`. The key of a server is read from `PARLEY_<NAME>_API_KEY`: the name in capitals, with `_` for `-`.',
    example: 'groq=https://api.groq.com/openai/v1,local=http://127.0.0.1:11434/v1',
  }),
  anthropicApiKey: optional('PARLEY_ANTHROPIC_API_KEY', apiKey, {
    description: 'API key of Anthropic, for models `anthropic/NAME`.',
    example: 'sk-ant-…',
    secret: true,
  }),
  anthropicBaseUrl: optional('PARLEY_ANTHROPIC_BASE_URL', httpUrl, {
    description: 'Base URL of another server with the Anthropic Messages API, used instead of Anthropic.',
    example: 'https://api.anthropic.com/v1',
  }),
  googleApiKey: optional('PARLEY_GOOGLE_API_KEY', apiKey, {
    description: 'API key of the Gemini API, for models `google/NAME`.',
    example: 'AIza…',
    secret: true,
  }),
  googleBaseUrl: optional('PARLEY_GOOGLE_BASE_URL', httpUrl, {
    description: 'Base URL of another server with the Gemini API, used instead of Google.',
    example: 'https://generativelanguage.googleapis.com/v1beta',
  }),
  analysisModel: optional(
    'PARLEY_ANALYSIS_MODEL',
    z.string().regex(/^[a-z][a-z0-9-]*\/\S{1,200}$/, 'is not a model such as openai/gpt-5-mini'),
    {
      description:
        'Language model of the [analyses](analysis.md) after calls and conversations, as `provider/model`, for all agents. Default: the model of each agent.',
      example: 'openai/gpt-5-mini',
    },
  ),
  xaiApiKey: optional('PARLEY_XAI_API_KEY', apiKey, {
    description: 'API key of xAI, for speech-to-speech models `xai/NAME`.',
    example: 'xai-…',
    secret: true,
  }),
  xaiBaseUrl: optional('PARLEY_XAI_BASE_URL', httpUrl, {
    description: 'Base URL of another server with the xAI Voice Agent API, used instead of xAI.',
    example: 'https://api.x.ai/v1',
  }),
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the setting with the key of a named server. */
export const serverKeySetting = (name: string): string =>
  `PARLEY_${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;

/** Adds the keys to the named servers. */
export const withServerKeys = (
  servers: readonly ModelServer[] | undefined,
  env: Environment,
): ModelServer[] | undefined =>
  servers?.map((server) => ({ ...server, apiKey: env[serverKeySetting(server.name)] || undefined }));

/** Names of providers that have no key setting of the same name. */
const reservedNames: ReadonlySet<string> = new Set(['builtin', 'openai-realtime']);

/** Reports names that belong to another provider, or whose key would have the name of another setting. */
export function modelServerFaults(
  servers: readonly ModelServer[] | undefined,
  settingNames: ReadonlySet<string>,
): string[] {
  return (servers ?? [])
    .filter(({ name }) => reservedNames.has(name) || settingNames.has(serverKeySetting(name)))
    .map(({ name }) => `PARLEY_OPENAI_COMPATIBLE uses the reserved name ${name}. Select another name`);
}
