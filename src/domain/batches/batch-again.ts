import { z } from 'zod';
import { idOf, instant } from '../fields.ts';
import { fromNumbers, retryOutcomes } from './batch.ts';

const count = z.int().min(0);

/** `unknown` only if the request names it: the phone may have rung. */
const againOutcomes = [...retryOutcomes, 'unknown'] as const;

/** The request that calls the rows of an ended batch again. */
export const BatchAgainInput = z.strictObject({
  outcomes: z
    .array(z.enum(againOutcomes))
    .min(1)
    .max(againOutcomes.length)
    .optional()
    .meta({
      description:
        'The outcomes to call again. Default: all but `unknown`, which can mean that the phone rang or the customer agreed to something. With `failed`, people whose conversation failed are called again too.',
      examples: [['no_answer', 'busy']],
    }),
  fromNumbers: fromNumbers.optional().meta({
    description: 'Caller ids, used in rotation; none: the number of the agent. Default: those of the batch.',
  }),
  name: z
    .string()
    .trim()
    .max(80)
    .optional()
    .meta({
      description: 'Default: the name of the batch with a number, such as `Reminders (2)`.',
      examples: ['Second try'],
    }),
  scheduledAt: instant.optional().meta({ description: 'No call is made before this instant. Default: now.' }),
  dryRun: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to count the rows only, and to create nothing.' }),
});

export type BatchAgainInput = z.output<typeof BatchAgainInput>;

/** The batch that calls rows again, and the rows that did not reach a person. */
export const BatchAgain = z.strictObject({
  batchId: idOf('batch').nullable().meta({ description: 'The new batch; null after a dry run.' }),
  notReached: count.meta({
    description: 'Rows with one of the outcomes: the sum of the other counts.',
    examples: [12],
  }),
  toCall: count.meta({ description: 'Rows that are called again.', examples: [9] }),
  reachedSince: count.meta({
    description:
      'Rows whose number has an active call, or an answered or lost call since the first of these batches was created, in either direction. Counted when the batch is created.',
    examples: [2],
  }),
  calledSince: count.meta({
    description:
      'Rows whose number was called in a later batch for the same rows. Call that batch again instead.',
    examples: [0],
  }),
  waitingElsewhere: count.meta({
    description:
      'Rows whose number has a callback, waits or is being called in another batch, or is in an open batch for the same rows.',
    examples: [0],
  }),
  suppressedRows: count.meta({
    description: 'Rows with a suppressed number, or whose last call has the disposition `do_not_call`.',
    examples: [1],
  }),
  wrongNumberRows: count.meta({
    description: 'Rows whose last call has the disposition `wrong_number`.',
    examples: [0],
  }),
  duplicateRows: count.meta({
    description: 'Rows with the number of another row that is called again.',
    examples: [0],
  }),
});
