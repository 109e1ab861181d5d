import type { LanguageModel } from '../contracts/language-model.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import { initialVariables } from '../domain/flow/initial-state.ts';
import { optOutPhrases, universalExpectation } from '../domain/flow/expectation.ts';
import { lookUp, speakValue } from '../domain/flow/scope.ts';
import { fillIn } from '../domain/flow/template.ts';
import { universalIntentIn } from '../domain/understanding/universal-intents.ts';
import type { AlwaysHeard, CallVoiceOptions } from '../voice/call-voice.ts';
import { englishPhrases } from '../voice/reply.ts';
import type { AgentVoice } from '../voice/synthesis.ts';
import { flowContext, type CallPlan } from './call-plan.ts';

/** Who speaks, hears and thinks in one call. */
export interface CallPartners {
  /** The agent's voice, then its fallbacks. */
  readonly voices: readonly AgentVoice[];
  readonly recognizer: SpeechToText;
  /** The agent's model, then its fallbacks; none where the flow decides alone. */
  readonly models: readonly LanguageModel[];
}

/** What the service itself says in a call. */
export const phrases = { ...englishPhrases, reminder: 'Are you still there?' };

/** What a customer may want whatever the agent is doing. */
const alwaysHeard: AlwaysHeard = {
  expectation: universalExpectation,
  onPickup: optOutPhrases,
  isHeard: (text) => universalIntentIn(text) !== undefined,
};

export function voiceOptions(
  plan: CallPlan,
  partners: CallPartners,
): Omit<CallVoiceOptions, 'clock' | 'audio' | 'onDefect'> {
  const { agent } = plan;
  const { silenceReminderSeconds, maxReminders, endAfterSilenceSeconds } = agent.limits;
  return {
    voices: partners.voices,
    recognizer: partners.recognizer,
    models: partners.models,
    language: agent.transcriber.language ?? agent.language,
    keyterms: agent.transcriber.keyterms,
    turn: agent.turn,
    interruption: agent.interruption,
    silence: {
      reminderMs: silenceReminderSeconds * 1000,
      maxReminders,
      endAfterMs: endAfterSilenceSeconds * 1000,
    },
    modelSettings: agent.modelSettings,
    phrases,
    always: alwaysHeard,
  };
}

/** The agent's first message with its variables in words; empty where the agent does not speak first. */
export function firstMessageOf(plan: CallPlan, nowMs: number): string {
  const { firstMessage, firstMessageMode } = plan.agent;
  if (firstMessageMode !== 'agent') return '';
  const context = flowContext(plan, nowMs);
  const variables = initialVariables(plan.flow.variables, context);
  const scope = { context, state: { variables, heard: null } };
  return fillIn(firstMessage, (name) => speakValue(lookUp(name, scope) ?? '', context)).trim();
}
