import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { dispositionCode } from '../../domain/fields.ts';
import { insertDispositionCode } from '../../store/disposition-codes.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { codeFaults } from './code-faults.ts';
import {
  DispositionCodeResponse,
  dispositionCodeFields,
  toDispositionCodeResponse,
} from './disposition-code-response.ts';

const NewDispositionCode = z
  .strictObject({
    code: dispositionCode.meta({
      description: 'The code that calls and flows record.',
      examples: ['wants_brochure'],
    }),
    isTerminal: dispositionCodeFields.isTerminal.default(true),
    addsToDnc: dispositionCodeFields.addsToDnc.default(false),
    retryDelaySeconds: dispositionCodeFields.retryDelaySeconds.default(null),
  })
  .meta({ id: 'NewDispositionCode' });

export const createDispositionCode = endpoint({
  method: 'POST',
  path: '/v1/api/disposition-codes',
  operationId: 'createDispositionCode',
  tag: 'Dispositions',
  summary: 'Add a disposition code',
  description:
    'Adds an outcome to the built-in ones. A code with `addsToDnc` suppresses the number for calls whenever it is recorded.',
  scope: 'dispositions:write',
  workspace: 'required',
  body: NewDispositionCode,
  reply: DispositionCodeResponse,
  errorCodes: ['disposition_code_taken', 'disposition_code_not_found'],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults }, { database }) {
    return problemFromFaults([
      ...faults,
      ...(await codeFaults(database.inWorkspace(workspaceId), workspaceId, input)),
    ]);
  },

  async handle({ caller: { workspaceId }, body, requestRecord }, { database, ids, clock }) {
    const at = new Date(clock.now());
    const id = ids.newId('dispositionCode');
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      rejectFaults(await codeFaults(tx, workspaceId, body));
      const row = await insertDispositionCode(tx, { id, workspaceId, ...body, at });
      return requestRecord.storeResponse(
        tx,
        toDispositionCodeResponse(row ?? reject('disposition_code_taken')),
      );
    });
  },
});
