import type { FlowAction } from '../domain/flow/protocol.ts';
import type { RequestAction } from './flow-requests.ts';

export type HandoffAction = Extract<FlowAction, { type: 'agent-handoff' }>;
/** An action whose result the flow waits for. */
export type AwaitedAction = RequestAction | HandoffAction;

const awaitedTypes: ReadonlySet<string> = new Set<AwaitedAction['type']>([
  'classify',
  'understand',
  'http-request',
  'extract',
  'agent-handoff',
]);

/** Returns whether the flow waits for the result of an action. */
export const isAwaited = (action: FlowAction): action is AwaitedAction => awaitedTypes.has(action.type);
