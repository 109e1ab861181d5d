import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { timeZone } from '../../domain/fields.ts';
import { insertAuditEntry, type NewAuditEntry } from '../../store/audit-log.ts';
import type { Queryable } from '../../store/queryable.ts';
import {
  lockWorkspace,
  updateWorkspace as updateWorkspaceRow,
  type WorkspaceRow,
} from '../../store/workspaces.ts';
import { endpoint, type Caller } from '../endpoint.ts';
import { isOperator } from '../operator.ts';
import {
  isSelectedWorkspace,
  toWorkspaceResponse,
  WorkspaceResponse,
  workspaceFields,
  workspaceParameter,
} from './workspace-response.ts';

const {
  name,
  plan,
  callingHours,
  callingWindow,
  singleCallsOutsideHours,
  ownNumberPrefixes,
  sharedSender,
  retention,
} = workspaceFields;

const WorkspacePatch = z
  .strictObject({
    name: name.optional(),
    plan: plan.optional(),
    timezone: timeZone.optional().meta({ description: 'An IANA time zone, such as `America/New_York`.' }),
    callingHours: callingHours.optional(),
    callingWindow: callingWindow.optional(),
    singleCallsOutsideHours: singleCallsOutsideHours.optional(),
    ownNumberPrefixes: ownNumberPrefixes.optional(),
    sharedSender: sharedSender.optional(),
    retention: retention.optional(),
  })
  .meta({ id: 'WorkspacePatch' });

export const updateWorkspace = endpoint({
  method: 'PATCH',
  path: '/v1/api/workspaces/{workspaceId}',
  operationId: 'updateWorkspace',
  tag: 'Workspaces',
  summary: 'Change a workspace',
  description:
    'For owners of the workspace and for the operator. Only the operator can change `plan`, `ownNumberPrefixes` and `sharedSender`. The audit log keeps the previous values.',
  scope: 'workspace:write',
  parameters: workspaceParameter,
  body: WorkspacePatch,
  reply: WorkspaceResponse,
  errorCodes: ['operator_only'],

  async handle(
    { caller, path: { workspaceId }, body, clientAddress, addAuditDetails, requestRecord },
    context,
  ) {
    const { database, clock, settings } = context;
    const at = new Date(clock.now());
    const callerIsOperator = isOperator(caller);
    if (!isSelectedWorkspace(caller, workspaceId) && !callerIsOperator) reject('workspace_not_found');
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const current = (await lockWorkspace(tx, { workspaceId })) ?? reject('workspace_not_found');
      if (!callerIsOperator && changesOperatorFields(current, body)) reject('operator_only');
      const changed = (await updateWorkspaceRow(tx, { workspaceId, ...body, at }))!;
      const details = differences(current, changed);
      addAuditDetails(details);
      const response = toWorkspaceResponse(changed, settings.ratePlans);
      if (isSelectedWorkspace(caller, workspaceId)) return requestRecord.storeResponse(tx, response);
      // The operator changes another workspace. `storeResponse` would write to the audit log of the operator's workspace, which this
      // transaction cannot access; that entry is written after the request.
      await auditInWorkspace(tx, caller, changed, { details, ip: clientAddress, at });
      return response;
    });
  },
});

/** Returns whether the patch changes a field that only the operator may set. */
const changesOperatorFields = (current: WorkspaceRow, patch: z.output<typeof WorkspacePatch>): boolean =>
  (patch.plan !== undefined && patch.plan !== current.plan) ||
  (patch.sharedSender !== undefined && patch.sharedSender !== current.sharedSender) ||
  (patch.ownNumberPrefixes !== undefined &&
    !isDeepStrictEqual(patch.ownNumberPrefixes, [...current.ownNumberPrefixes]));

/** Records a change by the operator in the audit log of the changed workspace. */
function auditInWorkspace(
  tx: Queryable,
  { actor }: Caller,
  { id }: WorkspaceRow,
  values: Pick<NewAuditEntry, 'details' | 'ip' | 'at'>,
): Promise<void> {
  const actorType = actor.type === 'user' ? 'user' : 'key';
  const entry = { workspaceId: id, subjectId: id, actorType, actorId: actor.id } as const;
  return insertAuditEntry(tx, { ...entry, ...values, action: 'updateWorkspace' });
}

const auditedFields = [
  'name',
  'plan',
  'timezone',
  'callingHours',
  'callingWindow',
  'singleCallsOutsideHours',
  'ownNumberPrefixes',
  'sharedSender',
  'retention',
] as const;

/** Returns the changed fields before and after the change. */
function differences(before: WorkspaceRow, after: WorkspaceRow) {
  const changed = auditedFields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (row: WorkspaceRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
  return { before: pick(before), after: pick(after) };
}
