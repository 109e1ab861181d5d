import { z } from 'zod';
import { isE164, parsePhoneNumber } from '../../core/phone-numbers.ts';
import { refuse, type FieldFault } from '../../core/problems.ts';
import { metadata } from '../../domain/fields.ts';
import { insertOwnedNumber } from '../../store/numbers/insert-owned-number.ts';
import type { Queryable } from '../../store/queryable.ts';
import { announce } from '../announce.ts';
import { endpoint } from '../endpoint.ts';
import { ownFault, problemOf, refuseFaults } from '../refuse-faults.ts';
import { sentFields, sentText } from '../sent-value.ts';
import { agentFaults, callFromNumber } from './assign-number.ts';
import { OwnedNumberAnswer, showNumber } from './owned-number-answer.ts';

const NewNumber = z
  .strictObject({
    phoneNumber: z
      .string()
      .max(100)
      .meta({ description: 'E.164. It must reach this service by one of its trunks.' }),
    friendlyName: z.string().trim().max(100).optional(),
    agentId: z.string().max(40).nullable().optional().meta({ description: 'The agent that answers it.' }),
    metadata: metadata.optional(),
  })
  .meta({ id: 'NewOwnedNumber' });

export const createNumber = endpoint({
  method: 'POST',
  path: '/v1/api/telephony/numbers',
  operationId: 'createNumber',
  tag: 'Numbers',
  summary: 'Add an owned number',
  description: 'An agent that has no number yet also calls from it.',
  scope: 'numbers:acquire',
  body: NewNumber,
  reply: OwnedNumberAnswer,
  refuses: ['invalid_number', 'number_taken', 'agent_not_found'],

  async explainRefusal({ caller: { workspaceId }, sent, faults }, { database }) {
    const found = await numberFaults(database.inWorkspace(workspaceId), workspaceId, sent);
    return problemOf([...faults, ...found]);
  },

  async handle({ caller: { workspaceId }, body }, { database, ids, clock }) {
    const at = new Date(clock.now());
    const row = await database.inWorkspace(workspaceId).transaction(async (tx) => {
      refuseFaults(await numberFaults(tx, workspaceId, body));
      const parsed = readNumber(body.phoneNumber) ?? refuse('invalid_number');
      const made = await insertOwnedNumber(tx, {
        id: ids.newId('number'),
        workspaceId,
        e164: parsed.e164,
        friendlyName: body.friendlyName ?? parsed.international,
        country: parsed.country,
        type: parsed.type,
        agentId: body.agentId,
        metadata: body.metadata,
        at,
      });
      if (made === undefined) return refuse('number_taken');
      await callFromNumber(tx, made, at);
      const data = { numberId: made.id, phoneNumber: made.e164, agentId: made.agentId };
      await announce(tx, { type: 'number.acquired', workspaceId, subjectId: made.id, version: 1, data, at });
      return made;
    });
    return showNumber(row);
  },
});

const readNumber = (text: string) => (isE164(text) ? parsePhoneNumber(text) : undefined);

/** A number that cannot exist, and an agent that does not. `sent` may have any shape. */
async function numberFaults(db: Queryable, workspaceId: string, sent: unknown): Promise<FieldFault[]> {
  const { phoneNumber, agentId } = sentFields(sent);
  const text = sentText(phoneNumber);
  const isReal = text === undefined || readNumber(text) !== undefined;
  const own = isReal ? [] : [ownFault('phoneNumber', 'invalid_number')];
  return [...own, ...(await agentFaults(db, workspaceId, sentText(agentId)))];
}
