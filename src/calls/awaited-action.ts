import type { FlowAction } from '../domain/flow/protocol.ts';
import type { RequestAction } from './flow-requests.ts';

export type HandoffAction = Extract<FlowAction, { type: 'agent-handoff' }>;
/** An action whose result arrives later. */
export type AwaitedAction = RequestAction | HandoffAction;

const awaitedTypes: ReadonlySet<string> = new Set<AwaitedAction['type']>([
  'classify',
  'http-request',
  'extract',
  'agent-handoff',
]);

/** Returns whether the result of an action arrives later. */
export const isAwaited = (action: FlowAction): action is AwaitedAction => awaitedTypes.has(action.type);
