import { AgentTurn, type AgentTurnOptions } from './agent-turn.ts';
import { BargeIn, type BargeInOptions } from './barge-in.ts';
import type { CallVoiceOptions } from './call-voice-options.ts';
import { TurnFilter } from './turn-filter.ts';

export interface TurnTakingOptions
  extends
    Pick<CallVoiceOptions, 'clock' | 'audio' | 'interruption' | 'universalPhrases'>,
    Pick<AgentTurnOptions, 'speechOutput' | 'question' | 'interrupt' | 'onChange'>,
    Pick<BargeInOptions, 'trustsPartials'> {}

/** The parts of a voice pipeline that decide which side has the turn. */
export interface TurnTaking {
  readonly agentTurn: AgentTurn;
  readonly bargeIn: BargeIn;
  readonly turnFilter: TurnFilter;
}

export function createTurnTaking(options: TurnTakingOptions): TurnTaking {
  const { audio, interruption, universalPhrases } = options;
  const agentTurn = new AgentTurn({ ...options, onInterrupted: () => turnFilter.agentInterrupted() });
  const bargeIn = new BargeIn({
    ...options,
    settings: interruption,
    turnController: agentTurn,
    nowMs: () => audio.nowMs,
  });
  const turnFilter = new TurnFilter({
    ...options,
    bargeIn,
    isUniversalPhrase: (text) => universalPhrases.matches(text),
  });
  return { agentTurn, bargeIn, turnFilter };
}
