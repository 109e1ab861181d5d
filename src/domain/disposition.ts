import { z } from 'zod';
import type { EndReason } from './call-state.ts';
import { Customer } from './call.ts';
import { dispositionCode, instant, variableValues } from './fields.ts';

const notesLengthMax = 2000;

export interface DispositionCode {
  /** Nothing is to follow. */
  readonly isTerminal: boolean;
  /** The number may not be called again. */
  readonly addsToDnc: boolean;
  /** When a new attempt makes sense; null where none does, or where its time is agreed. */
  readonly retryDelaySeconds: number | null;
}

const final: DispositionCode = { isTerminal: true, addsToDnc: false, retryDelaySeconds: null };
const again = (retryDelaySeconds: number): DispositionCode => ({
  isTerminal: false,
  addsToDnc: false,
  retryDelaySeconds,
});

/** The outcomes that every workspace has; it may add its own. */
export const builtInDispositions = {
  answered: final,
  callback_scheduled: { isTerminal: false, addsToDnc: false, retryDelaySeconds: null },
  no_answer: again(3600),
  busy: again(900),
  voicemail: again(14_400),
  wrong_number: final,
  invalid_number: final,
  not_interested: final,
  interested: final,
  do_not_call: { isTerminal: true, addsToDnc: true, retryDelaySeconds: null },
  transferred: final,
  failed: again(900),
  cancelled: final,
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
 * How far a call got: nobody answered; somebody did, and neither said nor pressed anything; or spoke, and no answer was understood; or
 * was heard.
 */
export type Contact = 'none' | 'silent' | 'unclear' | 'heard';

/** The outcome of a call whose flow recorded none. */
export function dispositionOfEnd(endReason: EndReason, contact: Contact): BuiltInDisposition {
  if (endReason === 'transferred' || endReason === 'voicemail') return endReason;
  if (endReason === 'node_lost' || endReason === 'provider_error') return 'failed';
  if (contact === 'none') return unansweredDispositions[endReason] ?? 'failed';
  return ofContact[contact][endReason] ?? 'answered';
}

/** Nobody was reached, or it is our fault that nobody was heard. Who listens and hangs up has been reached. */
const silentDispositions: { readonly [reason in EndReason]?: BuiltInDisposition } = {
  cancelled: 'cancelled',
  silence: 'no_answer',
  max_duration: 'no_answer',
  media_timeout: 'failed',
  provider_error: 'failed',
  carrier_error: 'failed',
};

/** Whether a person spoke, or a machine or the room, is not known; who hangs up on the agent was there. */
const unclearDispositions: { readonly [reason in EndReason]?: BuiltInDisposition } = {
  ...silentDispositions,
  agent_hangup: 'failed',
  silence: 'failed',
  max_duration: 'failed',
};

const ofContact: {
  readonly [contact in Exclude<Contact, 'none'>]: { readonly [reason in EndReason]?: BuiltInDisposition };
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

/** A disposition as the API answers it. */
export const Disposition = z.strictObject({
  _id: z.string(),
  phoneNumber: z.string(),
  disposition: dispositionCode,
  status: z.enum(dispositionStatuses),
  /** When it is to be followed up; null where nothing follows. */
  scheduledAt: z.iso.datetime({ offset: true }).nullable(),
  attempt: z.int().min(1),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  batchId: z.string().nullable(),
  callId: z
    .string()
    .nullable()
    .meta({ description: 'The call of which it is the outcome; null where it was recorded by hand.' }),
  followUpCallId: z
    .string()
    .nullable()
    .meta({ description: 'The last call that was made to follow it up; null where none was.' }),
  notes: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
});

export type Disposition = z.output<typeof Disposition>;

/** The answer to scheduling or changing one by hand. */
export const WrittenDisposition = Disposition.extend({ warnings: z.array(z.string()).optional() });

/** Records an outcome by hand; what is to follow is scheduled. */
export const DispositionInput = z.strictObject({
  phoneNumber: z.string().max(100).meta({ description: 'E.164: a plus sign, country code and number.' }),
  disposition: dispositionCode
    .default('callback_scheduled')
    .meta({ description: 'A built-in disposition, or one of the workspace.' }),
  agentId: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .meta({ description: 'Who follows it up; needed unless the disposition is terminal.' }),
  scheduledAt: instant.nullable().default(null).meta({
    description:
      'When it is to be followed up, a year ahead at most. May be left out where the disposition has a `retryDelaySeconds`; not with a terminal one.',
  }),
  notes: z.string().max(notesLengthMax).default(''),
  customer: Customer.optional().meta({ description: 'Who is called back, as a single call has it.' }),
  dynamic: variableValues.optional().meta({
    description: 'What the flow of the callback is to know, as a single call has it.',
  }),
});

export type DispositionInput = z.input<typeof DispositionInput>;

/** Moves a pending disposition, or cancels it; notes may be written at any time. */
export const DispositionPatch = z.strictObject({
  scheduledAt: instant.optional().meta({ description: 'Moves it; a year ahead at most.' }),
  status: z.literal('cancelled').optional().meta({ description: 'Cancels it.' }),
  notes: z.string().max(notesLengthMax).optional(),
});

export type DispositionPatch = z.input<typeof DispositionPatch>;
