import type { NodeOf } from '../node.ts';
import type { FlowAction } from '../protocol.ts';
import { renderSpoken } from '../scope.ts';
import type { NodeOutcome, StepContext } from '../state.ts';

/** Speaks a closing text and hangs up. */
export const endNode = {
  enter(node: NodeOf<'end'>, step: StepContext): NodeOutcome {
    const text = renderSpoken(node.config.text, step);
    const { disposition } = node.config;
    const actions: FlowAction[] = [];
    if (text !== '') actions.push({ type: 'speak', nodeId: node.id, text, interruptible: false });
    if (disposition !== undefined) actions.push({ type: 'set-disposition', disposition });
    return { type: 'end', actions: [...actions, { type: 'hang-up', reason: 'end' }] };
  },
};
