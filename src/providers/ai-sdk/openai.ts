import { createOpenAI } from '@ai-sdk/openai';
import { openAiCompatible } from './openai-compatible.ts';
import {
  alwaysReasoningTokens,
  bearerHeaders,
  noReasoningSetting,
  reasoningOff,
  type ModelSettings,
  type Reasoning,
  type Vendor,
} from './vendor.ts';

const host = 'api.openai.com';

/**
 * Reasoning models by name, the first match counts. They reject `max_tokens` and `temperature`; OpenAI's SDK sends what they accept. For
 * `none` it sends the lowest effort of the model.
 */
const reasoningModels: readonly { readonly name: RegExp; readonly reasoning: Reasoning }[] = [
  { name: /^o\d/, reasoning: { effort: 'low', extraTokens: alwaysReasoningTokens } },
  { name: /^gpt-[5-9].*-chat/, reasoning: noReasoningSetting },
  {
    name: /^gpt-[5-9].*-(pro|codex)/,
    reasoning: { effort: undefined, extraTokens: alwaysReasoningTokens },
  },
  { name: /^gpt-5/, reasoning: reasoningOff },
  { name: /^gpt-[6-9]/, reasoning: { effort: 'none', extraTokens: alwaysReasoningTokens } },
];

/**
 * OpenAI, or another server with its chat completions API at the address of the settings. Other servers receive the request in the form that
 * all of them accept, unless the model is a reasoning model of OpenAI.
 */
export const openAi: Vendor = {
  defaultBaseUrl: `https://${host}/v1`,
  needsCacheMarks: false,
  reportsTokensEarly: false,
  createModel(settings, fetch) {
    if (!isOpenAiModel(settings)) return openAiCompatible.createModel(settings, fetch);
    const { baseUrl: baseURL, apiKey, model } = settings;
    if (apiKey !== undefined) return createOpenAI({ baseURL, apiKey, fetch }).chat(model);
    // The SDK requires a key; without one it reads other environment variables.
    return createOpenAI({ baseURL, apiKey: 'none', fetch: withoutAuthorization(fetch) }).chat(model);
  },
  reasoningOf: (model) =>
    reasoningModels.find(({ name }) => name.test(model))?.reasoning ?? noReasoningSetting,
  choosesEdges: ({ baseUrl }) => new URL(baseUrl).hostname === host,
  headers: bearerHeaders,
};

const isOpenAiModel = ({ baseUrl, model }: ModelSettings): boolean =>
  new URL(baseUrl).hostname === host || reasoningModels.some(({ name }) => name.test(model));

const withoutAuthorization =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    return fetch(input, { ...init, headers });
  };
