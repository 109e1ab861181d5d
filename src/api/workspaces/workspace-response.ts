import { z } from 'zod';
import { createdAt, idOf, updatedAt } from '../../domain/fields.ts';
import { CallingWindow, StoredCallingWindow } from '../../domain/calling-hours/calling-window.ts';
import { OwnNumberPrefixes } from '../../domain/numbers/own-number.ts';
import { Retention } from '../../domain/retention.ts';
import { ratePlanNames, type RatePlanTable } from '../../domain/rate-plan.ts';
import type { WorkspaceRow } from '../../store/workspaces.ts';
import type { Caller, PathParameter } from '../endpoint.ts';

const callingHours = z.enum(['law', 'off']).meta({
  description: '`law` keeps batches and callbacks to the legal hours; `off` does not.',
});

const callingWindow = CallingWindow.nullable().meta({
  description:
    'The hours in which batch calls and callbacks of the workspace may start, in addition to legal calling hours and regardless of `callingHours`. Null: no additional restriction.',
});

const singleCallsOutsideHours = z.enum(['warn', 'refuse']).meta({
  description:
    'Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the response, `refuse` rejects them (403 `outside_calling_hours`).',
});

const ownNumberPrefixes = OwnNumberPrefixes.meta({
  description:
    'Prefixes of the E.164 numbers that the workspace may add as its own, set by the operator. `+` allows every number. Numbers of the test network need no prefix.',
});

const sharedSender = z.boolean().meta({
  description:
    'Whether the workspace may send messages from the shared senders `PARLEY_SMS_FROM` and `PARLEY_MAIL_FROM`, set by the operator.',
});

export const WorkspaceResponse = z
  .object({
    id: idOf('workspace'),
    name: z.string().meta({ description: 'The name of the workspace.', examples: ['Bistro Nine'] }),
    plan: z.enum(ratePlanNames).meta({
      description: 'The plan. It limits concurrent calls, call starts and requests.',
    }),
    limits: z
      .object({
        requestsPerMinute: z.int().meta({
          description: 'Limit for all keys of the workspace together.',
          examples: [600],
        }),
        concurrentCalls: z.int().meta({ description: 'Maximum number of concurrent calls.', examples: [10] }),
        callStartsPerSecond: z.int().meta({
          description: 'Maximum number of calls started per second.',
          examples: [5],
        }),
      })
      .meta({ description: 'Limits of the plan.' }),
    timezone: z.string().meta({
      description: 'An IANA time zone, such as `America/New_York`.',
      examples: ['America/New_York'],
    }),
    callingHours,
    callingWindow: StoredCallingWindow.nullable().meta(callingWindow.meta()!),
    singleCallsOutsideHours,
    ownNumberPrefixes,
    sharedSender,
    retention: Retention,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Workspace' });

export const workspaceParameter = {
  workspaceId: {
    kind: 'workspace',
    notFoundCode: 'workspace_not_found',
    description: 'The id of the workspace.',
  },
} as const satisfies Record<string, PathParameter>;

export const workspaceFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .meta({
      description: 'The name of the workspace.',
      examples: ['Bistro Nine'],
    }),
  plan: z.enum(ratePlanNames).meta({ description: 'Set by the operator.' }),
  callingHours: callingHours.meta({
    description:
      '`law`: batch calls and callbacks respect the legal calling hours at the location of the callee. `off`: batch calls and callbacks ignore the legal calling hours, at the responsibility of the owner. Limits on calls to one person apply in both cases.',
  }),
  callingWindow,
  singleCallsOutsideHours,
  ownNumberPrefixes,
  sharedSender,
  retention: Retention.partial().meta({
    description:
      'How many days the records of the workspace are kept. Omitted fields are unchanged. Records that are past their days are deleted within some two hours. This cannot be undone.',
  }),
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
    sharedSender: row.sharedSender,
    retention: row.retention,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns whether the request selects this workspace. Other workspaces are reported as not found. */
export const isSelectedWorkspace = (caller: Caller, workspaceId: string): boolean =>
  caller.workspaceId === workspaceId;
