import type { FlowState } from '../domain/flow/state.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';

/** The column `flow_state` of a conversation. */
export interface StoredFlowState {
  /** The flow of an agent that has taken over the conversation; null for the flow of the conversation. `flowId` is null for an agent without a flow. */
  readonly handoff: { readonly flowId: string | null; readonly flowVersion: number | null } | null;
  readonly state: FlowState;
  /** Variables of earlier flows of the conversation. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/** Returns the state of the flow of a conversation; undefined before the first reply. */
export const readFlowState = (stored: unknown): StoredFlowState | undefined =>
  stored === null || stored === undefined ? undefined : (stored as StoredFlowState);
