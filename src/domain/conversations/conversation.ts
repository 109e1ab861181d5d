import { z } from 'zod';
import { Analysis } from '../analysis.ts';
import { CallCost, CallTotalCost } from '../call.ts';
import { messageStatus } from './message-status.ts';
import {
  createdAt,
  exampleId,
  idOf,
  metadata,
  namedEnum,
  text,
  updatedAt,
  variableValue,
  variableValues,
} from '../fields.ts';
import { messageChannels } from './recipient.ts';

/** Maximum length of a message that a user writes or edits. */
const maxMessageCharacters = 10_000;

/** The author of a message: the flow's text, the agent's model, a user of the workspace, or the customer. */
export const messageOrigins = ['flow', 'agent', 'person', 'customer'] as const;

export type MessageOrigin = (typeof messageOrigins)[number];

/** Known details of the customer, by name. They can include an `email` and a `phone` besides the address of the recipient. */
export const CustomerDetails = variableValues.refine(
  ({ name }) => name === undefined || name === null || (typeof name === 'string' && name.length <= 200),
  { path: ['name'], message: 'Send the name as a text of at most 200 characters.' },
);

export type CustomerDetails = z.output<typeof CustomerDetails>;

/** The request that generates a message of a flow for a recipient. */
export const GenerateInput = z.strictObject({
  flowId: text(1000).meta({
    description: 'The message flow; it must be active.',
    examples: [exampleId('flow')],
  }),
  /** The endpoint validates it and reports `invalid_recipient`. */
  to: text(1000).meta({ description: 'E.164 for SMS, or an email address.', examples: ['+12025550100'] }),
  metadata: z
    .object({
      customerDetails: CustomerDetails.optional().meta({
        description: 'Data of the customer, available as `{{variables}}`.',
      }),
    })
    .catchall(z.json())
    .refine(
      (value) => metadata.safeParse(value).success,
      'The metadata is larger than 16 KiB of JSON. Reduce it.',
    )
    .default({})
    .meta({
      description: 'Custom data, at most 16 KiB. The flow can use the `customerDetails` as variables.',
    }),
  autopilot: z.boolean().default(false).meta({
    description: 'Whether to send the message without approval, after the delay of the flow if it has one.',
  }),
  dynamic: variableValues.default({}).meta({ description: 'Variables of the flow.' }),
});

export type GenerateInput = z.output<typeof GenerateInput>;

const content = z
  .string()
  .trim()
  .min(1)
  .max(maxMessageCharacters)
  .meta({
    description: 'The text of the message.',
    examples: ['Your table is ready.'],
  });

/** The request with which a user writes a message into a conversation. */
export const MessageInput = z.strictObject({ message: content });

/** The request that approves a message, unchanged or with other content. */
export const ApprovalInput = z.strictObject({ message: content.optional() });

export const RejectionInput = z.strictObject({
  reason: text(500)
    .optional()
    .meta({
      description: 'The reason of the rejection, for users.',
      examples: ['Asked not to be called.'],
    }),
});

/** The request that resolves a message whose outcome is unknown. */
export const ResolutionInput = z.strictObject({
  outcome: z.enum(['sent', 'failed', 'resend']).meta({
    description: '`sent` if the carrier has it, `failed` if it was not sent, `resend` to send it again.',
  }),
  note: text(500).optional().meta({ description: 'A note for users.' }),
});

export type ResolutionInput = z.output<typeof ResolutionInput>;

export const conversationStatus = namedEnum(['open', 'closed'], {
  id: 'ConversationStatus',
  title: 'Conversation status',
  description: 'Whether new messages join this conversation.',
  values: {
    open: 'New messages of the customer join it.',
    closed: 'No message was sent or received for the `inactivityHours` of the flow.',
  },
  example: 'open',
});

/** What is known of a file of an email or a picture of an MMS. */
const MessageAttachment = z
  .strictObject({
    name: z.string().nullable().meta({ description: 'The file name; null if it has none.' }),
    contentType: z.string().meta({
      description: 'The media type, such as `image/jpeg`.',
      examples: ['application/pdf'],
    }),
    bytes: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description: 'The size of the file; null if it is unknown.',
        examples: [48213],
      }),
  })
  .meta({ id: 'MessageAttachment' });

export type MessageAttachment = z.output<typeof MessageAttachment>;

export const messageAttachments = z.array(MessageAttachment).meta({
  description: 'The files of an inbound email or the pictures of an MMS. Their content is not stored.',
});

/** A message as the API returns it. */
export const Message = z.strictObject({
  _id: idOf('message'),
  direction: z.enum(['outbound', 'inbound']).meta({
    description: '`outbound` from Parley, `inbound` to Parley.',
  }),
  sent: z.boolean().meta({ description: 'Whether the carrier or mail server has accepted it.' }),
  message: z.string().meta({
    description: 'The content, with variables filled in.',
    examples: ['Your table is ready.'],
  }),
  status: messageStatus,
  createdAt,
  updatedAt,
  origin: z.enum(messageOrigins).meta({
    description:
      '`flow`: the text of the flow; `agent`: the model; `person`: a user of the workspace; `customer`: the customer.',
  }),
  writtenBy: z
    .string()
    .nullable()
    .meta({
      description: 'The user or key that wrote it; null unless `origin` is `person`.',
      examples: [exampleId('user')],
    }),
  scheduledAt: z.iso.datetime().nullable().meta({
    description: 'The earliest time to send it; null until it is approved.',
  }),
  missingVariables: z.array(z.string()).meta({
    description: 'Variables in the text of the flow that have no value. They were removed from the message.',
  }),
  decision: z
    .strictObject({
      by: z.string().meta({
        description: 'The user or key that approved or rejected it.',
        examples: [exampleId('user')],
      }),
      at: z.iso.datetime().meta({ description: 'The time of the decision.' }),
      note: z.string().nullable().meta({
        description: 'The reason or note of the user. Null if none was given.',
      }),
      draft: z.string().nullable().meta({ description: 'The content before it was edited.' }),
    })
    .nullable()
    .meta({ description: 'The approval or rejection. Null before the decision.' }),
  failure: z.string().nullable().meta({
    description: 'The reason why it could not be sent or delivered, or of the last attempt.',
  }),
  from: z.string().nullable().meta({ description: 'The sender; null until it is sent for the first time.' }),
  subject: z.string().nullable().meta({ description: 'The subject of an email; null for SMS.' }),
  segments: z
    .int()
    .nullable()
    .meta({
      description: 'The number of parts in which an SMS is sent and billed; null for email.',
      examples: [1],
    }),
  carrier: z.string().nullable().meta({ description: 'The carrier that sends or received it.' }),
  attempts: z
    .int()
    .min(0)
    .meta({
      description: 'The number of attempts to send it.',
      examples: [1],
    }),
  sentAt: z.iso.datetime().nullable().meta({ description: 'When the carrier accepted it.' }),
  deliveredAt: z.iso.datetime().nullable().meta({ description: 'When a delivery receipt confirmed it.' }),
  attachments: messageAttachments,
  metadata,
});

export type Message = z.output<typeof Message>;

/** A node of the flow that had no effect. */
export const ConversationWarning = z.strictObject({
  nodeId: z.string().meta({ description: 'The node of the flow.', examples: ['notify'] }),
  text: z.string().meta({ description: 'The reason.', examples: ['The recipient has opted out.'] }),
  at: z.iso.datetime().meta({ description: 'The time at which the flow reached the node.' }),
});

export type ConversationWarning = z.output<typeof ConversationWarning>;

/** A conversation as the API returns it. Unknown details of the customer are omitted. */
export const Conversation = z.strictObject({
  _id: idOf('conversation'),
  userId: z.string().meta({
    description: 'The user or API key that started it.',
    examples: [exampleId('user')],
  }),
  pathwayId: z.string().meta({
    description: 'The message flow. Empty for the conversation of a stranger, which belongs to no flow.',
    examples: [exampleId('flow')],
  }),
  agentId: z
    .string()
    .optional()
    .meta({
      description: 'The agent that handles it; omitted if the flow has none.',
      examples: [exampleId('agent')],
    }),
  customer: z
    .strictObject({
      name: z
        .string()
        .optional()
        .meta({
          description: 'The name of the customer.',
          examples: ['Ada Lovelace'],
        }),
      email: z
        .string()
        .optional()
        .meta({
          description: 'The email address of the customer.',
          examples: ['ada@example.com'],
        }),
      phone: z
        .string()
        .optional()
        .meta({
          description: 'The phone number of the customer, E.164.',
          examples: ['+12025550100'],
        }),
    })
    .meta({ description: 'The customer.' }),
  messages: z.array(Message).meta({
    description: 'In chronological order; the most recent ones if there are many.',
  }),
  createdAt,
  updatedAt,
  channel: z.enum(messageChannels).meta({ description: '`sms` or `email`.' }),
  status: conversationStatus,
  messageCount: z
    .int()
    .min(0)
    .meta({
      description: 'The number of messages.',
      examples: [4],
    }),
  customerDetails: z.record(z.string(), variableValue).meta({
    description: 'Data of the customer, available as `{{variables}}`.',
  }),
  dynamic: z.record(z.string(), variableValue).meta({
    description: 'Variables by name. Texts contain them as `{{name}}`.',
  }),
  metadata: metadata.meta({ description: 'The metadata of the request that started it.' }),
  takenOver: z
    .strictObject({
      by: z.string().meta({ description: 'The user or key.', examples: [exampleId('user')] }),
      at: z.iso.datetime().meta({ description: 'The time at which the user took over.' }),
    })
    .nullable()
    .meta({ description: 'The user or key that took over; null while the agent replies.' }),
  attention: z.string().nullable().meta({
    description: 'Why a person must look at the conversation, such as `message_limit`.',
  }),
  analysis: Analysis.nullable().meta({
    description: 'The analysis of the conversation. Null before its end, or if the agent requests none.',
  }),
  costs: z.array(CallCost).meta({
    description: 'The usage of language models in replies and analyses, and its cost.',
  }),
  totalCost: CallTotalCost.nullable().meta({
    description:
      'The sum of the costs. Null if no usage has a price. `complete` is false if some usage has no price.',
  }),
  warnings: z.array(ConversationWarning).meta({
    description: 'The messages that the flow could not send to others (`send_message`), at most the last 20.',
  }),
  automaticMessages: z
    .int()
    .min(0)
    .meta({
      description: 'Replies that were sent without approval since a person last wrote, approved or released.',
      examples: [2],
    }),
});

export type Conversation = z.output<typeof Conversation>;
