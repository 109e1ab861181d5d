import { z } from 'zod';
import { dispositionStatuses } from '../../domain/disposition.ts';
import { listDispositions as findDispositions } from '../../store/dispositions/list-dispositions.ts';
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
import { DispositionAnswer, showDisposition } from './disposition-answer.ts';
import { requireZone, zoneField } from './disposition-zone.ts';

export const listDispositions = endpoint({
  method: 'GET',
  path: '/v1/api/call-dispositions',
  operationId: 'listDispositions',
  tag: 'Dispositions',
  summary: 'List call dispositions',
  description: 'Newest first.',
  scope: 'dispositions:read',
  workspace: 'required',
  query: listQuery({
    phoneNumber: queryPhoneNumber.optional(),
    batchId: queryText.optional(),
    agentId: queryText.optional(),
    status: z.enum(dispositionStatuses).optional(),
    disposition: queryText.optional(),
    attempt: queryInteger(1, 1000).optional(),
    search: queryText
      .optional()
      .meta({ description: 'Anywhere in number, disposition, agent name and notes.' }),
    timezone: zoneField,
  }),
  reply: listResponseSchema('dispositions', DispositionAnswer),
  errorCodes: ['invalid_timezone'],

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { timezone, phoneNumber, batchId, agentId, status, disposition, attempt, search } = query;
    requireZone(timezone);
    const filters = { workspaceId, phoneNumber, batchId, agentId, status, disposition, attempt, search };
    const found = await findDispositions(database.inWorkspace(workspaceId), {
      ...filters,
      ...listWindow(query),
    });
    return listResponse('dispositions', query, found, (row) => showDisposition(row, timezone));
  },
});
