import type { NodeOf } from '../node.ts';
import { renderText } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

/** Sends DTMF digits. Other characters are skipped. */
export const pressDigitsNode = {
  enter(node: NodeOf<'press_digits'>, step: StepContext): NodeOutcome {
    const digits = renderText(node.config.digits, step)
      .toUpperCase()
      .replaceAll(/[^0-9*#A-D]/g, '');
    if (digits === '')
      return leave(false, { type: 'warning', nodeId: node.id, text: 'The node has no digits to send.' });
    return {
      type: 'stay',
      listening: null,
      actions: [{ type: 'send-digits', nodeId: node.id, digits, pauseMs: node.config.pauseMs }],
    };
  },

  resumeInput: 'digits-sent',
} as const;
