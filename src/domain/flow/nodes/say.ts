import type { NodeOf } from '../node.ts';
import { renderSpoken } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

/** Speaks a text. */
export const sayNode = {
  enter(node: NodeOf<'say'>, step: StepContext): NodeOutcome {
    const text = renderSpoken(node.config.text, step);
    if (text === '') return leave(true);
    return leave(true, { type: 'speak', nodeId: node.id, text, interruptible: node.config.interruptible });
  },
};
