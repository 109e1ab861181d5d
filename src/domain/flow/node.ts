import { z } from 'zod';
import { extractedField } from '../agent.ts';
import { dispositionCode, exampleId, integer, requiredText, text, variableName } from '../fields.ts';
import { perLanguage, type InOneLanguage } from '../texts.ts';
import { condition } from './condition.ts';

export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Write an id of 1 to 64 letters, digits, _ and -.');

/** A spoken or sent text, at most about two minutes of speech. */
const speech = perLanguage(text(2000));
const spoken = perLanguage(text(2000).trim().min(1));
/** A text that only users and models read. */
const note = text(2000);
const retries = integer(0, 5).default(2).meta({
  description: 'The number of times that the question is repeated.',
});
const timeoutSeconds = z.number().min(1).max(120).default(6).meta({
  description: 'Maximum time to wait for the customer in seconds.',
});
const digitCount = integer(1, 32);
const jsonPointer = text(500).regex(/^(\/([^~/]|~[01])*)*$/, 'Write a JSON pointer such as /data/0/name.');

const choice = z.strictObject({
  value: requiredText(200).meta({ description: 'The value that is stored.', examples: ['evening'] }),
  phrases: perLanguage(z.array(z.string().trim().min(1).max(200)).max(100))
    .default([])
    .meta({
      description: 'Phrases for the value, in addition to the value itself.',
    }),
});

const ask = z.strictObject({
  prompt: spoken.meta({ description: 'The question to speak.', examples: ['Will you come tonight?'] }),
  variable: variableName.meta({ description: 'The variable that stores the answer.', examples: ['coming'] }),
  expect: z.enum(['text', 'yes_no', 'number', 'date_time', 'digits', 'choice']).default('text').meta({
    description:
      'The type of the answer: `text` (the words), `yes_no` (true or false), `number`, `date_time`, `digits`, or `choice` (one of `choices`).',
  }),
  choices: z.array(choice).max(50).default([]).meta({
    description: 'The allowed answers if `expect` is `choice`.',
  }),
  minDigits: digitCount.optional().meta({ description: 'Minimum number of keys.', examples: [4] }),
  maxDigits: digitCount.optional().meta({ description: 'Maximum number of keys.', examples: [8] }),
  retries,
  reprompt: speech.optional().meta({
    description: 'Spoken in place of `prompt` when the question is repeated.',
    examples: ['Sorry, will you come tonight?'],
  }),
  timeoutSeconds,
});

const gatherDigits = z.strictObject({
  prompt: spoken.meta({ description: 'The question to speak.', examples: ['Will you come tonight?'] }),
  variable: variableName.meta({ description: 'The variable that stores the digits.', examples: ['coming'] }),
  minDigits: digitCount.default(1).meta({ description: 'Minimum number of keys.' }),
  maxDigits: digitCount.default(32).meta({ description: 'Maximum number of keys.' }),
  terminator: z
    .string()
    .regex(/^[0-9*#]?$/, 'Write one key, 0-9, * or #, or an empty text.')
    .default('#')
    .meta({
      description: 'The key that ends the input. Empty: none.',
    }),
  timeoutSeconds,
  retries,
  reprompt: speech.optional().meta({
    description: 'Spoken in place of `prompt` when the question is repeated.',
    examples: ['Sorry, will you come tonight?'],
  }),
  sensitive: z.boolean().default(false).meta({
    description:
      'The digits are not written to transcript, recording, model, database or log. Conditions can use them through `variable` during the call.',
  }),
});

const http = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET').meta({
    description: 'The HTTP method.',
  }),
  url: requiredText(2048).meta({
    description: 'The URL of the request. It may contain `{{variables}}`.',
    examples: ['https://example.com/tables'],
  }),
  headers: z.record(requiredText(256), text(4096)).default({}).meta({
    description: 'HTTP headers of the request by name.',
  }),
  body: z.json().optional().meta({
    description: 'The JSON body of the request. Texts may contain `{{variables}}`.',
  }),
  timeoutMs: integer(100, 60_000).default(4000).meta({
    description: 'Maximum time to wait for a response in milliseconds.',
  }),
  save: z.record(variableName, jsonPointer).default({}).meta({
    description: 'Variables to fill from the response, each with a JSON pointer (RFC 6901).',
  }),
});

const transfer = z.strictObject({
  destination: requiredText(500).meta({
    description: 'A phone number in E.164, or a SIP URI.',
    examples: ['+12025550150'],
  }),
  mode: z.enum(['cold', 'warm']).default('cold').meta({
    description: '`cold` connects immediately; `warm` speaks `briefing` first.',
  }),
  message: speech.default('').meta({ description: 'Spoken to the customer before the transfer.' }),
  briefing: note.default('').meta({
    description: 'Spoken to the person who takes the transfer, before the customer is connected.',
  }),
  ringSeconds: integer(5, 300).default(30).meta({
    description: 'Maximum ringing time at the destination in seconds.',
  }),
  humanCheck: z.boolean().default(true).meta({
    description: 'Whether to verify that a person has answered before the customer is connected.',
  }),
});

/** Every node type and its configuration. */
export const nodeConfigs = {
  say: z.strictObject({
    text: spoken.meta({
      description: 'The text to speak. It may contain `{{variables}}`.',
      examples: ['Hello {{customer.name}}, this is Bistro Nine.'],
    }),
    interruptible: z.boolean().default(true).meta({
      description: 'Whether the customer can interrupt the text.',
    }),
  }),
  ask,
  conversation: z.strictObject({
    prompt: text(20_000).default('').meta({
      description: 'Instructions for the language model in this node.',
    }),
    firstMessage: speech.default('').meta({ description: 'The first words of the agent in this node.' }),
    maxTurns: integer(1, 200).default(20).meta({ description: 'The node ends after this number of turns.' }),
  }),
  extract: z.strictObject({
    fields: z.array(extractedField).min(1).max(50).meta({ description: 'The values to extract.' }),
  }),
  branch: z.strictObject({}),
  http,
  gather_digits: gatherDigits,
  press_digits: z.strictObject({
    digits: requiredText(200).meta({
      description: 'The keys to send: 0-9, A-D, `*` and `#`. `{{variables}}` are allowed.',
      examples: ['1'],
    }),
    pauseMs: integer(0, 60_000).default(0).meta({
      description: 'The pause before the first key in milliseconds.',
    }),
  }),
  transfer,
  schedule_callback: z.strictObject({
    at: requiredText(200).meta({
      description: 'The time of the callback: ISO 8601, or a `{{variable}}` that holds a time.',
      examples: ['{{call_at}}'],
    }),
    prompt: speech.default('').meta({
      description: 'The question for the time. Empty: a sentence in the language of the call.',
    }),
    retries,
    notes: note.default('').meta({ description: 'Notes for users, at most 2,000 characters.' }),
    confirmation: speech.default('').meta({ description: 'Spoken after the callback is scheduled.' }),
    by: z.enum(['agent', 'person']).default('agent').meta({
      description:
        'Who calls back: `agent` is called by Parley at that time; `person` creates a task for a person, and no agent calls.',
    }),
  }),
  set_disposition: z.strictObject({
    disposition: dispositionCode.meta({
      description: 'The result of the call: a built-in disposition, or one of the workspace.',
    }),
    notes: note.default('').meta({ description: 'Notes for users, at most 2,000 characters.' }),
  }),
  send_message: z.strictObject({
    flowId: requiredText(40).meta({
      description: 'The id of the message flow.',
      examples: [exampleId('flow')],
    }),
    to: requiredText(320).meta({
      description: 'The recipient: a phone number or an email address. `{{variables}}` are allowed.',
      examples: ['{{customer.email}}'],
    }),
  }),
  agent_handoff: z.strictObject({
    agentId: requiredText(40).meta({
      description: 'The id of the agent that continues the call.',
      examples: [exampleId('agent')],
    }),
    message: speech.default('').meta({ description: 'Spoken to the customer before the handoff.' }),
  }),
  wait: z.strictObject({
    ms: integer(1, 600_000).meta({ description: 'The time in milliseconds.', examples: [2000] }),
  }),
  end: z.strictObject({
    text: speech.default('').meta({ description: 'The closing words. They may contain `{{variables}}`.' }),
    disposition: dispositionCode.optional().meta({
      description: 'The result of the call: a built-in disposition, or one of the workspace.',
    }),
  }),
} as const;

export type NodeType = keyof typeof nodeConfigs;

export const nodeTypes = Object.keys(nodeConfigs) as NodeType[];

const sharedFields = {
  id: identifier.meta({
    description: 'The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.',
    examples: ['greeting'],
  }),
  name: text(80)
    .optional()
    .meta({
      description: 'A display name for editors.',
      examples: ['Greeting'],
    }),
  position: z
    .strictObject({
      x: z.number().meta({
        description: 'The horizontal position, in units of the editor.',
        examples: [120],
      }),
      y: z.number().meta({ description: 'The vertical position, in units of the editor.', examples: [80] }),
    })
    .optional()
    .meta({ description: 'The position in a visual editor.' }),
  isGlobal: z
    .strictObject({
      condition: condition.meta({ description: 'The condition that must hold for the node to be entered.' }),
    })
    .optional()
    .meta({
      description: 'Makes the node global: it is entered from any listening node when the condition holds.',
    }),
};

interface NodeTexts {
  /** The id of the schema. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** An example of the configuration. */
  readonly example: object;
}

function node<Type extends NodeType, Config extends z.ZodType>(
  type: Type,
  config: Config,
  { example, ...texts }: NodeTexts,
) {
  const schema = z.strictObject({
    ...sharedFields,
    type: z.literal(type).meta({ description: 'The node type. It decides which fields `config` has.' }),
    config: config.meta({ description: 'The settings of the node. The fields depend on its `type`.' }),
  });
  return schema.meta({ ...texts, examples: [schema.parse({ id: `${type}_1`, type, config: example })] });
}

export const flowNode = z
  .discriminatedUnion('type', [
    node('say', nodeConfigs.say, {
      id: 'SayNode',
      title: 'Say',
      description: 'Speaks a text and goes on.',
      example: { text: 'Hello {{customer.name}}, this is Bistro Nine.' },
    }),
    node('ask', nodeConfigs.ask, {
      id: 'AskNode',
      title: 'Ask',
      description:
        'Asks a question, listens, and stores the answer in a variable. If the answer is not understood, it asks again, up to `retries` times.',
      example: { prompt: 'Will you come tonight?', variable: 'coming', expect: 'yes_no' },
    }),
    node('conversation', nodeConfigs.conversation, {
      id: 'ConversationNode',
      title: 'Conversation',
      description:
        'Lets the language model of the agent talk with the customer until an edge condition holds or `maxTurns` is reached.',
      example: { prompt: 'Find out whether the customer wants a visit.', maxTurns: 12 },
    }),
    node('extract', nodeConfigs.extract, {
      id: 'ExtractNode',
      title: 'Extract',
      description:
        'Finds values in the conversation with the language model of the agent and stores them in variables. Without a model the node fails.',
      example: { fields: [{ name: 'party_size', type: 'number', description: 'How many guests come' }] },
    }),
    node('branch', nodeConfigs.branch.default({}), {
      id: 'BranchNode',
      title: 'Branch',
      description: 'Says nothing. The conditions of its edges decide which node comes next.',
      example: {},
    }),
    node('http', nodeConfigs.http, {
      id: 'HttpNode',
      title: 'HTTP request',
      description:
        'Sends an HTTP request and stores parts of the JSON response in variables. Headers can contain secrets of the operator, as `{{secrets.NAME}}`.',
      example: { method: 'GET', url: 'https://example.com/tables', save: { free_tables: '/data/free' } },
    }),
    node('gather_digits', nodeConfigs.gather_digits, {
      id: 'GatherDigitsNode',
      title: 'Gather digits',
      description: 'Asks for keys of the telephone keypad (DTMF) and stores them in a variable.',
      example: { prompt: 'Please enter your customer number.', variable: 'customer_number', maxDigits: 8 },
    }),
    node('press_digits', nodeConfigs.press_digits, {
      id: 'PressDigitsNode',
      title: 'Press digits',
      description: 'Sends keys (DTMF) to the other side, for example to operate a phone menu.',
      example: { digits: '1', pauseMs: 200 },
    }),
    node('transfer', nodeConfigs.transfer, {
      id: 'TransferNode',
      title: 'Transfer',
      description:
        'Connects the customer with another number. This version stores such nodes but cannot run them: an active flow with one is rejected (400 `flow_invalid`).',
      example: { destination: '+12025550150', mode: 'warm', briefing: 'Ada asks for a larger table.' },
    }),
    node('schedule_callback', nodeConfigs.schedule_callback, {
      id: 'ScheduleCallbackNode',
      title: 'Schedule callback',
      description:
        'Agrees on a time with the customer and schedules a call at that time. The agent asks for the time if `at` contains none.',
      example: { at: '{{call_at}}', confirmation: 'We will call you {{call_at}}.' },
    }),
    node('set_disposition', nodeConfigs.set_disposition, {
      id: 'SetDispositionNode',
      title: 'Set disposition',
      description: 'Records the result of the call. The last recorded disposition counts.',
      example: { disposition: 'interested', notes: 'Wants a table for {{guests}}.' },
    }),
    node('send_message', nodeConfigs.send_message, {
      id: 'SendMessageNode',
      title: 'Send message',
      description:
        'Sends the message of a message flow by SMS or email, without approval. Fails if `to` is neither a phone number in E.164 nor an email address.',
      example: { flowId: exampleId('flow'), to: '{{customer.email}}' },
    }),
    node('agent_handoff', nodeConfigs.agent_handoff, {
      id: 'AgentHandoffNode',
      title: 'Agent handoff',
      description:
        'Speaks `message`, then another voice agent continues the call with its voice, recogniser, model, tools and flow. The conversation so far and the variables stay. Fails if that agent cannot continue the call, and after 10 hand-offs of the call.',
      example: { agentId: exampleId('agent'), message: 'I connect you with our sales team.' },
    }),
    node('wait', nodeConfigs.wait, {
      id: 'WaitNode',
      title: 'Wait',
      description: 'Is silent for a time and goes on.',
      example: { ms: 2000 },
    }),
    node('end', nodeConfigs.end.prefault({}), {
      id: 'EndNode',
      title: 'End',
      description: 'Speaks closing words, records a disposition if one is given, and hangs up.',
      example: { text: 'Thank you. Goodbye.', disposition: 'interested' },
    }),
  ])
  .meta({
    id: 'FlowNode',
    title: 'Flow node',
    description: 'One step of a flow. `type` selects what it does.',
  });

export type FlowNode = InOneLanguage<z.output<typeof flowNode>>;
export type NodeOf<Type extends NodeType> = Extract<FlowNode, { type: Type }>;
