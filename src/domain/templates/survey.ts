import type { CallFlowInput } from '../flow/flow.ts';
import { type ConditionInput, edge, isEqual, type NodeInput, ok, otherwise } from './flow-parts.ts';

const topics = [
  { value: 'service', phrases: ['the service', 'your service'] },
  { value: 'price', phrases: ['the price', 'the prices', 'the cost'] },
];

const questions: NodeInput[] = [
  {
    id: 'greeting',
    type: 'ask',
    config: {
      prompt:
        'Hello {{customer.name}}, this is {{company}}. Do you have a minute for three short questions about {{subject}}?',
      reprompt: 'Sorry, do you have a minute for three short questions?',
      variable: 'agrees',
      expect: 'yes_no',
    },
  },
  {
    id: 'score',
    type: 'ask',
    config: {
      prompt: 'From zero to ten, how likely are you to recommend us?',
      variable: 'score',
      expect: 'number',
    },
  },
  {
    id: 'score_again',
    type: 'ask',
    config: { prompt: 'Please say a number from zero to ten.', variable: 'score', expect: 'number' },
  },
  {
    id: 'improve',
    type: 'ask',
    config: {
      prompt: 'What should we do better: the waiting time, the service, the price, or something else?',
      variable: 'comment',
      expect: 'choice',
      choices: [
        { value: 'waiting time', phrases: ['the waiting time', 'waiting', 'the wait', 'be faster'] },
        ...topics,
        { value: 'other', phrases: ['something else', 'everything', 'nothing', 'other things'] },
      ],
    },
  },
  {
    id: 'praise',
    type: 'ask',
    config: {
      prompt: 'What did you like best: the service, the price, or the people?',
      variable: 'comment',
      expect: 'choice',
      choices: [
        ...topics,
        { value: 'people', phrases: ['the people', 'the staff', 'the team', 'everybody'] },
      ],
    },
  },
  {
    id: 'contact',
    type: 'ask',
    config: {
      prompt: 'May we contact you about your answers?',
      variable: 'may_contact',
      expect: 'yes_no',
    },
  },
];

const isScore: ConditionInput = {
  type: 'expression',
  all: [
    { left: 'score', op: '>=', right: 0 },
    { left: 'score', op: '<=', right: 10 },
  ],
};

/** Asks a customer for a recommendation score, its reason, and whether the company may get in touch. */
export const surveyFlow: CallFlowInput = {
  name: 'Survey',
  type: 'call',
  status: 'active',
  startNodeId: 'greeting',
  variables: { company: { default: 'Oak Street Dental' }, subject: { default: 'your last visit' } },
  nodes: [
    ...questions,
    { id: 'rating', type: 'branch', config: {} },
    {
      id: 'thanks',
      type: 'end',
      config: { text: 'Thank you for your answers. Goodbye.', disposition: 'answered' },
    },
    {
      id: 'declined',
      type: 'end',
      config: { text: 'No problem. Have a good day. Goodbye.', disposition: 'not_interested' },
    },
    {
      id: 'gave_up',
      type: 'end',
      config: { text: 'I am sorry, I could not understand you. Goodbye.', disposition: 'answered' },
    },
  ],
  edges: [
    edge('greeting', 'score', isEqual('agrees', true)),
    edge('greeting', 'declined', isEqual('agrees', false)),
    edge('greeting', 'gave_up', otherwise),
    edge('score', 'rating', isScore),
    edge('score', 'score_again', otherwise),
    edge('score_again', 'rating', isScore),
    edge('score_again', 'gave_up', otherwise),
    edge('rating', 'improve', { type: 'expression', all: [{ left: 'score', op: '<=', right: 6 }] }),
    edge('rating', 'praise', otherwise),
    edge('improve', 'contact', ok),
    edge('improve', 'thanks', otherwise),
    edge('praise', 'contact', ok),
    edge('praise', 'thanks', otherwise),
    edge('contact', 'thanks'),
  ],
};
