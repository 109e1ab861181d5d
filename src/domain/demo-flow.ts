import type { AgentInput } from './agent.ts';
import type { CallFlowInput } from './flow/flow.ts';
import { intentLibrary } from './languages/en/intent-library.ts';
import {
  askForTime,
  type ConditionInput,
  edge,
  type EdgeInput,
  isEqual,
  type NodeInput,
  ok,
  otherwise,
} from './templates/flow-parts.ts';
import { addDays, civilTimeAt, instantOf, weekdayOf } from './understanding/zoned-time.ts';

/** The demo agent, without number and flow. */
export const demoAgent: AgentInput = {
  name: 'Appointment reminder',
  description: 'Reminds of an appointment and moves it, without a language model.',
  voicemail: {
    action: 'leave_message',
    message:
      'Hello, this is Oak Street Dental. We called about your appointment. Please call us back. Goodbye.',
  },
  // Without a language model, the analysis has what the flow knows.
  analysis: {
    summary: true,
    successCriteria: 'The customer confirmed the appointment or moved it.',
    fields: [
      { name: 'coming', type: 'boolean', description: 'Whether the customer comes to the appointment.' },
      { name: 'new_appointment', type: 'string', description: 'The new time if it was moved, in ISO 8601.' },
    ],
  },
};

/** Returns the callee and the variables of the demo call. The appointment is next Tuesday at 10:00 in `zone`. */
export function demoCallDetails(nowMs: number, zone: string) {
  const now = civilTimeAt(nowMs, zone);
  const days = (2 - weekdayOf(now) + 7) % 7 || 7;
  const appointment = new Date(instantOf({ ...addDays(now, days), hour: 10, minute: 0 }, zone)).toISOString();
  return { customer: { name: 'Ada' }, dynamic: { appointment } };
}

const intent = (phrases: readonly string[]): ConditionInput => ({ type: 'intent', phrases: [...phrases] });

const anotherDay = [
  'another day',
  'another time',
  'reschedule',
  'change my appointment',
  'move my appointment',
];
const whoIsThis = [
  'who is this',
  "who's this",
  "who's calling",
  'who is calling',
  'what is this about',
  "what's this about",
  'state your name',
  'reason for your call',
  'say your name',
];

const when = askForTime(
  { prompt: 'Which day and time would you like?', variable: 'new_appointment' },
  { next: 'check', failed: 'gave_up' },
);

const questions: NodeInput[] = [
  {
    id: 'greeting',
    type: 'ask',
    config: {
      prompt:
        'Hello {{customer.name}}, this is {{clinic}}. You have an appointment on {{appointment}}. Can you come?',
      reprompt: "Sorry, I didn't catch that. Can you come on {{appointment}}?",
      variable: 'coming',
      expect: 'yes_no',
    },
  },
  {
    id: 'offer',
    type: 'ask',
    config: {
      prompt: 'I understand. Would you like another day?',
      variable: 'wants_another_day',
      expect: 'yes_no',
    },
  },
  ...when.nodes,
  {
    id: 'check',
    type: 'ask',
    config: {
      prompt: 'I have {{new_appointment}}. Is that right?',
      variable: 'is_right',
      expect: 'yes_no',
    },
  },
];

const globals: NodeInput[] = [
  {
    id: 'stop',
    type: 'end',
    isGlobal: { condition: intent(intentLibrary.optOut) },
    config: { text: 'I am sorry. We will not call you again. Goodbye.', disposition: 'do_not_call' },
  },
  {
    id: 'wrong_number',
    type: 'end',
    isGlobal: { condition: intent(intentLibrary.wrongNumber) },
    config: { text: 'I am sorry to have disturbed you. Goodbye.', disposition: 'wrong_number' },
  },
  {
    id: 'not_interested',
    type: 'end',
    isGlobal: { condition: intent(intentLibrary.notInterested) },
    config: { text: 'All right. Thank you for your time. Goodbye.', disposition: 'not_interested' },
  },
  {
    id: 'callback',
    type: 'schedule_callback',
    isGlobal: { condition: intent(intentLibrary.callback) },
    config: {
      at: '{{heard.date_time}}',
      notes: 'Asked to be called back.',
      confirmation: 'We will call you back on {{heard.date_time}}.',
    },
  },
  {
    id: 'person',
    type: 'say',
    isGlobal: { condition: intent(intentLibrary.person) },
    config: { text: 'Everyone is busy at the moment, but a colleague can call you back.' },
  },
  {
    id: 'person_callback',
    type: 'schedule_callback',
    config: {
      at: '{{heard.date_time}}',
      notes: 'Asked to speak to a person.',
      confirmation: 'A colleague will call you back on {{heard.date_time}}.',
      by: 'person',
    },
  },
  {
    id: 'who',
    type: 'say',
    isGlobal: { condition: intent(whoIsThis) },
    config: { text: 'This is the automatic reminder of {{clinic}}. It is about an appointment.' },
  },
  // Waits for the beep, and leaves a message.
  {
    id: 'voicemail',
    type: 'wait',
    isGlobal: { condition: intent(intentLibrary.voicemail) },
    config: { ms: 2000 },
  },
];

const ends: NodeInput[] = [
  {
    id: 'confirmed',
    type: 'end',
    config: { text: 'Great, we will see you then. Goodbye.', disposition: 'answered' },
  },
  {
    id: 'moved',
    type: 'end',
    config: {
      text: 'Thank you. Your new appointment is on {{new_appointment}}. Goodbye.',
      disposition: 'answered',
    },
  },
  {
    id: 'cancelled',
    type: 'end',
    config: { text: 'All right, your appointment is cancelled. Goodbye.', disposition: 'not_interested' },
  },
  { id: 'goodbye', type: 'end', config: { text: 'Goodbye.' } },
  {
    id: 'gave_up',
    type: 'end',
    config: {
      text: 'I am sorry, I could not understand you. Please call us back. Goodbye.',
      disposition: 'failed',
    },
  },
  {
    id: 'message_left',
    type: 'end',
    config: {
      text: 'Hello {{customer.name}}, this is {{clinic}}. You have an appointment on {{appointment}}. Please call us back. Goodbye.',
      disposition: 'voicemail',
    },
  },
];

const edges: EdgeInput[] = [
  edge('greeting', 'when', intent(anotherDay)),
  edge('greeting', 'confirmed', isEqual('coming', true)),
  edge('greeting', 'offer', isEqual('coming', false)),
  edge('greeting', 'gave_up', otherwise),
  edge('offer', 'when', isEqual('wants_another_day', true)),
  edge('offer', 'cancelled', isEqual('wants_another_day', false)),
  edge('offer', 'gave_up', otherwise),
  ...when.edges,
  edge('check', 'moved', isEqual('is_right', true)),
  edge('check', 'when', isEqual('is_right', false)),
  edge('check', 'gave_up', otherwise),
  edge('callback', 'goodbye', ok),
  edge('callback', 'gave_up', otherwise),
  edge('person', 'person_callback'),
  edge('person_callback', 'goodbye', ok),
  edge('person_callback', 'gave_up', otherwise),
  edge('voicemail', 'message_left'),
];

/**
 * An appointment reminder without a language model. It confirms, moves or cancels an appointment and handles callbacks, opt-outs,
 * wrong numbers and voicemail.
 */
export const demoFlow: CallFlowInput = {
  name: 'Appointment reminder',
  type: 'call',
  status: 'active',
  startNodeId: 'greeting',
  variables: {
    clinic: { default: 'Oak Street Dental' },
    appointment: { type: 'date_time', default: 'Tuesday at 10 AM' },
  },
  nodes: [...questions, ...globals, ...ends],
  edges,
};
