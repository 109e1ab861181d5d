import { problems } from '../../core/problems.ts';
import { mayImportNumber } from '../../domain/numbers/own-number.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { isOperator } from '../operator.ts';

/** Determines which own numbers a caller may add to a workspace. */
export interface OwnNumberPolicy {
  /** Whether the caller is the operator, so that every number is allowed. */
  readonly byOperator: boolean;
  readonly allows: (e164: string) => boolean;
  /** Whether the number is a sender of SMS that workspaces share. Only the operator's workspace may have it. */
  readonly isShared: (e164: string) => boolean;
}

/**
 * Returns the policy for the selected workspace. The operator may add any number; other callers may add numbers with the prefixes that
 * the operator set for their workspace.
 */
export async function ownNumberPolicy(
  caller: Caller,
  { database, messageRoutes }: Pick<ApiContext, 'database' | 'messageRoutes'>,
): Promise<OwnNumberPolicy> {
  if (isOperator(caller)) return { byOperator: true, allows: () => true, isShared: () => false };
  const { workspaceId } = caller;
  const workspace = await findWorkspace(database.inWorkspace(workspaceId), { workspaceId });
  const prefixes = workspace?.ownNumberPrefixes ?? [];
  const isShared = (e164: string) => workspace?.isOperator !== true && messageRoutes.isSharedNumber(e164);
  const allows = (e164: string) => mayImportNumber(e164, prefixes) && !isShared(e164);
  return { byOperator: false, allows, isShared };
}

/** Code and message for a number that the policy does not allow. */
export const notAssignedFault = {
  code: 'number_not_assigned',
  message: problems.number_not_assigned.text,
} as const;
