import type { CallFlowInput } from '../flow/flow.ts';
import { intentLibrary } from '../languages/en/intent-library.ts';
import { edge, isEqual, type NodeInput, ok, otherwise } from './flow-parts.ts';

const questions: NodeInput[] = [
  {
    id: 'greeting',
    type: 'ask',
    config: {
      prompt:
        'Hello {{customer.name}}, this is {{company}}. You asked us about {{topic}}. Do you have two minutes?',
      reprompt: 'Sorry, do you have two minutes?',
      variable: 'has_time',
      expect: 'yes_no',
    },
  },
  {
    id: 'need',
    type: 'ask',
    config: {
      prompt: 'Is it for yourself, or for your company?',
      variable: 'need',
      expect: 'choice',
      choices: [
        { value: 'private', phrases: ['for myself', 'myself', 'for me', 'at home', 'my home'] },
        {
          value: 'company',
          phrases: ['for my company', 'my company', 'the company', 'for work', 'business'],
        },
      ],
    },
  },
  {
    id: 'start',
    type: 'ask',
    config: {
      prompt: 'When would you like to start: now, this month, or later?',
      variable: 'start',
      expect: 'choice',
      choices: [
        { value: 'now', phrases: ['right now', 'at once', 'immediately', 'as soon as possible'] },
        { value: 'this month', phrases: ['this month', 'soon', 'in the next weeks'] },
        { value: 'later', phrases: ['later', 'next year', 'not yet', 'some day'] },
      ],
    },
  },
  {
    id: 'offer',
    type: 'ask',
    config: { prompt: 'Would you like an offer from us?', variable: 'wants_offer', expect: 'yes_no' },
  },
];

/** Calls a person who asked for information, and finds out what they need and whether they want an offer. */
export const leadCallbackFlow: CallFlowInput = {
  name: 'Lead call-back',
  type: 'call',
  status: 'active',
  startNodeId: 'greeting',
  variables: { company: { default: 'Bright Solar' }, topic: { default: 'solar panels' } },
  nodes: [
    ...questions,
    {
      id: 'later',
      type: 'schedule_callback',
      config: {
        at: '{{heard.date_time}}',
        prompt: 'When may we call you again?',
        notes: 'Had no time. Asked about {{topic}}.',
        confirmation: 'We will call you again on {{heard.date_time}}.',
      },
    },
    {
      id: 'not_interested',
      type: 'end',
      isGlobal: { condition: { type: 'intent', phrases: [...intentLibrary.notInterested] } },
      config: { text: 'All right. Thank you for your time. Goodbye.', disposition: 'not_interested' },
    },
    {
      id: 'qualified',
      type: 'set_disposition',
      config: { disposition: 'interested', notes: 'Wants an offer. For: {{need}}. Start: {{start}}.' },
    },
    { id: 'thanks', type: 'end', config: { text: 'Thank you. We will send you an offer. Goodbye.' } },
    { id: 'goodbye', type: 'end', config: { text: 'Goodbye.' } },
    {
      id: 'gave_up',
      type: 'end',
      config: { text: 'I am sorry, I could not understand you. Goodbye.', disposition: 'failed' },
    },
  ],
  edges: [
    edge('greeting', 'need', isEqual('has_time', true)),
    edge('greeting', 'later', isEqual('has_time', false)),
    edge('greeting', 'gave_up', otherwise),
    edge('need', 'start', ok),
    edge('need', 'gave_up', otherwise),
    edge('start', 'offer', ok),
    edge('start', 'gave_up', otherwise),
    edge('offer', 'qualified', isEqual('wants_offer', true)),
    edge('offer', 'not_interested', isEqual('wants_offer', false)),
    edge('offer', 'gave_up', otherwise),
    edge('qualified', 'thanks'),
    edge('later', 'goodbye', ok),
    edge('later', 'gave_up', otherwise),
  ],
};
