import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { findDisposition } from '../../store/dispositions/dispositions.ts';
import { endpoint } from '../endpoint.ts';
import { DispositionResponse, dispositionParameter, toDispositionResponse } from './disposition-response.ts';
import { requireTimezone, timezoneField } from './timezone-query.ts';

export const getDisposition = endpoint({
  method: 'GET',
  path: '/v1/api/call-dispositions/{dispositionId}',
  operationId: 'getDisposition',
  tag: 'Dispositions',
  summary: 'Get a call disposition',
  scope: 'dispositions:read',
  workspace: 'required',
  parameters: dispositionParameter,
  query: z.strictObject({ timezone: timezoneField }),
  reply: DispositionResponse,
  errorCodes: ['invalid_timezone'],

  async handle({ caller: { workspaceId }, path: { dispositionId }, query: { timezone } }, { database }) {
    requireTimezone(timezone);
    const row = await findDisposition(database.inWorkspace(workspaceId), { workspaceId, dispositionId });
    return toDispositionResponse(row ?? reject('disposition_not_found'), timezone);
  },
});
