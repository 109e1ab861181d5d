import { z } from 'zod';
import type { EndReason } from './call-state.ts';
import { Customer } from './call.ts';
import { dispositionCode, idOf, instant, namedEnum, text, variableValues } from './fields.ts';

const maxNotesLength = 2000;

/** The follow-up rules of a disposition. */
export interface DispositionCode {
  /** Whether no follow-up is allowed. */
  readonly isTerminal: boolean;
  /** Whether the number is added to the do-not-call list. */
  readonly addsToDnc: boolean;
  /** Delay before another attempt; null if there is none, or if its time was agreed. */
  readonly retryDelaySeconds: number | null;
}

const terminal: DispositionCode = { isTerminal: true, addsToDnc: false, retryDelaySeconds: null };
const retryAfter = (retryDelaySeconds: number): DispositionCode => ({
  isTerminal: false,
  addsToDnc: false,
  retryDelaySeconds,
});

/** The dispositions that every workspace has. A workspace can add others. */
export const builtInDispositions = {
  answered: terminal,
  callback_scheduled: { isTerminal: false, addsToDnc: false, retryDelaySeconds: null },
  no_answer: retryAfter(3600),
  busy: retryAfter(900),
  voicemail: retryAfter(14_400),
  wrong_number: terminal,
  invalid_number: terminal,
  not_interested: terminal,
  interested: terminal,
  do_not_call: { isTerminal: true, addsToDnc: true, retryDelaySeconds: null },
  transferred: terminal,
  failed: retryAfter(900),
  cancelled: terminal,
} as const satisfies Record<string, DispositionCode>;

export type BuiltInDisposition = keyof typeof builtInDispositions;

export const dispositionStatuses = [
  'pending',
  'in_progress',
  'completed',
  'cancelled',
  'expired',
  'failed',
] as const;

export type DispositionStatus = (typeof dispositionStatuses)[number];

/**
 * How far a call reached the callee. `none`: not answered. `silent`: answered, without speech or keys. `unclear`: the callee spoke, but no
 * answer was understood. `heard`: at least one answer was understood.
 */
export type ContactLevel = 'none' | 'silent' | 'unclear' | 'heard';

/** Returns the disposition of a call whose flow recorded none. */
export function defaultDisposition(endReason: EndReason, contactLevel: ContactLevel): BuiltInDisposition {
  if (endReason === 'transferred' || endReason === 'voicemail') return endReason;
  if (endReason === 'node_lost' || endReason === 'provider_error') return 'failed';
  if (contactLevel === 'none') return unansweredDispositions[endReason] ?? 'failed';
  return answeredDispositions[contactLevel][endReason] ?? 'answered';
}

/** The callee was not reached, or a platform error prevented the callee from being heard. A callee who listens and hangs up was reached. */
const silentDispositions: { readonly [reason in EndReason]?: BuiltInDisposition } = {
  cancelled: 'cancelled',
  silence: 'no_answer',
  max_duration: 'no_answer',
  media_timeout: 'failed',
  provider_error: 'failed',
  carrier_error: 'failed',
};

/** The speech may come from a person, a machine or background noise. A callee who hangs up was present. */
const unclearDispositions: { readonly [reason in EndReason]?: BuiltInDisposition } = {
  ...silentDispositions,
  agent_hangup: 'failed',
  silence: 'failed',
  max_duration: 'failed',
};

const answeredDispositions: {
  readonly [contactLevel in Exclude<ContactLevel, 'none'>]: {
    readonly [reason in EndReason]?: BuiltInDisposition;
  };
} = { silent: silentDispositions, unclear: unclearDispositions, heard: {} };

const unansweredDispositions: { readonly [reason in EndReason]?: BuiltInDisposition } = {
  no_answer: 'no_answer',
  customer_hangup: 'no_answer',
  silence: 'no_answer',
  busy: 'busy',
  declined: 'no_answer',
  invalid_number: 'invalid_number',
  cancelled: 'cancelled',
  agent_hangup: 'cancelled',
};

export const dispositionStatus = namedEnum(dispositionStatuses, {
  id: 'DispositionStatus',
  title: 'Disposition status',
  description: 'The stage of the follow-up. A disposition without a follow-up is `completed`.',
  values: {
    pending: 'The follow-up waits for `scheduledAt`.',
    in_progress: 'The follow-up call is in progress.',
    completed: 'No follow-up is due.',
    cancelled: 'The follow-up was cancelled.',
    expired: 'The customer was not reached in the allowed number of calls, or within a week.',
    failed:
      'The server crashed during the follow-up call. The phone may have rung; a user has to decide whether to call again.',
  },
  example: 'pending',
});

/** A disposition as the API returns it. */
export const Disposition = z.strictObject({
  _id: idOf('disposition'),
  phoneNumber: z.string().meta({
    description: 'The phone number of the customer, E.164.',
    examples: ['+12025550100'],
  }),
  customerName: z
    .string()
    .nullable()
    .meta({
      description: 'The name of the customer, from the request or the call. Null if it is not known.',
      examples: ['Ada'],
    }),
  disposition: dispositionCode.meta({
    description: 'The result of the call: a built-in disposition, or one of the workspace.',
  }),
  status: dispositionStatus,
  /** When the follow-up is due; null if there is none. */
  scheduledAt: z.iso.datetime({ offset: true }).nullable().meta({
    description: 'The time of the follow-up. Null: none is planned.',
  }),
  attempt: z
    .int()
    .min(1)
    .meta({
      description: 'The number of the attempt, from 1.',
      examples: [1],
    }),
  agentId: idOf('agent').nullable().meta({ description: 'The id of the agent. Null if there is none.' }),
  agentName: z.string().nullable().meta({ description: 'The name of the agent. Null if there is none.' }),
  batchId: idOf('batch').nullable().meta({ description: 'The id of the batch. Null if there is none.' }),
  callId: z.string().nullable().meta({
    description: 'The call with this disposition; null if it was recorded manually.',
  }),
  followUpCallId: z.string().nullable().meta({
    description: 'The last follow-up call; null if there was none.',
  }),
  notes: z.string().meta({
    description: 'Notes for users, at most 2,000 characters.',
    examples: ['Wants a table by the window.'],
  }),
  createdAt: z.iso.datetime({ offset: true }).meta({ description: 'The time of creation.' }),
  updatedAt: z.iso.datetime({ offset: true }).meta({ description: 'The time of the last change.' }),
});

export type Disposition = z.output<typeof Disposition>;

/** The response to creating or changing a disposition manually. */
export const WrittenDisposition = Disposition.extend({
  warnings: z.array(z.string()).optional().meta({
    description: 'Problems that did not prevent the operation.',
  }),
});

/** The request that records a disposition manually and schedules its follow-up. */
export const DispositionInput = z.strictObject({
  phoneNumber: text(100).meta({
    description: 'E.164: a plus sign, country code and number.',
    examples: ['+12025550100'],
  }),
  disposition: dispositionCode.default('callback_scheduled').meta({
    description: 'A built-in disposition, or one that the workspace defines.',
  }),
  agentId: text(40).nullable().default(null).meta({
    description: 'The agent of the follow-up call; required unless the disposition is terminal.',
  }),
  scheduledAt: instant.nullable().default(null).meta({
    description:
      'When the follow-up is due, at most one year ahead. Defaults to `retryDelaySeconds` of the disposition, if it has one. Not allowed with a terminal disposition.',
  }),
  notes: text(maxNotesLength).default('').meta({ description: 'Notes for users, at most 2,000 characters.' }),
  customer: Customer.optional().meta({ description: 'The callee, as in a single call.' }),
  dynamic: variableValues.optional().meta({
    description: 'Variables for the flow of the callback, as in a single call.',
  }),
});

export type DispositionInput = z.input<typeof DispositionInput>;

/** The request that reschedules or cancels a pending disposition. Notes can be changed at any time. */
export const DispositionPatch = z.strictObject({
  scheduledAt: instant.optional().meta({
    description: 'The new time of the follow-up, at most one year ahead.',
  }),
  status: z.literal('cancelled').optional().meta({ description: 'Cancels the follow-up.' }),
  notes: text(maxNotesLength)
    .optional()
    .meta({
      description: 'Notes for users, at most 2,000 characters.',
      examples: ['Wants a table by the window.'],
    }),
});

export type DispositionPatch = z.input<typeof DispositionPatch>;
