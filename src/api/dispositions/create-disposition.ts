import { exampleId } from '../../domain/fields.ts';
import type { z } from 'zod';
import { DispositionInput } from '../../domain/disposition.ts';
import { purposeOf } from '../../domain/calling-hours/purpose.ts';
import { type DispositionRow, insertDispositionWithEvent } from '../../store/dispositions/dispositions.ts';
import type { Queryable } from '../../store/queryable.ts';
import { addSuppression } from '../../store/suppressions.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { callbackWarnings } from './callback-warnings.ts';
import { toWrittenDispositionResponse, WrittenDispositionResponse } from './disposition-response.ts';
import { validateDisposition, prepareDisposition, type PreparedDisposition } from './prepare-disposition.ts';

export const createDisposition = endpoint({
  method: 'POST',
  path: '/v1/api/call-dispositions',
  operationId: 'createDisposition',
  tag: 'Dispositions',
  summary: 'Schedule a callback or record an outcome',
  description:
    'Records a disposition manually; outcomes of calls are recorded automatically. A follow-up is `pending` until `scheduledAt`; all other dispositions are `completed`. `warnings` report whether the calling hours delay or prevent the callback. A disposition with `addsToDnc` suppresses the number immediately.',
  scope: 'dispositions:write',
  workspace: 'required',
  body: DispositionInput.meta({
    id: 'DispositionInput',
    examples: [
      {
        phoneNumber: '+12025550100',
        agentId: exampleId('agent'),
        scheduledAt: '2026-12-02T15:00:00Z',
        notes: 'Asked to be called in the afternoon.',
      },
    ],
  }),
  reply: WrittenDispositionResponse,
  errorCodes: [
    'invalid_number',
    'agent_not_found',
    'unknown_disposition',
    'test_key',
    'opted_out',
    'disposition_not_found',
  ],

  async problemOfInvalidBody(
    { caller: { workspaceId, isTestKey: testOnly }, input, faults },
    { database, clock },
  ) {
    const db = database.inWorkspace(workspaceId);
    const checkContext = { db, workspaceId, nowMs: clock.now(), testOnly };
    const validated = await validateDisposition(checkContext, input);
    return problemFromFaults([...faults, ...validated.faults]);
  },

  async handle({ caller: { workspaceId, isTestKey: testOnly }, body, requestRecord }, context) {
    const { database, ids, clock } = context;
    const id = ids.newId('disposition');
    const nowMs = clock.now();
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const prepared = await prepareDisposition({ db: tx, workspaceId, nowMs, testOnly }, body);
      const newDisposition = { id, workspaceId, body, prepared, testOnly, at: new Date(nowMs) };
      const row = await recordDisposition(tx, newDisposition);
      const warnings = await warningsOf(tx, context, { row, body, agent: prepared.agent });
      return requestRecord.storeResponse(tx, toWrittenDispositionResponse(row, warnings));
    });
  },
});

interface CreatedDisposition extends Pick<PreparedDisposition, 'agent'> {
  readonly row: DispositionRow;
  readonly body: z.output<typeof DispositionInput>;
}

async function warningsOf(
  tx: Queryable,
  context: ApiContext,
  { row, body, agent }: CreatedDisposition,
): Promise<string[]> {
  const { workspaceId, phoneNumber: toNumber, scheduledAt: at } = row;
  if (at === null) return [];
  const { timezone: customerZone, region: customerRegion } = body.customer ?? {};
  const purpose = purposeOf(agent?.config ?? {});
  const planned = { workspaceId, toNumber, customerZone, customerRegion, purpose, consent: false, at };
  return callbackWarnings(tx, context, planned);
}

interface NewDisposition {
  readonly id: string;
  readonly workspaceId: string;
  readonly body: z.output<typeof DispositionInput>;
  readonly prepared: PreparedDisposition;
  readonly testOnly: boolean;
  readonly at: Date;
}

/** Stores the disposition, publishes its event, and suppresses the number if the code has `addsToDnc`. */
async function recordDisposition(tx: Queryable, newDisposition: NewDisposition): Promise<DispositionRow> {
  const { id, workspaceId, body, prepared, testOnly, at } = newDisposition;
  const { phoneNumber, agent, definition, scheduledAt } = prepared;
  const row = await insertDispositionWithEvent(tx, {
    id,
    workspaceId,
    callId: null,
    phoneNumber,
    disposition: body.disposition,
    status: scheduledAt === null ? 'completed' : 'pending',
    scheduledAt,
    attempt: 1,
    agentId: agent?.id ?? null,
    agentName: agent?.config.name ?? null,
    batchId: null,
    notes: body.notes,
    customer: body.customer,
    dynamic: body.dynamic,
    testOnly,
    at,
  });
  if (definition.addsToDnc) {
    const reason = `Recorded as ${body.disposition}.`;
    await addSuppression(tx, { workspaceId, channel: 'voice', address: phoneNumber, reason, at });
  }
  return row;
}
