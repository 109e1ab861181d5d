import { reject, type FieldFault } from '../../core/problems.ts';
import { DispositionPatch } from '../../domain/disposition.ts';
import {
  applyEdit,
  type DispositionProgress,
  type DispositionEdit,
} from '../../domain/dispositions/disposition-state.ts';
import { findCallbackCallee } from '../../store/callbacks.ts';
import {
  type DispositionRow,
  lockDisposition,
  updateDisposition as changeDisposition,
} from '../../store/dispositions/dispositions.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { requireReachable } from '../test-key.ts';
import { callbackWarnings } from './callback-warnings.ts';
import {
  dispositionParameter,
  toWrittenDispositionResponse,
  WrittenDispositionResponse,
} from './disposition-response.ts';
import { followUpFault, parseInstant } from './follow-up-time.ts';

export const updateDisposition = endpoint({
  method: 'PATCH',
  path: '/v1/api/call-dispositions/{dispositionId}',
  operationId: 'updateDisposition',
  tag: 'Dispositions',
  summary: 'Reschedule or cancel a callback',
  description:
    'Omitted fields keep their value. `scheduledAt` and `status` can change only while the disposition is pending. Cancelling a cancelled disposition changes nothing.',
  scope: 'dispositions:write',
  workspace: 'required',
  parameters: dispositionParameter,
  body: DispositionPatch.meta({
    id: 'DispositionPatch',
    examples: [{ scheduledAt: '2026-12-03T15:00:00Z' }],
  }),
  reply: WrittenDispositionResponse,
  errorCodes: ['disposition_settled', 'test_key'],

  async problemOfInvalidBody({ input, faults }, { clock }) {
    return problemFromFaults([...faults, ...timeFaults(input, clock.now())]);
  },

  async handle({ caller, path: { dispositionId }, body, requestRecord }, context) {
    const { workspaceId } = caller;
    const { database, clock } = context;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const locked = await lockDisposition(tx, { workspaceId, dispositionId });
      const current = locked ?? reject('disposition_not_found');
      if (body.scheduledAt !== undefined) requireReachable(caller, current.phoneNumber);
      rejectFaults(timeFaults(body, at.getTime()));
      const progress = editsOf(body).reduce<DispositionProgress>(
        (state, edit) => applyEdit(state, edit) ?? reject('disposition_settled'),
        current,
      );
      const { status, scheduledAt } = progress;
      const { notes = current.notes } = body;
      const change = { workspaceId, dispositionId, status, scheduledAt, notes, at };
      const row = await changeDisposition(tx, change);
      const warnings = body.scheduledAt === undefined ? [] : await warningsOf(tx, context, row);
      return requestRecord.storeResponse(tx, toWrittenDispositionResponse(row, warnings));
    });
  },
});

const editsOf = ({ scheduledAt, status }: DispositionPatch): DispositionEdit[] => [
  ...(scheduledAt === undefined ? [] : [{ type: 'move' as const, scheduledAt: new Date(scheduledAt) }]),
  ...(status === undefined ? [] : [{ type: 'cancel' as const }]),
];

async function warningsOf(tx: Queryable, context: ApiContext, row: DispositionRow): Promise<string[]> {
  const { id: dispositionId, workspaceId, phoneNumber: toNumber, scheduledAt: at } = row;
  if (at === null) return [];
  const callee = await findCallbackCallee(tx, { workspaceId, dispositionId });
  const customer = {
    customerZone: callee?.timezone ?? undefined,
    customerRegion: callee?.region ?? undefined,
  };
  const terms = { purpose: callee?.purpose ?? 'unspecified', consent: callee?.consent ?? false } as const;
  return callbackWarnings(tx, context, { workspaceId, toNumber, ...customer, ...terms, at });
}

/** Returns faults of the new time. `sent` may have any shape. */
function timeFaults(sent: unknown, nowMs: number): FieldFault[] {
  const { scheduledAt, status } = sentFields(sent);
  const at = parseInstant(sentText(scheduledAt) ?? '');
  const fault = at && followUpFault(at, nowMs);
  if (scheduledAt === undefined || status === undefined) return fault === undefined ? [] : [fault];
  const message = 'Send scheduledAt to reschedule or status to cancel, not both.';
  return [{ path: 'status', code: 'invalid_value', message }];
}
