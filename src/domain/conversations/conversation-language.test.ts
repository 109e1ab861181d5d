import { expect, it } from 'vitest';
import { conversationLanguage } from './conversation-language.ts';

const perLanguage = { initiationMessage: { de: 'Hallo', fr: 'Bonjour' } };
const plain = { initiationMessage: 'Hello' };
const italian = { language: 'it' };

it.each([
  ['the customer', { language: 'de-AT' }, { language: 'fr' }, perLanguage, 'de-AT'],
  ['the agent, without texts for the customer', { language: 'es' }, { language: 'fr' }, perLanguage, 'fr'],
  ['the agent, with one text for all', { language: 'de' }, italian, plain, 'it'],
  ['the agent, with an invalid tag', { language: 'de-!' }, { language: 'fr' }, perLanguage, 'fr'],
  ['the flow', {}, undefined, { ...plain, language: 'nl' }, 'nl'],
  ['the first text', {}, italian, perLanguage, 'de'],
  ['nothing: English', { language: 7 }, undefined, plain, 'en-US'],
  ['a deleted flow: of the agent', {}, italian, undefined, 'it'],
])('is that of %s', (_of, customer, agent, flow, language) => {
  expect(conversationLanguage({ customer, agent, flow })).toBe(language);
});
