import { edge, end } from './run-flow.ts';

/** Creates a question whose answer is the variable of its id. */
export const ask = (id: string, prompt: string, expect: string, more: object = {}) => ({
  id,
  type: 'ask',
  config: { prompt, variable: id, expect, ...more },
});

/** The conditions of the edges of a node that succeeded or failed. */
export const ok = { type: 'result', ok: true };
export const failed = { type: 'result', ok: false };

/** Asks whether the date of a visit suits the customer, and else for another date: a conversation without a language model. */
export const visitGraph = {
  variables: { works: { type: 'boolean' }, other: { type: 'date_time' } },
  startNodeId: 'works',
  nodes: [
    ask('works', 'Does that work?', 'yes_no'),
    { id: 'is-yes', type: 'branch', config: {} },
    ask('other', 'Which day suits you?', 'date_time'),
    end('agreed', 'See you then.'),
    end('moved', 'We moved it to {{other}}.'),
    end('unclear', 'We will call you.'),
  ],
  edges: [
    edge('works', 'is-yes', ok),
    edge('works', 'unclear', failed),
    edge('is-yes', 'agreed', { type: 'expression', all: [{ left: 'works', op: '==', right: true }] }),
    edge('is-yes', 'other', { type: 'else' }),
    edge('other', 'moved', ok),
    edge('other', 'unclear', failed),
  ],
};
