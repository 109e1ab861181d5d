import type { IdSource } from '../core/ids.ts';
import type { NumberZones } from '../core/number-zones.ts';
import { Problem } from '../core/problems.ts';
import type { CustomerDetails } from '../domain/conversations/conversation.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import type { Queryable } from '../store/queryable.ts';
import { findWorkspace } from '../store/workspaces/find-workspace.ts';
import type { MessageRoutes } from './message-routes.ts';
import { validateMessage } from './prepare-message.ts';
import { writeFlowMessage } from './write-flow-message.ts';

/** What one flow, of a call or a conversation, requests when it sends the message of another flow, which is a message flow. */
export interface OtherFlowMessage {
  readonly workspaceId: string;
  readonly flowId: string;
  /** E.164, or an email address. */
  readonly to: string;
  readonly customer: CustomerDetails;
  readonly dynamic: Readonly<Record<string, VariableValue>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The user or key that started the call or the conversation. */
  readonly actorId: string;
  readonly at: Date;
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
  const { workspaceId } = request;
  const { prepared, faults } = await validateMessage({ db: tx, workspaceId, routes }, { flowId, to });
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
