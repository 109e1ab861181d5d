import { z } from 'zod';
import { storedTimeZone, timeZone, variableName, variableValue } from '../fields.ts';
import { applyMergePatch, mergePatchSchema } from '../merge-patch.ts';
import { condition } from './condition.ts';
import { flowNode, identifier } from './node.ts';

export const nodesMax = 500;
export const edgesMax = 2000;

export const flowEdge = z
  .strictObject({
    id: identifier,
    from: identifier,
    to: identifier,
    /** Lower values are tried first; equal values in the order of the list. */
    priority: z.int().min(-1000).max(1000).default(0),
    condition: condition.default({ type: 'always' }),
  })
  .meta({ id: 'FlowEdge' });

export type FlowEdge = z.output<typeof flowEdge>;

const flowVariable = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'date_time']).default('string'),
  default: variableValue.default(null),
});

const graphFields = {
  /** Default: the only node without incoming edges. */
  startNodeId: identifier.nullable().default(null),
  variables: z
    .record(variableName, flowVariable)
    .refine((variables) => Object.keys(variables).length <= 200, 'Declare at most 200 variables.')
    .default({}),
  nodes: z.array(flowNode).max(nodesMax).default([]),
  edges: z.array(flowEdge).max(edgesMax).default([]),
};

export const flowStatus = z.enum(['draft', 'active', 'archived']).meta({ id: 'FlowStatus' });

const sharedFields = {
  name: z.string().trim().min(1).max(80),
  status: flowStatus.default('draft'),
};

/** A call flow; `type` may be omitted. */
export const CallFlowInput = z.strictObject({
  ...sharedFields,
  type: z.literal('call').optional().default('call'),
  mode: z.enum(['strict', 'flex']).default('strict').meta({
    description:
      '`strict`: the call follows the edges. `flex`: the language model can also move between nodes that speak, at most 30 times per call.',
  }),
  globalPrompt: z.string().max(20_000).default(''),
  ...graphFields,
});

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write hours and minutes, such as 09:00.');

/** `policy`: whether a message that is due in these hours is sent after them (`shift`) or rejected (`drop`). */
const quietHours = z.strictObject({
  start: clockTime,
  end: clockTime,
  timezone: z.union([z.literal('recipient'), timeZone]).default('recipient'),
  policy: z.enum(['shift', 'drop']).default('shift'),
});

export const MessageFlowInput = z.strictObject({
  ...sharedFields,
  type: z.literal('message'),
  initiationMessage: z.string().trim().min(1).max(10_000),
  channel: z.enum(['auto', 'sms', 'email']).default('auto'),
  subject: z.string().max(500).default(''),
  delay: z
    .strictObject({ enabled: z.boolean().default(false), seconds: z.int().min(1).max(86_400).default(60) })
    .prefault({}),
  agentId: z.string().max(40).nullable().default(null),
  autopilotReplies: z.boolean().default(false),
  replyDebounceSeconds: z.int().min(0).max(600).default(8),
  maxAutoMessages: z.int().min(0).max(1000).default(25),
  quietHours: quietHours.nullable().default(null),
  inactivityHours: z.int().min(1).max(8760).default(24),
  ...graphFields,
});

/** The request that creates a call flow or a message flow. */
export const FlowInput = z.discriminatedUnion('type', [
  CallFlowInput.meta({ id: 'CallFlowInput' }),
  MessageFlowInput.meta({ id: 'MessageFlowInput' }),
]);

export type FlowInput = z.input<typeof FlowInput>;
export type CallFlowInput = z.input<typeof CallFlowInput>;
export type CallFlow = z.output<typeof CallFlowInput>;
export type MessageFlow = z.output<typeof MessageFlowInput>;

/** The complete definition of a flow, with defaults. */
export type FlowDefinition = CallFlow | MessageFlow;

/** The part of a flow that the interpreter uses. */
export type FlowGraph = Pick<CallFlow, 'startNodeId' | 'variables' | 'nodes' | 'edges'> & {
  readonly globalPrompt?: string;
  /** Defaults to `strict`. */
  readonly mode?: CallFlow['mode'];
};

/**
 * Merge patch of a flow. Null resets a field to its default; `nodes` and `edges` are replaced as a whole. The `type` of a flow cannot be changed.
 * `patchFlow` checks that the fields belong to the type.
 */
export const FlowPatch = mergePatchSchema(
  CallFlowInput.omit({ type: true }).extend(MessageFlowInput.omit({ type: true }).shape),
);

export type FlowPatch = z.output<typeof FlowPatch>;

/** Returns the definition after a patch. Throws `ZodError` if the result is invalid. */
export function patchFlow(flow: FlowDefinition, patch: FlowPatch): FlowDefinition {
  return FlowInput.parse(applyMergePatch(flow, patch));
}

const resourceFields = {
  id: z.string(),
  /** Incremented with each change. Calls and conversations finish with the version that they started with. */
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** A flow in API responses. A stored time zone can be an abbreviation, which is rejected in requests. */
export const Flow = z.discriminatedUnion('type', [
  CallFlowInput.extend(resourceFields).meta({ id: 'CallFlow' }),
  MessageFlowInput.extend({
    ...resourceFields,
    quietHours: quietHours
      .extend({ timezone: storedTimeZone.default('recipient') })
      .nullable()
      .default(null),
  }).meta({ id: 'MessageFlow' }),
]);

export type Flow = z.output<typeof Flow>;
