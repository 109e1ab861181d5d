import type { NodeOf } from '../node.ts';
import { spoken } from '../scope.ts';
import { leave, type Outcome, type Scene } from '../state.ts';

/** Speaks. */
export const sayNode = {
  enter(node: NodeOf<'say'>, scene: Scene): Outcome {
    const text = spoken(node.config.text, scene);
    if (text === '') return leave(true);
    return leave(true, { type: 'speak', nodeId: node.id, text, interruptible: node.config.interruptible });
  },
};
