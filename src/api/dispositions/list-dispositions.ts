import { z } from 'zod';
import { dispositionStatus } from '../../domain/disposition.ts';
import { listDispositions as findDispositions } from '../../store/dispositions/list-dispositions.ts';
import { maxCountedMatches } from '../../store/listing.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryInteger,
  queryPhoneNumber,
  queryText,
} from '../paging.ts';
import { DispositionResponse, toDispositionResponse } from './disposition-response.ts';
import { requireTimezone, timezoneField } from './timezone-query.ts';

const instant = z.iso.datetime({ offset: true });

export const listDispositions = endpoint({
  method: 'GET',
  path: '/v1/api/call-dispositions',
  operationId: 'listDispositions',
  tag: 'Dispositions',
  summary: 'List call dispositions',
  description: 'Sorted newest first.',
  scope: 'dispositions:read',
  workspace: 'required',
  query: listQuery({
    phoneNumber: queryPhoneNumber.optional(),
    batchId: queryText.optional().meta({ description: 'The id of the batch.' }),
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    status: dispositionStatus.optional(),
    disposition: queryText.optional().meta({
      description: 'A built-in disposition, or one of the workspace.',
    }),
    attempt: queryInteger(1, 1000).optional().meta({ description: 'The number of the attempt, from 1.' }),
    scheduledAtFrom: instant.optional().meta({ description: 'Scheduled at this instant or later.' }),
    scheduledAtTo: instant.optional().meta({ description: 'Scheduled at this instant or earlier.' }),
    search: queryText.optional().meta({
      description: `Matches anywhere in the number, disposition, agent name and notes. Above ${maxCountedMatches} matches, \`total\` is that number, a lower bound.`,
    }),
    timezone: timezoneField,
  }),
  reply: listResponseSchema('dispositions', DispositionResponse),
  errorCodes: ['invalid_timezone'],

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { timezone, phoneNumber, batchId, agentId, status, disposition, attempt, search } = query;
    const { scheduledAtFrom, scheduledAtTo } = query;
    requireTimezone(timezone);
    const filters = { workspaceId, phoneNumber, batchId, agentId, status, disposition, attempt, search };
    const found = await findDispositions(database.inWorkspace(workspaceId), {
      ...filters,
      scheduledAtFrom: scheduledAtFrom === undefined ? undefined : new Date(scheduledAtFrom),
      scheduledAtTo: scheduledAtTo === undefined ? undefined : new Date(scheduledAtTo),
      ...listWindow(query),
    });
    return listResponse('dispositions', query, found, (row) => toDispositionResponse(row, timezone));
  },
});
