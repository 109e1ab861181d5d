import { z } from 'zod';
import { CallingWindow, StoredCallingWindow } from '../../domain/calling-hours/calling-window.ts';
import { OwnNumberPrefixes } from '../../domain/numbers/own-number.ts';
import { ratePlanNames, type RatePlanTable } from '../../domain/rate-plan.ts';
import type { WorkspaceRow } from '../../store/workspaces/workspace-row.ts';
import type { Caller, PathParameter } from '../endpoint.ts';

const callingHours = z.enum(['law', 'off']);

const callingWindow = CallingWindow.nullable().meta({
  description:
    'The hours in which the workspace calls, within those of the law and whatever `callingHours` says: batch calls and callbacks keep to them. Null: none of its own.',
});

const singleCallsOutsideHours = z.enum(['warn', 'refuse']).meta({
  description:
    'Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the answer, `refuse` refuses them (403 `outside_calling_hours`).',
});

const ownNumberPrefixes = OwnNumberPrefixes.meta({
  description:
    'Beginnings of the E.164 numbers that the workspace may bring as its own, set by the operator; `+` allows every number. Numbers of the test network need none.',
});

export const WorkspaceResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: z.enum(ratePlanNames),
    limits: z
      .object({
        requestsPerMinute: z.int().meta({ description: 'Of all keys of the workspace together.' }),
        concurrentCalls: z.int(),
        callStartsPerSecond: z.int(),
      })
      .meta({ description: 'What the plan allows.' }),
    timezone: z.string(),
    callingHours,
    callingWindow: StoredCallingWindow.nullable().meta(callingWindow.meta()!),
    singleCallsOutsideHours,
    ownNumberPrefixes,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace' });

export const workspaceParameter = {
  workspaceId: { kind: 'workspace', missing: 'workspace_not_found', description: 'The id of the workspace.' },
} as const satisfies Record<string, PathParameter>;

export const workspaceFields = {
  name: z.string().trim().min(1).max(80),
  plan: z.enum(ratePlanNames).meta({ description: 'Chosen by the operator.' }),
  callingHours: callingHours.meta({
    description:
      '`law`: batch calls and callbacks keep to the calling hours of where the callee lives; `off`: they do not, by choice of the owner, who answers for it. Limits of calls to one person hold either way.',
  }),
  callingWindow,
  singleCallsOutsideHours,
  ownNumberPrefixes,
};

export function toWorkspaceResponse(
  row: WorkspaceRow,
  plans: RatePlanTable,
): z.input<typeof WorkspaceResponse> {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    limits: plans[row.plan],
    timezone: row.timezone,
    callingHours: row.callingHours,
    callingWindow: row.callingWindow,
    singleCallsOutsideHours: row.singleCallsOutsideHours,
    ownNumberPrefixes: [...row.ownNumberPrefixes],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A request sees the workspace that it has entered, and of the others not even that they are there. */
export const hasEntered = (caller: Caller, workspaceId: string): boolean =>
  caller.workspaceId === workspaceId;
