import { flowNode, type NodeType } from '../domain/flow/node.ts';
import type { Condition } from '../domain/flow/condition.ts';

/** Text for a named schema: a title, a description and a complete example of a value. */
export interface SchemaDescription {
  readonly title: string;
  readonly description: string;
  readonly example?: unknown;
}

const notAvailable =
  ' This version stores such nodes but cannot run them: an active flow with one is rejected (400 `flow_invalid`).';

interface NodeDescription extends Omit<SchemaDescription, 'example'> {
  /** The schema id. */
  readonly id: string;
  /** An example of `config`. */
  readonly config: object;
}

const nodes: Readonly<Record<NodeType, NodeDescription>> = {
  say: {
    id: 'SayNode',
    title: 'Say',
    description: 'Speaks a text and goes on.',
    config: { text: 'Hello {{customer.name}}, this is Bistro Nine.' },
  },
  ask: {
    id: 'AskNode',
    title: 'Ask',
    description:
      'Asks a question, listens, and stores the answer in a variable. If the answer is not understood, it asks again, up to `retries` times.',
    config: { prompt: 'Will you come tonight?', variable: 'coming', expect: 'yes_no' },
  },
  conversation: {
    id: 'ConversationNode',
    title: 'Conversation',
    description:
      'Lets the language model of the agent talk with the customer until an edge condition holds or `maxTurns` is reached.',
    config: { prompt: 'Find out whether the customer wants a visit.', maxTurns: 12 },
  },
  extract: {
    id: 'ExtractNode',
    title: 'Extract',
    description:
      'Finds values in the conversation with the language model of the agent and stores them in variables. Without a model the node fails.',
    config: { fields: [{ name: 'party_size', type: 'number', description: 'How many guests come' }] },
  },
  branch: {
    id: 'BranchNode',
    title: 'Branch',
    description: 'Says nothing. The conditions of its edges decide which node comes next.',
    config: {},
  },
  http: {
    id: 'HttpNode',
    title: 'HTTP request',
    description:
      'Sends an HTTP request and stores parts of the JSON response in variables. Headers can contain secrets of the operator, as `{{secrets.NAME}}`.',
    config: { method: 'GET', url: 'https://example.com/tables', save: { free_tables: '/data/free' } },
  },
  gather_digits: {
    id: 'GatherDigitsNode',
    title: 'Gather digits',
    description: 'Asks for keys of the telephone keypad (DTMF) and stores them in a variable.',
    config: { prompt: 'Please enter your customer number.', variable: 'customer_number', maxDigits: 8 },
  },
  press_digits: {
    id: 'PressDigitsNode',
    title: 'Press digits',
    description: 'Sends keys (DTMF) to the other side, for example to operate a phone menu.',
    config: { digits: '1', pauseMs: 200 },
  },
  transfer: {
    id: 'TransferNode',
    title: 'Transfer',
    description: `Connects the customer with another number.${notAvailable}`,
    config: { destination: '+12025550150', mode: 'warm', briefing: 'Ada asks for a larger table.' },
  },
  schedule_callback: {
    id: 'ScheduleCallbackNode',
    title: 'Schedule callback',
    description:
      'Agrees on a time with the customer and schedules a call at that time. The agent asks for the time if `at` contains none.',
    config: { at: '{{call_at}}', confirmation: 'We will call you {{call_at}}.' },
  },
  set_disposition: {
    id: 'SetDispositionNode',
    title: 'Set disposition',
    description: 'Records the result of the call. The last recorded disposition counts.',
    config: { disposition: 'interested', notes: 'Wants a table for {{guests}}.' },
  },
  send_message: {
    id: 'SendMessageNode',
    title: 'Send message',
    description:
      'Sends the message of a message flow by SMS or email, without approval. Fails if `to` is neither a phone number in E.164 nor an email address.',
    config: { flowId: 'flow_01KAT3Q5H8Z6T4N2R0V7W9X1Y3', to: '{{customer.email}}' },
  },
  agent_handoff: {
    id: 'AgentHandoffNode',
    title: 'Agent handoff',
    description:
      'Speaks `message`, then another voice agent continues the call with its voice, recogniser, model, tools and flow. The conversation so far and the variables stay. Fails if that agent cannot continue the call, and after 10 hand-offs of the call.',
    config: { agentId: 'agent_01KAT3Q5H8Z6T4N2R0V7W9X1Y3', message: 'I connect you with our sales team.' },
  },
  wait: {
    id: 'WaitNode',
    title: 'Wait',
    description: 'Is silent for a time and goes on.',
    config: { ms: 2000 },
  },
  end: {
    id: 'EndNode',
    title: 'End',
    description: 'Speaks closing words, records a disposition if one is given, and hangs up.',
    config: { text: 'Thank you. Goodbye.', disposition: 'interested' },
  },
};

interface ConditionDescription extends SchemaDescription {
  readonly id: string;
}

const conditions: Readonly<Record<Condition['type'], ConditionDescription>> = {
  always: {
    id: 'AlwaysCondition',
    title: 'Always',
    description: 'Holds always. It is checked after every other condition except `else`.',
    example: { type: 'always' },
  },
  else: {
    id: 'ElseCondition',
    title: 'Else',
    description: 'Holds if no other edge of the node holds.',
    example: { type: 'else' },
  },
  expression: {
    id: 'ExpressionCondition',
    title: 'Expression',
    description: 'Compares variables with values. Give either `all` or `any`.',
    example: { type: 'expression', all: [{ left: 'coming', op: '==', right: true }] },
  },
  intent: {
    id: 'IntentCondition',
    title: 'Intent',
    description: 'Holds if the customer says one of the phrases, or presses the keys.',
    example: { type: 'intent', phrases: ['call me back', 'call me later'], digits: '2' },
  },
  prompt: {
    id: 'PromptCondition',
    title: 'Prompt',
    description:
      'Holds if the language model classifies the statement as true for the conversation. Without a language model it never holds.',
    example: { type: 'prompt', text: 'The customer has agreed to a visit.' },
  },
  result: {
    id: 'ResultCondition',
    title: 'Result',
    description: 'Holds if the node succeeded (`ok: true`) or failed (`ok: false`).',
    example: { type: 'result', ok: false },
  },
  digits: {
    id: 'DigitsCondition',
    title: 'Digits',
    description: 'Holds if the pressed keys match the pattern.',
    example: { type: 'digits', pattern: '[1-3]' },
  },
  timeout: {
    id: 'TimeoutCondition',
    title: 'Timeout',
    description:
      'Holds if the customer says nothing for `seconds`, counted across repetitions of the question.',
    example: { type: 'timeout', seconds: 10 },
  },
};

const nodeSchemas = Object.entries(nodes).map(([type, { id, config, ...text }]) => [
  id,
  // The schema of a response requires the fields that have defaults.
  { ...text, example: flowNode.parse({ id: `${type}_1`, type, config }) },
]);

const conditionSchemas = Object.values(conditions).map(({ id, ...text }) => [id, text]);

/** Every schema of flows by its id. */
export const flowDescriptions: Readonly<Record<string, SchemaDescription>> = {
  ...(Object.fromEntries([...nodeSchemas, ...conditionSchemas]) as Record<string, SchemaDescription>),
  FlowNode: { title: 'Flow node', description: 'One step of a flow. `type` selects what it does.' },
  FlowCondition: {
    title: 'Flow condition',
    description: 'A test that decides whether an edge is taken or a global node is entered.',
  },
  FlowComparison: {
    title: 'Flow comparison',
    description: 'Compares a variable with a value. `exists` and `not_exists` need no `right`.',
    example: { left: 'guests', op: '>', right: 4 },
  },
  FlowEdge: {
    title: 'Flow edge',
    description: 'A path from one node to the next, taken if its condition holds.',
    example: { id: 'edge_1', from: 'greeting', to: 'goodbye', priority: 0, condition: { type: 'always' } },
  },
  Flow: { title: 'Flow', description: 'A call flow or a message flow. `type` selects which.' },
  SavedFlow: { title: 'Saved flow', description: 'A flow after a create or an update, with its warnings.' },
  CallFlow: { title: 'Call flow', description: 'The steps of a phone call.' },
  MessageFlow: { title: 'Message flow', description: 'The messages of a conversation by SMS or email.' },
  SavedCallFlow: { title: 'Saved call flow', description: 'A call flow with the warnings of the save.' },
  SavedMessageFlow: {
    title: 'Saved message flow',
    description: 'A message flow with the warnings of the save.',
  },
  CallFlowInput: { title: 'Call flow', description: 'The steps of a phone call. `type` may be omitted.' },
  MessageFlowInput: {
    title: 'Message flow',
    description: 'The messages of a conversation by SMS or email.',
  },
};
