import type { CallbackCaller, FlowAction, UnderstoodAs, VariableValue } from '../domain/flow/protocol.ts';

export type FlowEndReason = 'end' | 'flow_loop' | 'no_edge';

export type FlowEvent =
  | { readonly type: 'node-entered'; readonly nodeId: string }
  /** In a flow of mode `flex`, the language model continues at another node without an edge. */
  | { readonly type: 'node-moved'; readonly fromNodeId: string; readonly nodeId: string }
  /** The language model interpreted an answer that the rules do not understand. */
  | { readonly type: 'answer-understood'; readonly nodeId: string; readonly as: UnderstoodAs }
  | { readonly type: 'flow-warning'; readonly nodeId: string; readonly text: string }
  | { readonly type: 'disposition-set'; readonly disposition: string; readonly notes: string | undefined }
  | {
      readonly type: 'callback-scheduled';
      readonly at: string;
      readonly notes: string | undefined;
      readonly by: CallbackCaller;
    }
  | {
      readonly type: 'message-requested';
      readonly nodeId: string;
      readonly flowId: string;
      readonly to: string;
      /** The variables of the call, without sensitive ones. */
      readonly variables: Readonly<Record<string, VariableValue>>;
    }
  /**
   * The flow is complete and all speech has ended. `flow-ended` follows after a short wait, unless the customer makes a request. `reason` is undefined if
   * the customer keeps the call.
   */
  | { readonly type: 'hang-up-pending'; readonly reason: FlowEndReason | undefined }
  | { readonly type: 'flow-ended'; readonly reason: FlowEndReason }
  /** The language model failed to classify the edge conditions, to extract values or, if `isOptional`, to interpret an answer. */
  | { readonly type: 'model-request-failed'; readonly error: unknown; readonly isOptional: boolean }
  | { readonly type: 'flow-failed'; readonly error: unknown };

/** An action whose only effect is a flow event. */
export type ReportedAction = Extract<
  FlowAction,
  {
    type:
      | 'node-entered'
      | 'node-moved'
      | 'answer-understood'
      | 'warning'
      | 'set-disposition'
      | 'schedule-callback';
  }
>;

/** Returns the event of an action. */
export function toFlowEvent(action: ReportedAction): FlowEvent {
  switch (action.type) {
    case 'node-entered':
    case 'node-moved':
    case 'answer-understood':
      return action;
    case 'warning':
      return { type: 'flow-warning', nodeId: action.nodeId, text: action.text };
    case 'set-disposition':
      return { type: 'disposition-set', disposition: action.disposition, notes: action.notes };
    case 'schedule-callback':
      return { type: 'callback-scheduled', at: action.at, notes: action.notes, by: action.by };
  }
}

/** Returns the event for a message that the flow sends. The caller of this function adds the variables. */
export const toMessageRequest = ({ nodeId, flowId, to }: Extract<FlowAction, { type: 'send-message' }>) =>
  ({ type: 'message-requested', nodeId, flowId, to }) as const;
