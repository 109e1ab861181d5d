import { z } from 'zod';
import { BatchJob } from '../../domain/batches/batch.ts';
import { variablesAtEnd } from '../../domain/batches/flow-variables.ts';
import { batchRowResult, resultVariables } from '../../domain/batches/row-result.ts';
import { variableValue } from '../../domain/fields.ts';
import type { Scope } from '../../domain/scopes.ts';
import type { BatchJobRow } from '../../store/batches/batch-jobs.ts';
import { findRowDetails } from '../../store/batches/batch-results.ts';
import type { BatchRow } from '../../store/batches/batches.ts';
import type { Queryable } from '../../store/queryable.ts';
import { toBatchJobResponse } from './batch-response.ts';
import { calledFlows } from './export-jobs.ts';

/** A row of a batch: the job, and what its last call found out. */
export const BatchCallRow = BatchJob.extend({
  result: batchRowResult.nullable().meta({
    description:
      'Null while the row waits or is called, if it was not called, and without the scope `calls:read`.',
  }),
  disposition: z
    .string()
    .nullable()
    .meta({
      description:
        'The disposition of the last call. Null if it has none, and without the scope `calls:read`.',
      examples: ['answered'],
    }),
  callbackAt: z.iso.datetime().nullable().meta({
    description:
      'The time of the callback that the customer agreed to in the last call. Null if there is none, and without the scope `calls:read`.',
  }),
  answers: z.record(z.string(), variableValue).meta({
    description:
      'What the customer answered in the last call, by variable. Empty without the scope `calls:read`.',
    examples: [{ confirmed: true }],
  }),
}).meta({ id: 'BatchCallRow' });

interface JobsOfBatch {
  readonly scopes: readonly Scope[];
  readonly jobIds: readonly string[];
}

/** Returns the function that adds results, dispositions and answers to jobs of the batch. */
export async function callRows(db: Queryable, batch: BatchRow, { scopes, jobIds }: JobsOfBatch) {
  const { id: batchId, workspaceId } = batch;
  const flows = scopes.includes('calls:read') ? await calledFlows(db, batch) : [];
  const variables = resultVariables(flows);
  const details =
    flows.length === 0
      ? new Map<string, never>()
      : await findRowDetails(db, { workspaceId, batchId, jobIds }, variables);
  const answerNames = new Set(variablesAtEnd(flows).flatMap(({ name, isAnswer }) => (isAnswer ? name : [])));
  return (job: BatchJobRow): z.input<typeof BatchCallRow> => {
    const {
      result = null,
      disposition = null,
      callbackAt = null,
      variables: values,
    } = details.get(job.id) ?? {};
    const answers = Object.entries(values ?? {}).filter(([name]) => answerNames.has(name));
    return {
      ...toBatchJobResponse(job),
      result,
      disposition,
      callbackAt: callbackAt?.toISOString() ?? null,
      answers: Object.fromEntries(answers),
    };
  };
}
