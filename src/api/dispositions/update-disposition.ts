import { refuse, type FieldFault } from '../../core/problems.ts';
import { DispositionPatch } from '../../domain/disposition.ts';
import {
  takeStep,
  type DispositionProgress,
  type DispositionStep,
} from '../../domain/dispositions/disposition-state.ts';
import { holdDisposition } from '../../store/dispositions/find-disposition.ts';
import { updateDisposition as changeDisposition } from '../../store/dispositions/update-disposition.ts';
import { endpoint } from '../endpoint.ts';
import { problemOf, refuseFaults } from '../refuse-faults.ts';
import { sentFields, sentText } from '../sent-value.ts';
import { DispositionAnswer, dispositionParameter, showDisposition } from './disposition-answer.ts';
import { followUpFault, parseInstant } from './follow-up-time.ts';

export const updateDisposition = endpoint({
  method: 'PATCH',
  path: '/v1/api/call-dispositions/{dispositionId}',
  operationId: 'updateDisposition',
  tag: 'Dispositions',
  summary: 'Move or cancel a callback',
  description:
    'A field left out stays. `scheduledAt` and `status` are taken while the disposition is pending; one that is cancelled stays so, however often it is cancelled.',
  scope: 'dispositions:write',
  workspace: 'required',
  parameters: dispositionParameter,
  body: DispositionPatch.meta({ id: 'DispositionPatch' }),
  reply: DispositionAnswer,
  refuses: ['disposition_settled'],

  async explainRefusal({ sent, faults }, { clock }) {
    return problemOf([...faults, ...timeFaults(sent, clock.now())]);
  },

  async handle({ caller: { workspaceId }, path: { dispositionId }, body, once }, { database, clock }) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const held = await holdDisposition(tx, { workspaceId, dispositionId });
      const known = held ?? refuse('disposition_not_found');
      refuseFaults(timeFaults(body, at.getTime()));
      const progress = stepsOf(body).reduce<DispositionProgress>(
        (now, step) => takeStep(now, step) ?? refuse('disposition_settled'),
        known,
      );
      const { status, scheduledAt } = progress;
      const { notes = known.notes } = body;
      const change = { workspaceId, dispositionId, status, scheduledAt, notes, at };
      return once.settle(tx, showDisposition(await changeDisposition(tx, change)));
    });
  },
});

const stepsOf = ({ scheduledAt, status }: DispositionPatch): DispositionStep[] => [
  ...(scheduledAt === undefined ? [] : [{ type: 'move' as const, scheduledAt: new Date(scheduledAt) }]),
  ...(status === undefined ? [] : [{ type: 'cancel' as const }]),
];

/** `sent` may have any shape. */
function timeFaults(sent: unknown, nowMs: number): FieldFault[] {
  const { scheduledAt, status } = sentFields(sent);
  const at = parseInstant(sentText(scheduledAt) ?? '');
  const fault = at && followUpFault(at, nowMs);
  if (scheduledAt === undefined || status === undefined) return fault === undefined ? [] : [fault];
  const message = 'Send scheduledAt to move it, or status to cancel it, not both.';
  return [{ path: 'status', code: 'invalid_value', message }];
}
