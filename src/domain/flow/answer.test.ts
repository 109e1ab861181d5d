import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { context, flowOf, spokenIn } from '../../../test/support/run-flow.ts';
import { allLanguages } from '../languages/languages.ts';
import { startFlow, step } from './interpreter.ts';

const flow = flowOf({
  type: 'call',
  startNodeId: 'coming',
  nodes: [
    { id: 'coming', type: 'ask', config: { prompt: '?', variable: 'coming', expect: 'yes_no' } },
    { id: 'ended', type: 'end', config: { text: 'An answer.' } },
  ],
  edges: [{ id: 'coming-ended', from: 'coming', to: 'ended', condition: { type: 'else' } }],
});

describe.each(allLanguages)('an answer in $name', (language) => {
  const inLanguage = { ...context, language };
  const responseTo = (text: string): string | undefined => {
    const { state } = startFlow(flow, inLanguage);
    const heard = { type: 'answered', text, confidence: 0.9, rejected: false } as const;
    return spokenIn(step(flow, state, heard, inLanguage).actions)[0];
  };
  const corpus = readFileSync(
    `${import.meta.dirname}/../languages/${language.tag}/testing/requests.tsv`,
    'utf8',
  );

  it('to yes or no is no answer if it says that the number is wrong', () => {
    const texts = [...corpus.matchAll(/^(.+)\twrong_number$/gm)].map(([, text = '']) => text);
    const others = texts.filter((text) => responseTo(text) !== language.sentences.wrongNumber);
    expect(texts.length).toBeGreaterThan(5);
    expect(others).toEqual([]);
  });

  it('to yes or no is a plain no', () => {
    expect(responseTo(language.no)).toBe('An answer.');
  });
});
