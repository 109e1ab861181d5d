import { Readable } from 'node:stream';
import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { csvRecord } from '../../domain/batches/csv-text.ts';
import { reservedColumns } from '../../domain/batches/header.ts';
import type { FlowColumns } from '../../domain/batches/flow-variables.ts';
import { isIsoTimeOrDay } from '../../domain/understanding/iso-time.ts';
import { endpoint } from '../endpoint.ts';
import type { BinaryResponse } from '../http/binary-response.ts';
import { queryText } from '../paging.ts';
import { findAgentRowRules } from './prepare-batch.ts';

type Cells = Readonly<Record<string, string>>;

/** Example rows with fictional numbers, which reach no phone. In the test network both numbers answer and agree to everything. */
const examples: readonly Cells[] = [
  {
    phone_number: '+12025550100',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    timezone: 'America/New_York',
  },
  {
    phone_number: '+442079460100',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    timezone: 'Europe/London',
  },
];
const standardColumns = ['phone_number', 'name', 'email', 'timezone', 'external_id'];

export const getBatchTemplate = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/template',
  operationId: 'getBatchTemplate',
  tag: 'Batch calls',
  summary: 'Download CSV template',
  description: `Returns a CSV file with two example rows. Besides the column of phone numbers, a file may have the columns ${reservedColumns.map((name) => `\`${name}\``).join(', ')}; every other column is a variable.`,
  scope: 'batches:read',
  query: z.strictObject({
    agentId: queryText.optional().meta({
      description:
        'Adds the columns that the agent and its flow use. Their cells contain the default if the variable is spoken or in a prompt; otherwise they are empty. A time column without a valid time contains an example instead.',
    }),
  }),
  reply: { contentType: 'text/csv', description: 'The file, in UTF-8.' },
  errorCodes: ['agent_not_found'],

  async handle({ caller: { workspaceId }, query: { agentId } }, context) {
    const rules = agentId === undefined ? null : await findAgentRowRules(context, { workspaceId, agentId });
    if (rules === undefined) reject('agent_not_found');
    return templateFile('batch-calls-template.csv', rules?.flow ?? undefined, context.clock.now());
  },
});

/** Returns a file with two example rows and the columns of the flow. */
export function templateFile(fileName: string, flow: FlowColumns | undefined, nowMs: number): BinaryResponse {
  const flowCells = flow === undefined ? {} : flowCellsOf(flow, nowMs);
  const columns = [...new Set([...standardColumns, ...Object.keys(flowCells)])];
  const rows = examples.map((example): Cells => ({ ...flowCells, ...example }));
  const records = rows.map((row) => csvRecord(columns.map((name) => row[name] ?? '')));
  const stream = Readable.from([csvRecord(columns), ...records].map((text) => Buffer.from(text)));
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  };
  return { status: 200, headers, stream };
}

const weekMs = 7 * 86_400_000;

/**
 * Returns the cell of each column that the agent and its flow use: the default if the column is spoken or in a prompt, otherwise an empty
 * cell. In a time column, an empty cell or an invalid time is replaced by ten o'clock on the day one week ahead.
 */
function flowCellsOf({ spoken, unspoken, times }: FlowColumns, nowMs: number): Cells {
  const time = `${new Date(nowMs + weekMs).toISOString().slice(0, 10)}T10:00`;
  const cellOf = (name: string, text: string) =>
    times.includes(name) && !isIsoTimeOrDay(text) ? time : text;
  return {
    ...Object.fromEntries(spoken.map(({ name, fallback }) => [name, cellOf(name, String(fallback ?? ''))])),
    ...Object.fromEntries(unspoken.map((name) => [name, cellOf(name, '')])),
  };
}
