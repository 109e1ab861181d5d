import { createAnthropic } from '@ai-sdk/anthropic';
import { alwaysReasoningTokens, reasoningOff, type Vendor } from './vendor.ts';

/** Models that always think. For the effort `none`, the SDK requests the lowest effort that they allow. */
const alwaysThinking = /claude-(fable-|(opus|sonnet)-5-5)/;

export const anthropic: Vendor = {
  defaultBaseUrl: 'https://api.anthropic.com/v1',
  needsCacheMarks: true,
  reportsTokensEarly: true,
  createModel: ({ baseUrl: baseURL, apiKey = '', model }, fetch) =>
    createAnthropic({ baseURL, apiKey, fetch })(model),
  reasoningOf: (model) =>
    alwaysThinking.test(model) ? { effort: 'none', extraTokens: alwaysReasoningTokens } : reasoningOff,
  choosesEdges: () => true,
  headers: (apiKey = '') => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
};
