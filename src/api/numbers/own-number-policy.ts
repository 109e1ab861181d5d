import { problems } from '../../core/problems.ts';
import { mayImportNumber } from '../../domain/numbers/own-number.ts';
import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { isOperator } from '../workspaces/operator.ts';

/** Which numbers a caller may bring into a workspace. */
export interface OwnNumberPolicy {
  /** Whether the caller acts for the operator, or in the operator's workspace: every number may be brought. */
  readonly byOperator: boolean;
  readonly allows: (e164: string) => boolean;
}

/**
 * Which numbers the caller may bring into the workspace that it has entered. The operator may bring every number, as may keys in
 * the operator's workspace; others only what the operator has allowed their workspace.
 */
export async function ownNumberPolicy(
  caller: Caller,
  context: Pick<ApiContext, 'database'>,
): Promise<OwnNumberPolicy> {
  const { workspaceId } = caller;
  const entered = await findWorkspace(context.database.inWorkspace(workspaceId), { workspaceId });
  if (entered?.isOperator === true || (await isOperator(caller, context)))
    return { byOperator: true, allows: () => true };
  const prefixes = entered?.ownNumberPrefixes ?? [];
  return { byOperator: false, allows: (e164) => mayImportNumber(e164, prefixes) };
}

/** The fault of a number that may not be brought. */
export const notAssignedFault = {
  code: 'number_not_assigned',
  message: problems.number_not_assigned.text,
} as const;
