import { z } from 'zod';
import { isFictionalNumber, readE164 } from '../core/phone-numbers.ts';
import { readEmailAddress } from './conversations/recipient.ts';
import { createdAt, exampleId, idOf, namedEnum, text } from './fields.ts';

/** Replaces an erased identifier in text. */
export const erased = '[erased]';

/** The identifier of a person. */
export interface PersonAddress {
  readonly kind: 'phoneNumber' | 'email';
  /** E.164, or an email address in lower case. */
  readonly address: string;
}

/** The request that erases a person. */
export const ErasureInput = z
  .strictObject({
    phoneNumber: text(40)
      .optional()
      .meta({ description: 'The phone number of the person, E.164.', examples: ['+12025550100'] }),
    email: text(254)
      .optional()
      .meta({
        description: 'The email address of the person, in any case.',
        examples: ['ada@example.com'],
      }),
  })
  .refine(
    ({ phoneNumber, email }) => (phoneNumber === undefined) !== (email === undefined),
    'Send either phoneNumber or email. For a person with both, send two requests.',
  );

/** Returns the normalised identifier; undefined if it is invalid. */
export function readPerson({ phoneNumber, email }: z.output<typeof ErasureInput>): PersonAddress | undefined {
  const address =
    phoneNumber === undefined ? readEmailAddress(email!.trim()) : readNumber(phoneNumber.trim());
  if (address === undefined) return undefined;
  return { kind: phoneNumber === undefined ? 'email' : 'phoneNumber', address };
}

const readNumber = (text: string): string | undefined =>
  isFictionalNumber(text) ? text : text.startsWith('+') ? readE164(text) : undefined;

export const erasureStatus = namedEnum(['pending', 'running', 'waiting', 'completed'], {
  id: 'ErasureStatus',
  title: 'Erasure status',
  description: 'The progress of the erasure.',
  values: {
    pending: 'The erasure starts when a worker is free.',
    running: 'Data is being erased.',
    waiting:
      'A call with the person is active, or a message to the person is being sent. All other data is erased; the rest follows after its end.',
    completed: 'All data is erased.',
  },
  example: 'completed',
});

export type ErasureStatus = z.output<typeof erasureStatus>;

/** What an erasure counts, with descriptions. */
const reportKinds = {
  calls: 'Calls. Their rows stay, without personal data.',
  recordings: 'Recordings that were deleted.',
  transcriptEntries: 'Entries of transcripts.',
  callEvents: 'Entries of the timelines of calls.',
  dispositions: 'Dispositions.',
  tasks: 'Tasks.',
  conversations: 'Conversations.',
  messages: 'Messages of these conversations.',
  batchRows: 'Rows of batches of calls.',
  messageBatchRows: 'Rows of batches of messages.',
  events: 'Events, with their webhook deliveries.',
  suppressions: 'Suppressions. They stay effective as a hash.',
  testMessages: 'Messages of the test network.',
  auditEntries: 'Entries of the audit log in which the identifier was replaced.',
  otherRows: 'Other rows in which the identifier was replaced.',
} as const;

export type ErasureReport = Partial<Record<keyof typeof reportKinds, number>>;

const emptyReport = Object.fromEntries(
  Object.keys(reportKinds).map((kind) => [kind, 0]),
) as Required<ErasureReport>;

/** Returns the report with all kinds. */
export const completeReport = (report: ErasureReport): Required<ErasureReport> => ({
  ...emptyReport,
  ...report,
});

const count = (description: string) => z.int().meta({ description, examples: [3] });

const reportShape = Object.fromEntries(
  Object.entries(reportKinds).map(([kind, description]) => [kind, count(description)]),
) as Record<keyof typeof reportKinds, z.ZodInt>;

/** An erasure as the API returns it. It contains no identifier of the person. */
export const Erasure = z.strictObject({
  id: idOf('erasure'),
  kind: z.enum(['phoneNumber', 'email']).meta({ description: 'The kind of the identifier.' }),
  status: erasureStatus,
  requestedBy: z
    .string()
    .meta({ description: 'The user or key that requested it.', examples: [exampleId('key')] }),
  report: z.strictObject(reportShape).meta({ description: 'Counts of what was erased so far, by kind.' }),
  createdAt,
  completedAt: z.iso.datetime().nullable().meta({ description: 'The time of the end; null before.' }),
});
