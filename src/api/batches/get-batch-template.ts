import { Readable } from 'node:stream';
import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { csvRecord } from '../../domain/batches/csv-text.ts';
import { reservedColumns } from '../../domain/batches/header.ts';
import { endpoint } from '../endpoint.ts';
import { queryText } from '../paging.ts';
import { columnsOfAgent } from './prepare-batch.ts';

/** Nobody can be reached there. */
const examples: readonly Readonly<Record<string, string>>[] = [
  {
    phone_number: '+12025550100',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    timezone: 'America/New_York',
  },
  {
    phone_number: '+442079460018',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    timezone: 'Europe/London',
  },
];
const shownColumns = ['phone_number', 'name', 'email', 'timezone', 'external_id'];

export const getBatchTemplate = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/template',
  operationId: 'getBatchTemplate',
  tag: 'Batch calls',
  summary: 'Download CSV template',
  description: `A file with two rows to be replaced. Besides \`phone_number\` a file may have the columns ${reservedColumns.map((name) => `\`${name}\``).join(', ')}; every other column is a variable.`,
  scope: 'batches:read',
  query: z.strictObject({
    agentId: queryText.optional().meta({ description: "Adds the columns that the agent's flow speaks of." }),
  }),
  reply: { contentType: 'text/csv', description: 'The file, in UTF-8.' },
  refuses: ['agent_not_found'],

  async handle({ caller: { workspaceId }, query: { agentId } }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const needed = agentId === undefined ? [] : await columnsOfAgent(db, { workspaceId, agentId });
    if (needed === undefined) refuse('agent_not_found');
    const columns = [...new Set([...shownColumns, ...needed])];
    const records = examples.map((example) => csvRecord(columns.map((name) => example[name] ?? '')));
    const stream = Readable.from([csvRecord(columns), ...records].map((text) => Buffer.from(text)));
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="batch-calls-template.csv"',
    };
    return { status: 200 as const, headers, stream };
  },
});
