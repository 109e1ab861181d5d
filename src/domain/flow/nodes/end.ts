import type { NodeOf } from '../node.ts';
import type { FlowAction } from '../protocol.ts';
import { spoken } from '../scope.ts';
import type { Outcome, Scene } from '../state.ts';

/** Closing words, and hangs up. */
export const endNode = {
  enter(node: NodeOf<'end'>, scene: Scene): Outcome {
    const text = spoken(node.config.text, scene);
    const { disposition } = node.config;
    const actions: FlowAction[] = [];
    if (text !== '') actions.push({ type: 'speak', nodeId: node.id, text, interruptible: false });
    if (disposition !== undefined) actions.push({ type: 'set-disposition', disposition });
    return { type: 'over', actions: [...actions, { type: 'hang-up', why: 'end' }] };
  },
};
