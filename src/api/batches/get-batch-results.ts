import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { batchCallOutcome } from '../../domain/batches/batch-state.ts';
import { batchRowResult, resultVariables, rowResults } from '../../domain/batches/row-result.ts';
import { exampleId } from '../../domain/fields.ts';
import { countResults } from '../../store/batches/batch-results.ts';
import { findBatch } from '../../store/batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { batchParameter } from './batch-response.ts';
import { calledFlows } from './export-jobs.ts';

const rows = z
  .int()
  .min(0)
  .meta({ description: 'The number of rows.', examples: [12] });

const BatchResults = z
  .strictObject({
    batchId: z.string().meta({ description: 'The batch.', examples: [exampleId('batch')] }),
    question: z
      .string()
      .nullable()
      .meta({
        description:
          'The variable of the decisive question: `confirmed` if a step of the flow stores it, else that of the first yes-or-no question. Null if there is neither.',
        examples: ['confirmed'],
      }),
    results: z.array(z.strictObject({ result: batchRowResult, rows })).meta({
      description: 'Every result, also those without rows. A row has at most one.',
    }),
    outcomes: z.array(z.strictObject({ outcome: batchCallOutcome, rows })).meta({
      description: 'The outcomes of the last calls that occur, the most frequent first.',
    }),
  })
  .meta({ id: 'BatchResults' });

export const getBatchResults = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/results',
  operationId: 'getBatchResults',
  tag: 'Batch calls',
  summary: 'Get batch results',
  description:
    'Counts the rows by what the persons decided (`results`) and by the outcome of the last call (`outcomes`). `result` and `outcome` of the list of batch calls return the rows. The request counts all rows: follow a batch by its progress.',
  scope: 'batches:read',
  parameters: batchParameter,
  reply: BatchResults,

  async handle({ caller: { workspaceId, scopes }, path: { batchId } }, { database }) {
    if (!scopes.includes('calls:read'))
      reject('insufficient_scope', { details: 'The results of a batch need the scope calls:read too.' });
    const db = database.inWorkspace(workspaceId);
    const batch = (await findBatch(db, { workspaceId, batchId })) ?? reject('batch_not_found');
    const variables = resultVariables(await calledFlows(db, batch));
    const counts = await countResults(db, { workspaceId, batchId }, variables);
    const sumOf = (matching: typeof counts): number => matching.reduce((sum, count) => sum + count.rows, 0);
    const byOutcome = [...Map.groupBy(counts, ({ outcome }) => outcome)].flatMap(([outcome, matching]) =>
      outcome === null ? [] : { outcome, rows: sumOf(matching) },
    );
    return {
      batchId,
      question: variables.question,
      results: rowResults.map((result) => ({
        result,
        rows: sumOf(counts.filter((count) => count.result === result)),
      })),
      outcomes: byOutcome.sort((a, b) => b.rows - a.rows),
    };
  },
});
