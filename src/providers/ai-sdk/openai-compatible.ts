import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { bearerHeaders, noReasoningSetting, type Vendor } from './vendor.ts';

/** Any server with the OpenAI chat completions API, such as Groq, vLLM, Ollama or llama.cpp. */
export const openAiCompatible: Vendor = {
  defaultBaseUrl: undefined,
  needsCacheMarks: false,
  reportsTokensEarly: false,
  createModel({ provider: name, model, baseUrl: baseURL, apiKey }, fetch) {
    const key = apiKey === undefined ? {} : { apiKey };
    return createOpenAICompatible({ name, baseURL, includeUsage: true, fetch, ...key })(model);
  },
  reasoningOf: () => noReasoningSetting,
  choosesEdges: () => false,
  headers: bearerHeaders,
};
