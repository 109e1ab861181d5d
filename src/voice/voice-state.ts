/**
 * The states of a voice pipeline and the allowed transitions between them, as drawn in docs/call-states.md. While both sides are active,
 * the agent's speech determines the state.
 */
export const voiceTransitions = {
  /** Neither side speaks, and no reply is being generated. */
  idle: ['agent-speaking', 'user-speaking', 'thinking', 'closing'],
  /** An utterance plays or waits for its audio. */
  'agent-speaking': ['idle', 'paused', 'user-speaking', 'deciding', 'thinking', 'closing'],
  /** An utterance is paused while a sound of the caller is classified. */
  paused: ['agent-speaking', 'user-speaking', 'deciding', 'idle', 'closing'],
  /** The caller speaks. */
  'user-speaking': ['deciding', 'agent-speaking', 'closing'],
  /** The caller pauses, or the final transcript of the turn is awaited. */
  deciding: ['user-speaking', 'idle', 'thinking', 'agent-speaking', 'closing'],
  /** The agent owes a response that has no words yet, or holds it until the caller is silent. */
  thinking: ['agent-speaking', 'user-speaking', 'idle', 'closing'],
  closing: [],
} as const satisfies Record<string, readonly string[]>;

export type VoiceState = keyof typeof voiceTransitions;

/** What both sides do; determines the state. */
export interface ConversationSides {
  readonly isClosing: boolean;
  /** `isHeld`: the next utterance waits for the end of the caller's speech, and the caller has heard nothing of it. */
  readonly agent: { readonly isSpeaking: boolean; readonly isPaused: boolean; readonly isHeld: boolean };
  readonly caller: { readonly state: 'quiet' | 'speaking' | 'pausing' | 'transcribing' };
  readonly replies: { readonly owesResponse: boolean };
}

export function voiceStateOf({ isClosing, agent, caller, replies }: ConversationSides): VoiceState {
  if (isClosing) return 'closing';
  if (agent.isSpeaking && !agent.isHeld) return agent.isPaused ? 'paused' : 'agent-speaking';
  if (caller.state === 'speaking') return 'user-speaking';
  if (caller.state !== 'quiet') return 'deciding';
  return replies.owesResponse || agent.isHeld ? 'thinking' : 'idle';
}

/** A transition that `voiceTransitions` does not allow: a defect of the program. */
export class InvalidVoiceTransition extends Error {
  override readonly name = 'InvalidVoiceTransition';

  constructor(from: VoiceState, to: VoiceState) {
    super(`Invalid transition of a voice from ${from} to ${to}.`);
  }
}

/** Holds the state of one voice pipeline. */
export class VoiceStateMachine {
  readonly #onInvalid: (error: InvalidVoiceTransition) => void;
  #current: VoiceState = 'idle';

  /** `onInvalid` receives transitions that are not allowed. They are made nevertheless, since the sides have already changed. */
  constructor(onInvalid: (error: InvalidVoiceTransition) => void) {
    this.#onInvalid = onInvalid;
  }

  get current(): VoiceState {
    return this.#current;
  }

  enter(next: VoiceState): void {
    const previous = this.#current;
    if (next === previous) return;
    this.#current = next;
    const allowed: readonly VoiceState[] = voiceTransitions[previous];
    if (!allowed.includes(next)) this.#onInvalid(new InvalidVoiceTransition(previous, next));
  }
}
