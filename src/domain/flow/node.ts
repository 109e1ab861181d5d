import { z } from 'zod';
import { extractedField } from '../agent.ts';
import { dispositionCode, variableName } from '../fields.ts';
import { condition } from './condition.ts';

export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Write an id of 1 to 64 letters, digits, _ and -.');

/** A spoken or sent text, at most about two minutes of speech. */
const text = z.string().max(2000);
const spoken = text.trim().min(1);
const retries = z.int().min(0).max(5).default(2);
const timeoutSeconds = z.number().min(1).max(120).default(6);
const digitCount = z.int().min(1).max(32);
const jsonPointer = z
  .string()
  .max(500)
  .regex(/^(\/([^~/]|~[01])*)*$/, 'Write a JSON pointer such as /data/0/name.');

const choice = z.strictObject({
  value: z.string().min(1).max(200),
  /** Phrases for the choice, besides its value. */
  phrases: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
});

const ask = z.strictObject({
  prompt: spoken,
  variable: variableName,
  expect: z.enum(['text', 'yes_no', 'number', 'date_time', 'digits', 'choice']).default('text'),
  choices: z.array(choice).max(50).default([]),
  minDigits: digitCount.optional(),
  maxDigits: digitCount.optional(),
  retries,
  reprompt: text.optional(),
  timeoutSeconds,
});

const gatherDigits = z.strictObject({
  prompt: spoken,
  variable: variableName,
  minDigits: digitCount.default(1),
  maxDigits: digitCount.default(32),
  /** The key that ends the input; empty for none. */
  terminator: z
    .string()
    .regex(/^[0-9*#]?$/, 'Write one key, 0-9, * or #, or an empty text.')
    .default('#'),
  timeoutSeconds,
  retries,
  reprompt: text.optional(),
  sensitive: z.boolean().default(false).meta({
    description:
      'The digits are not written to transcript, recording, model, database or log. Conditions can use them through `variable` during the call.',
  }),
});

const http = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z.string().min(1).max(2048),
  headers: z.record(z.string().min(1).max(256), z.string().max(4096)).default({}),
  body: z.json().optional(),
  timeoutMs: z.int().min(100).max(60_000).default(4000),
  save: z.record(variableName, jsonPointer).default({}),
});

const transfer = z.strictObject({
  destination: z.string().min(1).max(500),
  mode: z.enum(['cold', 'warm']).default('cold'),
  message: text.default(''),
  briefing: text.default(''),
  ringSeconds: z.int().min(5).max(300).default(30),
  humanCheck: z.boolean().default(true),
});

/** Every node type and its configuration. */
export const nodeConfigs = {
  say: z.strictObject({ text: spoken, interruptible: z.boolean().default(true) }),
  ask,
  conversation: z.strictObject({
    prompt: z.string().max(20_000).default(''),
    firstMessage: text.default(''),
    maxTurns: z.int().min(1).max(200).default(20),
  }),
  extract: z.strictObject({ fields: z.array(extractedField).min(1).max(50) }),
  branch: z.strictObject({}),
  http,
  gather_digits: gatherDigits,
  press_digits: z.strictObject({
    /** Digits to send; may contain `{{variables}}`. */
    digits: z.string().min(1).max(200),
    pauseMs: z.int().min(0).max(60_000).default(0),
  }),
  transfer,
  schedule_callback: z.strictObject({
    /** `{{variable}}` or ISO 8601. */
    at: z.string().min(1).max(200),
    /** Question for the time if `at` has none. */
    prompt: spoken.default('When shall we call you back?'),
    retries,
    notes: text.default(''),
    confirmation: text.default(''),
  }),
  set_disposition: z.strictObject({ disposition: dispositionCode, notes: text.default('') }),
  send_message: z.strictObject({ flowId: z.string().min(1).max(40), to: z.string().min(1).max(320) }),
  agent_handoff: z.strictObject({ agentId: z.string().min(1).max(40), message: text.default('') }),
  wait: z.strictObject({ ms: z.int().min(1).max(600_000) }),
  end: z.strictObject({ text: text.default(''), disposition: dispositionCode.optional() }),
} as const;

export type NodeType = keyof typeof nodeConfigs;

export const nodeTypes = Object.keys(nodeConfigs) as NodeType[];

const sharedFields = {
  id: identifier,
  name: z.string().max(80).optional(),
  /** Position in an editor. */
  position: z.strictObject({ x: z.number(), y: z.number() }).optional(),
  /** A global node can be entered from any node that listens. */
  isGlobal: z.strictObject({ condition }).optional(),
};

const node = <Type extends NodeType>(type: Type, id: string) =>
  z.strictObject({ ...sharedFields, type: z.literal(type), config: nodeConfigs[type] }).meta({ id });

export const flowNode = z
  .discriminatedUnion('type', [
    node('say', 'SayNode'),
    node('ask', 'AskNode'),
    node('conversation', 'ConversationNode'),
    node('extract', 'ExtractNode'),
    z
      .strictObject({ ...sharedFields, type: z.literal('branch'), config: nodeConfigs.branch.default({}) })
      .meta({ id: 'BranchNode' }),
    node('http', 'HttpNode'),
    node('gather_digits', 'GatherDigitsNode'),
    node('press_digits', 'PressDigitsNode'),
    node('transfer', 'TransferNode'),
    node('schedule_callback', 'ScheduleCallbackNode'),
    node('set_disposition', 'SetDispositionNode'),
    node('send_message', 'SendMessageNode'),
    node('agent_handoff', 'AgentHandoffNode'),
    node('wait', 'WaitNode'),
    z
      .strictObject({ ...sharedFields, type: z.literal('end'), config: nodeConfigs.end.prefault({}) })
      .meta({ id: 'EndNode' }),
  ])
  .meta({ id: 'FlowNode' });

export type FlowNode = z.output<typeof flowNode>;
export type NodeOf<Type extends NodeType> = Extract<FlowNode, { type: Type }>;
