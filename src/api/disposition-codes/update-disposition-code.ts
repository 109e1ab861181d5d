import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { lockDispositionCode, updateDispositionCode as changeCode } from '../../store/disposition-codes.ts';
import { endpoint } from '../endpoint.ts';
import { rejectFaults } from '../reject-faults.ts';
import { delayFaults } from './code-faults.ts';
import {
  DispositionCodeResponse,
  dispositionCodeFields,
  dispositionCodeParameter,
  toDispositionCodeResponse,
} from './disposition-code-response.ts';

const DispositionCodePatch = z
  .strictObject({
    isTerminal: dispositionCodeFields.isTerminal.optional(),
    addsToDnc: dispositionCodeFields.addsToDnc.optional(),
    retryDelaySeconds: dispositionCodeFields.retryDelaySeconds.optional(),
  })
  .meta({ id: 'DispositionCodePatch' });

export const updateDispositionCode = endpoint({
  method: 'PATCH',
  path: '/v1/api/disposition-codes/{codeId}',
  operationId: 'updateDispositionCode',
  tag: 'Dispositions',
  summary: 'Change a disposition code',
  description: 'Omitted fields keep their value. Recorded dispositions do not change.',
  scope: 'dispositions:write',
  workspace: 'required',
  parameters: dispositionCodeParameter,
  body: DispositionCodePatch,
  reply: DispositionCodeResponse,

  async handle({ caller: { workspaceId }, path: { codeId }, body, requestRecord }, { database, clock }) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const locked = await lockDispositionCode(tx, { workspaceId, codeId });
      const current = locked ?? reject('disposition_code_not_found');
      const {
        isTerminal = current.isTerminal,
        addsToDnc = current.addsToDnc,
        retryDelaySeconds = current.retryDelaySeconds,
      } = body;
      rejectFaults(delayFaults({ isTerminal, retryDelaySeconds }));
      const change = { workspaceId, codeId, isTerminal, addsToDnc, retryDelaySeconds, at };
      const changed = await changeCode(tx, change);
      return requestRecord.storeResponse(
        tx,
        toDispositionCodeResponse(changed ?? reject('disposition_code_not_found')),
      );
    });
  },
});
