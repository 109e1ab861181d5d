import { problems } from '../../core/problems.ts';
import { mayImportNumber } from '../../domain/numbers/own-number.ts';
import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { isOperator } from '../workspaces/operator.ts';

/** Decides which own numbers a caller may bring into a workspace. */
export interface OwnNumberPolicy {
  /** Whether the caller is the operator or acts in the operator's workspace, so that every number is allowed. */
  readonly byOperator: boolean;
  readonly allows: (e164: string) => boolean;
}

/**
 * Returns the policy for the workspace that the caller has entered. The operator and keys in the operator's workspace may bring every
 * number; others may bring numbers with the prefixes that the operator allows their workspace.
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

/** Code and message for a number that the policy does not allow. */
export const notAssignedFault = {
  code: 'number_not_assigned',
  message: problems.number_not_assigned.text,
} as const;
