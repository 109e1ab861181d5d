import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { Disposition, dispositionStatuses } from '../../domain/disposition.ts';
import { isTimeZone } from '../../domain/understanding/zoned-time.ts';
import type { DispositionRow } from '../../store/dispositions/disposition-row.ts';
import { listDispositions as findDispositions } from '../../store/dispositions/list-dispositions.ts';
import { endpoint } from '../endpoint.ts';
import {
  listAnswer,
  listQuery,
  listReply,
  listWindow,
  queryInteger,
  queryNumber,
  queryText,
} from '../paging.ts';
import { zonedText } from './zoned-text.ts';

const DispositionAnswer = Disposition.meta({ id: 'Disposition' });

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
    phoneNumber: queryNumber.optional(),
    batchId: queryText.optional(),
    agentId: queryText.optional(),
    status: z.enum(dispositionStatuses).optional(),
    disposition: queryText.optional(),
    attempt: queryInteger(1, 1000).optional(),
    search: queryText
      .optional()
      .meta({ description: 'Anywhere in number, disposition, agent name and notes.' }),
    timezone: queryText.optional().meta({
      description: 'IANA name: the times in the answer carry its offset. Changes no filter.',
    }),
  }),
  reply: listReply('dispositions', DispositionAnswer),
  refuses: ['invalid_timezone'],

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { timezone, phoneNumber, batchId, agentId, status, disposition, attempt, search } = query;
    if (timezone !== undefined && !isTimeZone(timezone)) refuse('invalid_timezone');
    const filters = { workspaceId, phoneNumber, batchId, agentId, status, disposition, attempt, search };
    const found = await findDispositions(database.inWorkspace(workspaceId), {
      ...filters,
      ...listWindow(query),
    });
    return listAnswer('dispositions', query, found, (row) => showDisposition(row, timezone));
  },
});

function showDisposition(row: DispositionRow, zone: string | undefined): z.input<typeof DispositionAnswer> {
  const { id, workspaceId: _workspaceId, ...rest } = row;
  return {
    ...rest,
    _id: id,
    scheduledAt: row.scheduledAt === null ? null : zonedText(row.scheduledAt, zone),
    createdAt: zonedText(row.createdAt, zone),
    updatedAt: zonedText(row.updatedAt, zone),
  };
}
