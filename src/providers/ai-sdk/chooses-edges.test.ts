import { expect, it } from 'vitest';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { createLanguageModel } from './language-model.ts';
import { openAi } from './openai.ts';
import { openAiCompatible } from './openai-compatible.ts';

const local = 'http://127.0.0.1:11434/v1';

it.each([
  ['OpenAI', openAi, openAi.defaultBaseUrl!, true],
  ['another server at the address of OpenAI', openAi, local, false],
  ['Anthropic', anthropic, anthropic.defaultBaseUrl!, true],
  ['Google', google, google.defaultBaseUrl!, true],
  ['an OpenAI-compatible server', openAiCompatible, local, false],
])('models of %s choose edges as expected', (_, vendor, baseUrl, choosesEdges) => {
  const settings = { provider: 'vendor', model: 'any', baseUrl, apiKey: 'key' };
  expect(createLanguageModel(vendor, settings).choosesEdges).toBe(choosesEdges);
});
