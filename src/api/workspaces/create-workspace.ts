import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { timeZone } from '../../domain/fields.ts';
import { grantKeyWorkspaceAccess } from '../../store/api-keys.ts';
import type { Queryable } from '../../store/queryable.ts';
import { grantUserWorkspaceAccess } from '../../store/users.ts';
import { insertWorkspace } from '../../store/workspaces.ts';
import { endpoint, type Caller } from '../endpoint.ts';
import { isOperator } from '../operator.ts';
import { toWorkspaceResponse, WorkspaceResponse, workspaceFields } from './workspace-response.ts';

const { name, plan, callingHours, callingWindow, singleCallsOutsideHours, ownNumberPrefixes, sharedSender } =
  workspaceFields;

const NewWorkspace = z
  .strictObject({
    name,
    plan: plan.optional(),
    timezone: timeZone.default('UTC').meta({ description: 'An IANA time zone, such as `America/New_York`.' }),
    callingHours: callingHours.default('law'),
    callingWindow: callingWindow.optional(),
    singleCallsOutsideHours: singleCallsOutsideHours.optional(),
    ownNumberPrefixes: ownNumberPrefixes.default([]),
    sharedSender: sharedSender.default(false),
  })
  .meta({ id: 'WorkspaceInput' });

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/v1/api/workspaces',
  operationId: 'createWorkspace',
  tag: 'Workspaces',
  summary: 'Create a workspace',
  description:
    'Only the operator can create workspaces: a key or user with the scope `operator`, in the workspace of the operator. The creator gets access to the new workspace. `plan` defaults to PARLEY_DEFAULT_PLAN.',
  scope: 'workspace:write',
  body: NewWorkspace,
  reply: WorkspaceResponse,
  errorCodes: ['operator_only'],

  async handle({ caller, body, requestRecord, addAuditDetails }, context) {
    const { database, ids, clock, settings } = context;
    if (!isOperator(caller)) reject('operator_only');
    const workspaceId = ids.newId('workspace');
    const values = { ...body, plan: body.plan ?? settings.defaultPlan };
    addAuditDetails({
      plan: values.plan,
      callingHours: values.callingHours,
      callingWindow: values.callingWindow,
      singleCallsOutsideHours: values.singleCallsOutsideHours,
      ownNumberPrefixes: values.ownNumberPrefixes,
      sharedSender: values.sharedSender,
    });
    // One transaction covers two workspaces: the new one and the home workspace of the caller.
    return database.asSystem().transaction(async (tx) => {
      const row = await insertWorkspace(tx, { id: workspaceId, ...values, at: new Date(clock.now()) });
      await grantAccess(tx, caller, workspaceId);
      return requestRecord.storeResponse(tx, toWorkspaceResponse(row, settings.ratePlans));
    });
  },
});

/** Grants the caller, which belongs to its home workspace, access to another workspace. */
function grantAccess(tx: Queryable, caller: Caller, addedWorkspaceId: string): Promise<void> {
  const { actor } = caller;
  const access = { workspaceId: caller.homeWorkspaceId, addedWorkspaceId };
  return actor.type === 'user'
    ? grantUserWorkspaceAccess(tx, { ...access, userId: actor.id })
    : grantKeyWorkspaceAccess(tx, { ...access, keyId: actor.id });
}
