import { describe, expect, it } from 'vitest';
import { expectationOfPrompts, nearestPromptId } from './prompt-expectation.ts';

describe('expectationOfPrompts', () => {
  it('contains each prompt, also without its first sentences', () => {
    const { phrases } = expectationOfPrompts([
      { id: 'greeting', text: 'Hello Anna! This is the clinic. Can you come at 10:30?', expects: 'yes_no' },
    ]);
    expect(phrases).toEqual([
      { id: 'greeting', text: 'hello anna this is the clinic can you come at ten thirty' },
      { id: 'greeting', text: 'this is the clinic can you come at ten thirty' },
      { id: 'greeting', text: 'can you come at ten thirty' },
    ]);
  });

  it('assigns last sentences that two prompts share to the first prompt', () => {
    const hints = ['Sorry. Is that right?', 'So it is Monday. Is that right?'].map((text, index) => ({
      id: `${index}`,
      text,
      expects: 'yes_no' as const,
    }));
    expect(expectationOfPrompts(hints).phrases.filter(({ text }) => text === 'is that right')).toEqual([
      { id: '0', text: 'is that right' },
    ]);
  });

  it('contains each statement followed by a question', () => {
    const statement = { id: 'unavailable', text: 'Nobody is free. Sorry.', expects: 'nothing' as const };
    const when = { id: 'when', text: 'When shall we call?', expects: 'date_time' as const };
    const repeated = { id: 'when:silent', text: 'Are you still there? When?', expects: 'date_time' as const };
    const { phrases } = expectationOfPrompts([when, repeated, statement]);
    const sequences = phrases.filter(({ id }) => id === 'when').map(({ text }) => text);
    expect(sequences).toEqual([
      'when shall we call',
      'nobody is free sorry when shall we call',
      'sorry when shall we call',
    ]);
    expect(phrases.filter(({ id }) => id === 'when:silent')).toHaveLength(2);
  });

  it('contains all single prompts if all sequences would exceed the limit', () => {
    const hints = Array.from({ length: 60 }, (_, index) => ({
      id: `${index}`,
      text: `Number ${index}.`,
      expects: index < 30 ? ('nothing' as const) : ('text' as const),
    }));
    const ids = new Set(expectationOfPrompts(hints).phrases.map(({ id }) => id));
    expect(ids.size).toBe(60);
  });

  it('has an id that depends only on the prompts', () => {
    const one = [{ id: 'a', text: 'Yes?', expects: 'yes_no' as const }];
    expect(expectationOfPrompts(one).id).toBe(expectationOfPrompts([...one]).id);
    expect(expectationOfPrompts(one).id).not.toBe(expectationOfPrompts([]).id);
  });

  it('stays within the limit of a grammar', () => {
    const hints = Array.from({ length: 1_000 }, (_, index) => ({
      id: `${index}`,
      text: `Number ${index}.`,
      expects: 'nothing' as const,
    }));
    expect(expectationOfPrompts(hints).phrases.length).toBeLessThanOrEqual(400);
  });
});

describe('nearestPromptId', () => {
  const hints = [
    {
      id: 'coming',
      text: 'Sie haben am fünften März um zehn Uhr einen Termin. Können Sie kommen?',
      expects: 'yes_no',
    },
    { id: 'when', text: 'Wann passt es Ihnen?', expects: 'date_time' },
    { id: 'bye', text: 'Auf Wiederhören.', expects: 'nothing' },
  ] as const;

  it.each([
    ['Sie haben am 5. März um 10 Uhr einen Termin. Können Sie kommen?', 'coming'],
    ['können sie kommen', 'coming'],
    ['Wann passt Ihnen das?', 'when'],
    ['auf wiederhören wann passt es ihnen', 'when'],
    ['Das habe ich nicht verstanden.', undefined],
    ['', undefined],
  ])('of %j is %s', (text, id) => {
    expect(nearestPromptId(hints, text)).toBe(id);
  });
});
