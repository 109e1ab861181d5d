import type { CallFlowInput } from '../flow/flow.ts';
import {
  askForTime,
  type ConditionInput,
  edge,
  isEqual,
  type NodeInput,
  ok,
  otherwise,
} from './flow-parts.ts';

const choices = [
  {
    value: 'book',
    phrases: ['book an appointment', 'make an appointment', 'a new appointment', 'an appointment'],
  },
  {
    value: 'change',
    phrases: ['change my appointment', 'move my appointment', 'change an appointment', 'reschedule'],
  },
  { value: 'hours', phrases: ['opening hours', 'the opening hours', 'when are you open', 'your hours'] },
];

const wish = (id: string, prompt: string): NodeInput => ({
  id,
  type: 'ask',
  config: {
    prompt,
    reprompt: 'You can say book, change, or opening hours.',
    variable: 'wish',
    expect: 'choice',
    choices,
  },
});

const when = askForTime(
  { prompt: 'Which day and time would you like?', variable: 'wanted_at' },
  { next: 'check', failed: 'gave_up' },
);

const wishes = ['greeting', 'next_wish'].flatMap((id) => [
  edge(id, 'hours', isEqual('wish', 'hours')),
  edge(id, 'when', ok),
  edge(id, 'gave_up', otherwise),
]);

const isYes: ConditionInput = isEqual('more', true);

/** Answers calls to a small business: notes an appointment or its change, and tells the opening hours. */
export const frontDeskFlow: CallFlowInput = {
  name: 'Front desk',
  type: 'call',
  status: 'active',
  startNodeId: 'greeting',
  variables: {
    company: { default: 'Oak Street Dental' },
    opening_hours: { default: 'Monday to Friday, from eight in the morning to five in the afternoon' },
  },
  nodes: [
    wish(
      'greeting',
      'Hello, this is {{company}}. Would you like to book an appointment, change an appointment, or hear our opening hours?',
    ),
    wish('next_wish', 'Would you like to book an appointment, change one, or hear our opening hours?'),
    { id: 'hours', type: 'say', config: { text: 'We are open {{opening_hours}}.' } },
    {
      id: 'more',
      type: 'ask',
      config: { prompt: 'Is there anything else?', variable: 'more', expect: 'yes_no' },
    },
    ...when.nodes,
    {
      id: 'check',
      type: 'ask',
      config: {
        prompt: 'I have {{wanted_at}}. Is that right?',
        variable: 'is_right',
        expect: 'yes_no',
      },
    },
    {
      id: 'note',
      type: 'set_disposition',
      config: {
        disposition: 'interested',
        notes: 'Wants to {{wish}} an appointment: {{wanted_at}}.',
      },
    },
    {
      id: 'noted',
      type: 'end',
      config: { text: 'Thank you. I have noted {{wanted_at}}. Goodbye.' },
    },
    {
      id: 'goodbye',
      type: 'end',
      config: { text: 'Thank you for your call. Goodbye.', disposition: 'answered' },
    },
    {
      id: 'gave_up',
      type: 'end',
      config: {
        text: 'I am sorry, I could not understand you. Please call us again. Goodbye.',
        disposition: 'answered',
      },
    },
  ],
  edges: [
    ...wishes,
    edge('hours', 'more'),
    edge('more', 'next_wish', isYes),
    edge('more', 'goodbye', otherwise),
    ...when.edges,
    edge('check', 'note', isEqual('is_right', true)),
    edge('check', 'when', isEqual('is_right', false)),
    edge('check', 'gave_up', otherwise),
    edge('note', 'noted'),
  ],
};
