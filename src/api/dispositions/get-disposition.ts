import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { findDisposition } from '../../store/dispositions/find-disposition.ts';
import { endpoint } from '../endpoint.ts';
import { DispositionAnswer, dispositionParameter, showDisposition } from './disposition-answer.ts';
import { requireZone, zoneField } from './disposition-zone.ts';

export const getDisposition = endpoint({
  method: 'GET',
  path: '/v1/api/call-dispositions/{dispositionId}',
  operationId: 'getDisposition',
  tag: 'Dispositions',
  summary: 'Get a call disposition',
  scope: 'dispositions:read',
  workspace: 'required',
  parameters: dispositionParameter,
  query: z.strictObject({ timezone: zoneField }),
  reply: DispositionAnswer,
  errorCodes: ['invalid_timezone'],

  async handle({ caller: { workspaceId }, path: { dispositionId }, query: { timezone } }, { database }) {
    requireZone(timezone);
    const row = await findDisposition(database.inWorkspace(workspaceId), { workspaceId, dispositionId });
    return showDisposition(row ?? refuse('disposition_not_found'), timezone);
  },
});
