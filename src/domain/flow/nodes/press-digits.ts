import type { NodeOf } from '../node.ts';
import { written } from '../scope.ts';
import { leave, type Outcome, type Scene } from '../state.ts';

/** Keys out. Spaces, dashes and whatever else is no key is passed over. */
export const pressDigitsNode = {
  enter(node: NodeOf<'press_digits'>, scene: Scene): Outcome {
    const digits = written(node.config.digits, scene)
      .toUpperCase()
      .replaceAll(/[^0-9*#A-D]/g, '');
    if (digits === '')
      return leave(false, { type: 'note', nodeId: node.id, text: 'There were no keys to press.' });
    return {
      type: 'stay',
      listening: null,
      actions: [{ type: 'press', nodeId: node.id, digits, pauseMs: node.config.pauseMs }],
    };
  },

  resumes: 'pressed',
} as const;
