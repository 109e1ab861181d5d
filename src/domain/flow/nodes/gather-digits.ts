import type { NodeOf } from '../node.ts';
import type { FlowInput } from '../protocol.ts';
import type { NodeOutcome, StepContext } from '../state.ts';
import {
  startQuestion,
  handleNonAnswer,
  isTrusted,
  onRejected,
  onSilence,
  onUnrecognised,
  store,
} from './question.ts';

type GatherDigits = NodeOf<'gather_digits'>;

/** Collects DTMF digits. Speech counts only for edges and global nodes. */
export const gatherDigitsNode = {
  enter: startQuestion,

  onInput(node: GatherDigits, input: FlowInput, step: StepContext): NodeOutcome {
    const listening = step.state.listening!;
    if (input.type === 'no-input') return onSilence(node, listening, step);
    if (!isTrusted(input)) return onRejected(node, listening, step);
    const digits = input.type === 'digits' ? withoutTerminator(node, input.digits) : '';
    const { minDigits, maxDigits } = node.config;
    const hasRightLength = digits.length >= minDigits && digits.length <= maxDigits;
    const answer = hasRightLength ? { value: digits, complete: true } : undefined;
    const nonAnswer = handleNonAnswer(node, answer, listening, step);
    if (nonAnswer !== undefined) return nonAnswer;
    return answer === undefined ? onUnrecognised(node, listening, step) : store(node, digits);
  },

  onUnclassified: onRejected,
};

function withoutTerminator(node: GatherDigits, digits: string): string {
  const { terminator } = node.config;
  return terminator !== '' && digits.endsWith(terminator) ? digits.slice(0, -1) : digits;
}
