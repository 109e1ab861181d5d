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

  it('drops the oldest entries above the limit of tokens', () => {
    const history = new History({ maxTokens: 100 });
    for (let turn = 1; turn <= 30; turn++) {
      history.add('user', `question ${turn}`);
      history.add('assistant', `answer ${turn}`);
    }
    const length = history.entries.map((entry) => JSON.stringify(entry)).join('').length;
    expect(rolesAndTexts(history).at(-2)).toBe('assistant: answer 30');
    expect(history.entries.length).toBeGreaterThan(15);
    expect(length).toBeLessThan(2_500);
  });

  it('keeps each tool request with its result, as a pair of messages', () => {
    const history = new History();
    history.add('user', 'On Tuesday?');
    const calls = ['a', 'b'].map((id) => ({ id, name: 'book', arguments: { day: 'tuesday' } }));
    history.addToolExchanges(calls.map((call) => ({ call, result: `booked ${call.id}` })));
    history.add('assistant', 'Done.');
    expect(history.messages('Be brief.').slice(2, -1)).toEqual([
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', toolCallId: 'a', name: 'book', content: 'booked a' },
      { role: 'tool', toolCallId: 'b', name: 'book', content: 'booked b' },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  it('never splits a tool request from its result, whatever the limit', () => {
    for (let maxTokens = 10; maxTokens < 400; maxTokens += 3) {
      const history = new History({ maxTokens });
      for (let turn = 1; turn <= 20; turn++) {
        history.add('user', `question ${turn}`);
        const call = { id: `call ${turn}`, name: 'look_up', arguments: {} };
        history.addToolExchanges([{ call, result: 'found' }]);
        if (turn % 3 === 0) history.add('assistant', `answer ${turn}`);
        const messages = history.messages('');
        const requested = messages.flatMap((message) => ('toolCalls' in message ? message.toolCalls : []));
        const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
        expect(answered).toEqual(requested.map(({ id }) => id));
        expect(messages[1]?.role).toBe('user');
      }
    }
  });

  it('says that the start of the call is omitted', () => {
    const history = new History({ maxTokens: 10 });
    history.add('user', 'a question of some length');
    history.add('assistant', 'an answer of some length');
    expect(rolesAndTexts(history)[1]).toBe('user: (The start of the call is omitted.)');
  });

  it('marks the heard part of an interrupted utterance', () => {
    const history = new History();
    history.add('user', 'Hello.');
    history.addHeard('', true);
    history.addHeard('I think that', true);
    history.add('user', 'No.');
    history.addHeard('Goodbye.', false);
    expect(rolesAndTexts(history).slice(1, -1)).toEqual([
      'user: Hello.',
      'assistant: I think that —',
      'user: No.',
      'assistant: Goodbye.',
    ]);
  });
});
