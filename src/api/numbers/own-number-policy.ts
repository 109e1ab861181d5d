import { problems } from '../../core/problems.ts';
import { mayImportNumber } from '../../domain/numbers/own-number.ts';
import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { isOperator } from '../operator.ts';

/** Determines which own numbers a caller may add to a workspace. */
export interface OwnNumberPolicy {
  /** Whether the caller is the operator, so that every number is allowed. */
  readonly byOperator: boolean;
  readonly allows: (e164: string) => boolean;
}

/**
 * Returns the policy for the selected workspace. The operator may add any number; other callers may add numbers with the prefixes that
 * the operator set for their workspace.
 */
export async function ownNumberPolicy(
  caller: Caller,
  context: Pick<ApiContext, 'database'>,
): Promise<OwnNumberPolicy> {
  if (isOperator(caller)) return { byOperator: true, allows: () => true };
  const { workspaceId } = caller;
  const workspace = await findWorkspace(context.database.inWorkspace(workspaceId), { workspaceId });
  const prefixes = workspace?.ownNumberPrefixes ?? [];
  return { byOperator: false, allows: (e164) => mayImportNumber(e164, prefixes) };
}

/** Code and message for a number that the policy does not allow. */
export const notAssignedFault = {
  code: 'number_not_assigned',
  message: problems.number_not_assigned.text,
} as const;
