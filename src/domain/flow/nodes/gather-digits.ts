import type { NodeOf } from '../node.ts';
import type { FlowInput } from '../protocol.ts';
import type { Outcome, Scene } from '../state.ts';
import { askFirst, besidesAnswer, isTrusted, onRejected, onSilence, onUnclear, store } from './question.ts';

type GatherDigits = NodeOf<'gather_digits'>;

/** Keys in. Words count only where an edge or a global node listens for them. */
export const gatherDigitsNode = {
  enter: askFirst,

  hear(node: GatherDigits, input: FlowInput, scene: Scene): Outcome {
    const listening = scene.state.listening!;
    if (input.type === 'silent') return onSilence(node, listening, scene);
    if (!isTrusted(input)) return onRejected(node, listening, scene);
    const digits = input.type === 'digits' ? withoutTerminator(node, input.digits) : '';
    const { minDigits, maxDigits } = node.config;
    const isRight = digits.length >= minDigits && digits.length <= maxDigits;
    const answer = isRight ? { value: digits, complete: true } : undefined;
    const besides = besidesAnswer(node, answer, listening, scene);
    if (besides !== undefined) return besides;
    return answer === undefined ? onUnclear(node, listening, scene, true) : store(node, digits);
  },

  unclear: onRejected,
};

function withoutTerminator(node: GatherDigits, digits: string): string {
  const { terminator } = node.config;
  return terminator !== '' && digits.endsWith(terminator) ? digits.slice(0, -1) : digits;
}
