import type { IdSource } from '../core/ids.ts';
import type { NumberZones } from '../core/number-zones.ts';
import { Problem } from '../core/problems.ts';
import type { Queryable } from '../store/queryable.ts';
import { findWorkspace } from '../store/workspaces.ts';
import type { MessageRoutes } from './message-routes.ts';
import { validateMessage } from './prepare-message.ts';
import { writeFlowMessage, type FlowMessageRequest } from './write-flow-message.ts';

/** What one flow, of a call or a conversation, requests when it sends the message of another flow, which is a message flow. */
export interface OtherFlowMessage extends Omit<FlowMessageRequest, 'workspaceZone' | 'autopilot'> {
  readonly flowId: string;
  /** E.164, or an email address. */
  readonly to: string;
}

export interface FlowMessageContext {
  readonly ids: IdSource;
  readonly routes: MessageRoutes;
  readonly zones: NumberZones;
}

/**
 * Creates the message of a message flow. The message is sent without approval after the delay of that flow. If no message can be created, returns the reason as a
 * sentence for the user; otherwise undefined.
 */
export async function createFlowMessage(
  tx: Queryable,
  { flowId, to, ...request }: OtherFlowMessage,
  { routes, ...context }: FlowMessageContext,
): Promise<string | undefined> {
  const { workspaceId, at } = request;
  const { prepared, faults } = await validateMessage({ db: tx, workspaceId, routes, at }, { flowId, to });
  if (prepared === undefined) return faults.map(({ message }) => message).join(' ');
  const workspace = await findWorkspace(tx, { workspaceId });
  const workspaceZone = workspace?.timezone ?? 'UTC';
  try {
    await writeFlowMessage(tx, prepared, { ...request, workspaceZone, autopilot: true }, context);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Returns `dynamic` with the flow's `variables` that have a value (are not null); these replace entries of the same name. */
export const withKnownVariables = (
  dynamic: OtherFlowMessage['dynamic'],
  variables: OtherFlowMessage['dynamic'],
): OtherFlowMessage['dynamic'] => ({
  ...dynamic,
  ...Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null)),
});
