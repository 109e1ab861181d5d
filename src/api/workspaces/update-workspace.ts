import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { timeZone } from '../../domain/fields.ts';
import { insertAuditEntry, type NewAuditEntry } from '../../store/audit/insert-audit-entry.ts';
import type { Queryable } from '../../store/queryable.ts';
import { lockWorkspace } from '../../store/workspaces/find-workspace.ts';
import { updateWorkspace as change } from '../../store/workspaces/update-workspace.ts';
import type { WorkspaceRow } from '../../store/workspaces/workspace-row.ts';
import { endpoint, type Caller } from '../endpoint.ts';
import { isOperator } from './operator.ts';
import {
  hasEntered,
  toWorkspaceResponse,
  WorkspaceResponse,
  workspaceFields,
  workspaceParameter,
} from './workspace-response.ts';

const { name, plan, callingHours, callingWindow, singleCallsOutsideHours, ownNumberPrefixes } =
  workspaceFields;

const WorkspacePatch = z
  .strictObject({
    name: name.optional(),
    plan: plan.optional(),
    timezone: timeZone.optional(),
    callingHours: callingHours.optional(),
    callingWindow: callingWindow.optional(),
    singleCallsOutsideHours: singleCallsOutsideHours.optional(),
    ownNumberPrefixes: ownNumberPrefixes.optional(),
  })
  .meta({ id: 'WorkspacePatch' });

export const updateWorkspace = endpoint({
  method: 'PATCH',
  path: '/v1/api/workspaces/{workspaceId}',
  operationId: 'updateWorkspace',
  tag: 'Workspaces',
  summary: 'Change a workspace',
  description:
    'For its owner, from within, and for the operator, who alone changes the plan and the numbers that it may bring. The audit log keeps what stood there before.',
  scope: 'workspace:write',
  parameters: workspaceParameter,
  body: WorkspacePatch,
  reply: WorkspaceResponse,
  errorCodes: ['operator_only'],

  async handle({ caller, path: { workspaceId }, body, address, note, once }, context) {
    const { database, clock, settings } = context;
    const at = new Date(clock.now());
    const operates = await isOperator(caller, context);
    if (!hasEntered(caller, workspaceId) && !operates) refuse('workspace_not_found');
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const known = (await lockWorkspace(tx, { workspaceId })) ?? refuse('workspace_not_found');
      if (!operates && changesOperatorFields(known, body)) refuse('operator_only');
      const changed = (await change(tx, { workspaceId, ...body, at }))!;
      const details = differences(known, changed);
      note(details);
      const answer = toWorkspaceResponse(changed, settings.plans);
      if (hasEntered(caller, workspaceId)) return once.settle(tx, answer);
      // The log of the caller's own workspace is out of reach here: it is written afterwards.
      await auditInWorkspace(tx, caller, changed, { details, ip: address, at });
      return answer;
    });
  },
});

/** What the operator alone sets. */
const changesOperatorFields = (
  known: WorkspaceRow,
  { plan: asked, ownNumberPrefixes: prefixes }: z.output<typeof WorkspacePatch>,
): boolean =>
  (asked !== undefined && asked !== known.plan) ||
  (prefixes !== undefined && !isDeepStrictEqual(prefixes, [...known.ownNumberPrefixes]));

/** What the operator did from outside stands in the workspace's own log as well. */
function auditInWorkspace(
  tx: Queryable,
  { actor }: Caller,
  { id }: WorkspaceRow,
  told: Pick<NewAuditEntry, 'details' | 'ip' | 'at'>,
): Promise<void> {
  const actorType = actor.type === 'user' ? 'user' : 'key';
  const entry = { workspaceId: id, subjectId: id, actorType, actorId: actor.id } as const;
  return insertAuditEntry(tx, { ...entry, ...told, action: 'updateWorkspace' });
}

const fields = [
  'name',
  'plan',
  'timezone',
  'callingHours',
  'callingWindow',
  'singleCallsOutsideHours',
  'ownNumberPrefixes',
] as const;

/** What was changed, before and after. */
function differences(before: WorkspaceRow, after: WorkspaceRow) {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (row: WorkspaceRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
  return { before: pick(before), after: pick(after) };
}
