import type { FlowGraph } from '../domain/flow/flow.ts';
import { step } from '../domain/flow/interpreter.ts';
import type { FlowAction, FlowContext } from '../domain/flow/protocol.ts';
import type { FlowState } from '../domain/flow/state.ts';
import type { VoiceEvent } from '../voice/voice-pipeline.ts';

/** The current position of a call in its flow. */
export interface FlowMoment {
  readonly flow: FlowGraph;
  readonly state: FlowState;
  readonly context: FlowContext;
}

/** What the flow passes to the language model for a reply. */
export type LikelyReply = Pick<Extract<FlowAction, { type: 'converse' }>, 'prompt' | 'statements'>;

/**
 * Returns the prompt of the node and the edges that the model can choose, for the reply to a turn that has probably ended. Undefined unless
 * this reply is the only action with which the flow would continue. The state does not change.
 */
export function likelyReply(
  { flow, state, context }: FlowMoment,
  { text, match }: Pick<Extract<VoiceEvent, { type: 'turn-likely-ended' }>, 'text' | 'match'>,
): LikelyReply | undefined {
  const phrase = match === undefined ? {} : { phraseId: match.phraseId };
  const input = { type: 'answered', text, ...phrase, confidence: 1, rejected: false } as const;
  try {
    const [action, ...others] = step(flow, state, input, context).actions;
    const isReply = action?.type === 'converse' && action.firstMessage === undefined && others.length === 0;
    return isReply ? action : undefined;
  } catch {
    // When the turn ends, the flow executes the same step, and reports the error then.
    return undefined;
  }
}
