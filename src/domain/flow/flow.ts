import { z } from 'zod';
import {
  createdAt,
  exampleId,
  idOf,
  integer,
  language,
  namedEnum,
  storedTimeZone,
  text,
  timeZone,
  updatedAt,
  version,
  variableName,
  variableValue,
} from '../fields.ts';
import { applyMergePatch, mergePatchSchema } from '../merge-patch.ts';
import { inLanguage, perLanguage, type InOneLanguage, type TextFields } from '../texts.ts';
import { condition } from './condition.ts';
import { flowNode, identifier } from './node.ts';

export const maxNodes = 500;
export const maxEdges = 2000;

export const flowEdge = z
  .strictObject({
    id: identifier.meta({
      description: 'The id of the edge, unique in the flow: letters, digits, `_` and `-`, at most 64.',
      examples: ['edge_1'],
    }),
    from: identifier.meta({
      description: 'The id of the node at which the edge starts.',
      examples: ['greeting'],
    }),
    to: identifier.meta({
      description: 'The id of the node to which the edge leads.',
      examples: ['goodbye'],
    }),
    priority: integer(-1000, 1000).default(0).meta({
      description:
        'The order of edges. Lower values are checked first, equal values in the order of the list.',
    }),
    condition: condition.default({ type: 'always' }).meta({
      description: 'The condition that must hold for the edge to be taken.',
    }),
  })
  .meta({
    id: 'FlowEdge',
    title: 'Flow edge',
    description: 'A path from one node to the next, taken if its condition holds.',
    examples: [{ id: 'edge_1', from: 'greeting', to: 'goodbye', priority: 0, condition: { type: 'always' } }],
  });

export type FlowEdge = InOneLanguage<z.output<typeof flowEdge>>;

const flowVariable = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'date_time']).default('string').meta({
    description: 'The type of the values: `string`, `number`, `boolean` or `date_time`.',
  }),
  default: variableValue.default(null).meta({ description: 'The value before anything is stored.' }),
});

const graphFields = {
  startNodeId: identifier.nullable().default(null).meta({
    description: 'The id of the first node. Null: the only node without an incoming edge.',
  }),
  variables: z
    .record(variableName, flowVariable)
    .refine((variables) => Object.keys(variables).length <= 200, 'Declare at most 200 variables.')
    .default({})
    .meta({
      description: 'The variables of the flow with their types and defaults.',
    }),
  nodes: z.array(flowNode).max(maxNodes).default([]).meta({ description: 'The steps of the flow.' }),
  edges: z.array(flowEdge).max(maxEdges).default([]).meta({ description: 'The paths between nodes.' }),
};

export const flowStatus = namedEnum(['draft', 'active', 'archived'], {
  id: 'FlowStatus',
  title: 'Flow status',
  description: 'Whether the flow can be used.',
  values: {
    draft: 'The flow is being edited. Agents cannot call with it.',
    active: 'Agents can call or write with the flow.',
    archived: 'The flow is kept for reference and can no longer be used.',
  },
  example: 'active',
});

const sharedFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .meta({
      description: 'The name of the flow, 1 to 80 characters.',
      examples: ['Table reminder'],
    }),
  status: flowStatus.default('draft'),
};

/** A call flow; `type` may be omitted. */
export const CallFlowInput = z.strictObject({
  ...sharedFields,
  type: z.literal('call').optional().default('call').meta({
    description: '`call` for phone calls, `message` for SMS and email. It cannot be changed.',
  }),
  mode: z.enum(['strict', 'flex']).default('strict').meta({
    description:
      '`strict`: the call follows the edges. `flex`: the language model can also move between nodes that speak, at most 30 times per call.',
  }),
  globalPrompt: text(20_000).default('').meta({
    description: 'Instructions for the language model, used in every conversation node.',
  }),
  ...graphFields,
});

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write hours and minutes, such as 09:00.');

/** `policy`: whether a message that is due in these hours is sent after them (`shift`) or rejected (`drop`). */
export const quietHours = z.strictObject({
  start: clockTime.meta({ description: 'The start of the range, `HH:MM`.', examples: ['09:00'] }),
  end: clockTime.meta({ description: 'The end of the range, `HH:MM`, up to `24:00`.', examples: ['20:00'] }),
  timezone: z
    .union([z.literal('recipient'), timeZone])
    .default('recipient')
    .meta({
      description: 'An IANA time zone, or `recipient` for the time zone of each customer.',
    }),
  policy: z.enum(['shift', 'drop']).default('shift').meta({
    description: 'The handling of messages in quiet hours: `shift` sends them later, `drop` discards them.',
  }),
});

export const MessageFlowInput = z.strictObject({
  ...sharedFields,
  type: z.literal('message').meta({
    description: '`call` for phone calls, `message` for SMS and email. It cannot be changed.',
  }),
  initiationMessage: perLanguage(z.string().trim().min(1).max(10_000)).meta({
    description: 'The first message. It may contain `{{variables}}`.',
    examples: ['Hello {{customer.name}}, your table is ready.'],
  }),
  channel: z.enum(['auto', 'sms', 'email']).default('auto').meta({
    description: '`sms`, `email`, or `auto`: chosen by the form of the address.',
  }),
  subject: perLanguage(text(500)).default('').meta({ description: 'The subject of emails.' }),
  delay: z
    .strictObject({
      enabled: z.boolean().default(false).meta({
        description: 'Whether approved messages wait before they are sent.',
      }),
      seconds: integer(1, 86_400).default(60).meta({ description: 'The waiting time in seconds.' }),
    })
    .prefault({})
    .meta({ description: 'The time between approval and sending.' }),
  agentId: text(40)
    .nullable()
    .default(null)
    .meta({
      description: 'The id of the agent that writes replies. Null: none.',
      examples: [exampleId('agent')],
    }),
  language: language
    .nullable()
    .default(null)
    .meta({
      description: 'The BCP 47 language of the messages if no agent writes replies. Null: English.',
      examples: ['de'],
    }),
  autopilotReplies: z.boolean().default(false).meta({
    description: 'Whether replies of the agent are sent without approval.',
  }),
  replyDebounceSeconds: integer(0, 600).default(8).meta({
    description: 'The time to wait for further messages before a reply, in seconds.',
  }),
  maxAutoMessages: integer(0, 1000).default(25).meta({
    description: 'Maximum number of messages that the agent sends in one conversation.',
  }),
  quietHours: quietHours.nullable().default(null).meta({
    description: 'Hours in which no message is sent. Null: none.',
  }),
  inactivityHours: integer(1, 8760).default(24).meta({
    description: 'A new conversation starts after this time without a message, in hours.',
  }),
  ...graphFields,
});

/** The request that creates a call flow or a message flow. */
export const FlowInput = z.discriminatedUnion('type', [
  CallFlowInput.meta({
    id: 'CallFlowInput',
    title: 'Call flow',
    description: 'The steps of a phone call. `type` may be omitted.',
  }),
  MessageFlowInput.meta({
    id: 'MessageFlowInput',
    title: 'Message flow',
    description: 'The messages of a conversation by SMS or email.',
  }),
]);

export type FlowInput = z.input<typeof FlowInput>;
export type CallFlowInput = z.input<typeof CallFlowInput>;
export type CallFlow = z.output<typeof CallFlowInput>;
export type MessageFlow = z.output<typeof MessageFlowInput>;

/** The complete definition of a flow, with defaults. */
export type FlowDefinition = CallFlow | MessageFlow;

/** The part of a flow that the interpreter uses, with the texts of all languages. */
export type StoredFlowGraph = Pick<CallFlow, 'startNodeId' | 'variables' | 'nodes' | 'edges'> & {
  readonly globalPrompt?: string;
  /** Defaults to `strict`. */
  readonly mode?: CallFlow['mode'];
};

/** The same with the texts of one language. */
export type FlowGraph = InOneLanguage<StoredFlowGraph>;

const conditionTexts = { phrases: true } as const;

/** The texts of a flow that can be given per language. */
export const flowTexts: TextFields = {
  initiationMessage: true,
  subject: true,
  nodes: [
    {
      config: {
        text: true,
        prompt: true,
        reprompt: true,
        firstMessage: true,
        message: true,
        confirmation: true,
        choices: [conditionTexts],
      },
      isGlobal: { condition: conditionTexts },
    },
  ],
  edges: [{ condition: conditionTexts }],
};

const flowsByLanguage = new WeakMap<object, Map<string, unknown>>();

/** Returns the flow with the texts of a language (BCP 47), cached per flow object. */
export function flowIn<Definition extends StoredFlowGraph>(
  flow: Definition,
  language: string,
): InOneLanguage<Definition> {
  const byLanguage = flowsByLanguage.get(flow) ?? new Map<string, unknown>();
  flowsByLanguage.set(flow, byLanguage);
  const found = byLanguage.get(language) ?? inLanguage(flow, flowTexts, language);
  byLanguage.set(language, found);
  return found as InOneLanguage<Definition>;
}

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
  id: idOf('flow'),
  /** Incremented with each change. Calls and conversations finish with the version that they started with. */
  version,
  createdAt,
  updatedAt,
};

/** A flow in API responses. A stored time zone can be an abbreviation, which is rejected in requests. */
export const Flow = z.discriminatedUnion('type', [
  CallFlowInput.extend(resourceFields).meta({
    id: 'CallFlow',
    title: 'Call flow',
    description: 'The steps of a phone call.',
  }),
  MessageFlowInput.extend({
    ...resourceFields,
    quietHours: quietHours
      .extend({
        timezone: storedTimeZone.default('recipient').meta({
          description: 'An IANA time zone, or `recipient` for the time zone of each customer.',
        }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'Hours in which no message is sent. Null: none.' }),
  }).meta({
    id: 'MessageFlow',
    title: 'Message flow',
    description: 'The messages of a conversation by SMS or email.',
  }),
]);

export type Flow = z.output<typeof Flow>;
