import { describe, expect, it } from 'vitest';
import { History } from './history.ts';

const rolesAndTexts = (history: History): string[] =>
  history.messages('Be brief.').map(({ role, content }) => `${role}: ${content}`);

describe('History', () => {
  it('starts with the system prompt, and with a placeholder if nothing was said', () => {
    expect(rolesAndTexts(new History())).toEqual(['system: Be brief.', 'user: (The call begins.)']);
  });

  it('joins consecutive entries of one side, and omits empty entries', () => {
    const history = new History();
    history.add('user', 'Hello.');
    history.add('assistant', 'Good morning.');
    history.add('assistant', '');
    history.add('assistant', 'How can I help?');
    history.add('user', 'A question.');
    expect(rolesAndTexts(history).slice(1)).toEqual([
      'user: Hello.',
      'assistant: Good morning. How can I help?',
      'user: A question.',
    ]);
  });

  it('starts and ends with a user message, as many servers require', () => {
    const history = new History();
    history.add('assistant', 'Good morning.');
    expect(rolesAndTexts(history).slice(1)).toEqual([
      'user: (The call begins.)',
      'assistant: Good morning.',
      'user: (The caller is listening.)',
    ]);
  });

  it('drops the oldest entries of a very long call', () => {
    const history = new History();
    for (let turn = 1; turn <= 150; turn++) {
      history.add('user', `question ${turn}`);
      history.add('assistant', `answer ${turn}`);
    }
    expect(history.entries).toHaveLength(200);
    expect(history.entries[0]).toEqual({ role: 'user', content: 'question 51' });
  });
});
