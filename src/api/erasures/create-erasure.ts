import { reject } from '../../core/problems.ts';
import { ErasureInput, readPerson } from '../../domain/erasure.ts';
import { enqueueErasure } from '../../privacy/erase-person.ts';
import { insertErasure } from '../../store/erasures.ts';
import { findOwnedNumberOfWorkspace } from '../../store/phone-numbers.ts';
import { endpoint } from '../endpoint.ts';
import { requireReachable } from '../test-key.ts';
import { ErasureResponse, toErasureResponse } from './erasure-response.ts';

const ownNumber = 'The number belongs to the workspace, and not to a customer. Release the number instead.';

export const createErasure = endpoint({
  method: 'POST',
  path: '/v1/api/erasures',
  operationId: 'createErasure',
  tag: 'Erasures',
  summary: 'Erase a person',
  description:
    'Erases all data of a person in the workspace: calls with recordings and transcripts, conversations, rows of batches, dispositions, tasks and events. Planned calls and messages are cancelled first; an active call is not interrupted, and is erased after its end. Counts, suppressions (as a hash) and the audit log (without the identifier) stay. This cannot be undone. Runs in the background: get the erasure for its status and report. A request for a person whose erasure is running returns that erasure.',
  scope: 'erasures:write',
  body: ErasureInput.meta({ id: 'ErasureInput', examples: [{ phoneNumber: '+12025550100' }] }),
  reply: ErasureResponse,
  errorCodes: ['invalid_recipient', 'test_key', 'secret_key_unavailable'],

  async handle({ caller, body, requestRecord }, { database, clock, secrets }) {
    const { workspaceId, actor } = caller;
    const person = readPerson(body) ?? reject('invalid_recipient');
    requireReachable(caller, person.address);
    if (secrets.keyIds.length === 0) reject('secret_key_unavailable');
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      if ((await findOwnedNumberOfWorkspace(tx, { workspaceId, e164: person.address })) !== undefined)
        reject('invalid_recipient', { details: ownNumber });
      const at = new Date(clock.now());
      const row = await insertErasure(tx, { workspaceId, person, requestedBy: actor.id, at });
      await enqueueErasure(tx, { workspaceId, erasureId: row.id });
      return requestRecord.storeResponse(tx, toErasureResponse(row));
    });
  },
});
