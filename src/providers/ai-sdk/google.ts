import { createGoogle } from '@ai-sdk/google';
import {
  alwaysReasoningTokens,
  noReasoningSetting,
  reasoningOff,
  type Reasoning,
  type Vendor,
} from './vendor.ts';

/** By name, the first match counts. From Gemini 3 on, thinking cannot be switched off; the SDK requests the lowest level. */
const reasoningByName: readonly { readonly name: RegExp; readonly reasoning: Reasoning }[] = [
  { name: /^gemini-2\.5-pro/, reasoning: { effort: 'none', extraTokens: alwaysReasoningTokens } },
  { name: /^gemini-2\.5-/, reasoning: reasoningOff },
  { name: /^gemini-(1|2\.0)/, reasoning: noReasoningSetting },
  { name: /^gemini-/, reasoning: { effort: 'none', extraTokens: alwaysReasoningTokens } },
];

export const google: Vendor = {
  defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  needsCacheMarks: false,
  reportsTokensEarly: true,
  createModel: ({ baseUrl: baseURL, apiKey = '', model }, fetch) =>
    createGoogle({ baseURL, apiKey, fetch })(model),
  reasoningOf: (model) =>
    reasoningByName.find(({ name }) => name.test(model))?.reasoning ?? noReasoningSetting,
  choosesEdges: () => true,
  headers: (apiKey = '') => ({ 'x-goog-api-key': apiKey }),
};
