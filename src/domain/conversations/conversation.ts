import { z } from 'zod';
import { metadata, variableValue, variableValues } from '../fields.ts';
import { messageStatuses } from './message-status.ts';
import { messageChannels } from './recipient.ts';

/** As long as a flow's own text may be. */
const messageLengthMax = 10_000;

/** Who wrote a message: the flow's text, the agent by its model, a person of the workspace, or the customer. */
export const messageOrigins = ['flow', 'agent', 'person', 'customer'] as const;

export type MessageOrigin = (typeof messageOrigins)[number];

/** What is known of the customer by name; `email` and `phone` where the recipient is the other. */
export const CustomerDetails = variableValues.refine(
  ({ name }) => name === undefined || name === null || (typeof name === 'string' && name.length <= 200),
  { path: ['name'], message: 'Send the name as a text of at most 200 characters.' },
);

export type CustomerDetails = z.output<typeof CustomerDetails>;

/** Generates a message of a flow for a recipient. */
export const GenerateInput = z.strictObject({
  flowId: z.string().max(1000).meta({ description: 'The message flow; it must be active.' }),
  /** Checked by the endpoint, which has an error of its own for it. */
  to: z.string().max(1000).meta({ description: 'E.164 for SMS, or an email address.' }),
  metadata: z
    .object({ customerDetails: CustomerDetails.optional() })
    .catchall(z.json())
    .refine((value) => metadata.safeParse(value).success, 'Metadata is at most 16 KiB of JSON.')
    .default({})
    .meta({
      description: 'The caller’s own data, at most 16 KiB; `customerDetails` are variables of the flow.',
    }),
  autopilot: z
    .boolean()
    .default(false)
    .meta({ description: 'True: sent without approval, after the delay of the flow where it has one.' }),
  dynamic: variableValues.default({}).meta({ description: 'Variables of the flow.' }),
});

export type GenerateInput = z.output<typeof GenerateInput>;

const content = z.string().trim().min(1).max(messageLengthMax);

/** A person writes into a conversation. */
export const MessageInput = z.strictObject({ message: content });

/** Approves a message, as it stands or in other words. */
export const ApprovalInput = z.strictObject({ message: content.optional() });

export const RejectionInput = z.strictObject({ reason: z.string().max(500).optional() });

export const messageStatus = z.enum(messageStatuses).meta({ id: 'MessageStatus' });

export const conversationStatus = z.enum(['open', 'closed']).meta({ id: 'ConversationStatus' });

/** A message as the API answers it. */
export const Message = z.strictObject({
  _id: z.string(),
  direction: z.enum(['outbound', 'inbound']),
  sent: z.boolean().meta({ description: 'Whether the carrier or mail server has taken it.' }),
  message: z.string().meta({ description: 'The content, with variables filled in.' }),
  status: messageStatus,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  origin: z.enum(messageOrigins),
  scheduledAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'From when on it may be sent; null where nobody has approved it.' }),
  missingVariables: z
    .array(z.string())
    .meta({ description: 'Variables of the flow’s text that had no value: nothing stands for them.' }),
  decision: z
    .strictObject({
      by: z.string().meta({ description: 'The user or key that approved or rejected it.' }),
      at: z.iso.datetime(),
      note: z.string().nullable(),
      draft: z.string().nullable().meta({ description: 'The content before it was edited.' }),
    })
    .nullable(),
  failure: z.string().nullable().meta({ description: 'Why it could not be sent.' }),
  metadata,
});

export type Message = z.output<typeof Message>;

/** A conversation as the API answers it. What is not known of the customer is left out. */
export const Conversation = z.strictObject({
  _id: z.string(),
  userId: z.string().meta({ description: 'Who began it: a user, or the API key of a program.' }),
  pathwayId: z.string().meta({ description: 'The message flow.' }),
  agentId: z
    .string()
    .optional()
    .meta({ description: 'The agent that handles it; left out where the flow has none.' }),
  customer: z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  messages: z.array(Message).meta({ description: 'In the order they were written; of many the last.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  channel: z.enum(messageChannels),
  status: conversationStatus,
  messageCount: z.int().min(0),
  customerDetails: z.record(z.string(), variableValue),
  dynamic: z.record(z.string(), variableValue),
});

export type Conversation = z.output<typeof Conversation>;
