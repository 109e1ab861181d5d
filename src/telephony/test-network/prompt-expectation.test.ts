import { describe, expect, it } from 'vitest';
import { expectationOfPrompts } from './prompt-expectation.ts';

describe('what a simulated person expects to hear', () => {
  it('is each prompt from any of its sentences on', () => {
    const { phrases } = expectationOfPrompts([
      { id: 'greeting', text: 'Hello Anna! This is the clinic. Can you come at 10:30?', invites: 'yes_no' },
    ]);
    expect(phrases).toEqual([
      { id: 'greeting', text: 'hello anna this is the clinic can you come at ten thirty' },
      { id: 'greeting', text: 'this is the clinic can you come at ten thirty' },
      { id: 'greeting', text: 'can you come at ten thirty' },
    ]);
  });

  it('names the first prompt where two end alike', () => {
    const hints = ['Sorry. Is that right?', 'So it is Monday. Is that right?'].map((text, index) => ({
      id: `${index}`,
      text,
      invites: 'yes_no' as const,
    }));
    expect(expectationOfPrompts(hints).phrases.filter(({ text }) => text === 'is that right')).toEqual([
      { id: '0', text: 'is that right' },
    ]);
  });

  it('has the same id for the same prompts only', () => {
    const one = [{ id: 'a', text: 'Yes?', invites: 'yes_no' as const }];
    expect(expectationOfPrompts(one).id).toBe(expectationOfPrompts([...one]).id);
    expect(expectationOfPrompts(one).id).not.toBe(expectationOfPrompts([]).id);
  });

  it('stays within what a grammar can hold', () => {
    const hints = Array.from({ length: 1_000 }, (_, index) => ({
      id: `${index}`,
      text: `Number ${index}.`,
      invites: 'nothing' as const,
    }));
    expect(expectationOfPrompts(hints).phrases.length).toBeLessThanOrEqual(400);
  });
});
