import type { LanguageModel } from '../contracts/language-model.ts';
import type { RealtimeModel } from '../contracts/realtime-model.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { AgentInLanguage } from '../domain/agent.ts';
import { renderAgentText } from '../domain/flow/agent-text.ts';
import { optOutPhrases, universalExpectation } from '../domain/flow/expectation.ts';
import { servicePhrases } from '../domain/service-phrases.ts';
import { languageOf } from '../domain/languages/languages.ts';
import { universalIntentIn } from '../domain/languages/opt-out.ts';
import { CallVoice } from '../voice/call-voice.ts';
import type { CallVoiceOptions, UniversalPhrases } from '../voice/call-voice-options.ts';
import type { ReplyPhrases } from '../voice/speak-reply.ts';
import type { AgentVoice } from '../voice/synthesis.ts';
import { RealtimeVoice } from '../voice/realtime/realtime-voice.ts';
import type { VoicePipeline } from '../voice/voice-pipeline.ts';
import { flowContext, type CallPlan } from './call-plan.ts';
import type { FlowAgent } from './flow-agent.ts';
import { ModelTools, type ModelToolsOptions } from '../models/tools/model-tools.ts';

/** The speech and language providers of one call. */
export interface CallProviders {
  /** The agent's voice, followed by its fallbacks. */
  readonly voices: readonly AgentVoice[];
  readonly recogniser: SpeechToText;
  /** The agent's model, followed by its fallbacks; empty if the agent uses no language model. */
  readonly models: readonly LanguageModel[];
  /** The agent's speech-to-speech model. It replaces recogniser and models until it fails. */
  readonly realtimeModel?: RealtimeModel | undefined;
}

/** Phrases of the caller that every call expects before its first question; during answering machine detection, only opt-outs. */
const universalPhrases = (language: string): UniversalPhrases => ({
  expectation: universalExpectation,
  duringAmd: optOutPhrases,
  matches: (text) => universalIntentIn(text, languageOf(language)) !== undefined,
});

/** Returns a text of the agent with its variables filled in. */
export type RenderText = (text: string, use: 'speech' | 'prompt') => string;

/** The parts of a session that its voice uses. */
type VoiceDependencies = Pick<
  CallVoiceOptions,
  'clock' | 'audio' | 'history' | 'onInternalError' | 'onInvalidTransition'
> &
  Pick<ModelToolsOptions, 'requests' | 'runBuiltinTool' | 'edges'> & { readonly renderText: RenderText };

/** Creates the voice pipeline of a call with the settings of its agent. */
export function createVoicePipeline(
  plan: CallPlan,
  providers: CallProviders,
  { requests, runBuiltinTool, edges, renderText, ...dependencies }: VoiceDependencies,
): VoicePipeline {
  const tools = new ModelTools({
    ...plan,
    requests,
    runBuiltinTool,
    edges,
    renderText: (text) => renderText(text, 'prompt'),
  });
  const options = { ...agentOptions(plan, providers, renderText), ...dependencies, tools };
  const { realtimeModel } = providers;
  if (realtimeModel === undefined) return new CallVoice(options);
  const modelVoice = plan.agent.modelSettings.voice ?? undefined;
  return new RealtimeVoice({ ...options, realtimeModel, modelVoice });
}

/** Returns the settings of the agent as options of `CallVoice`. */
function agentOptions(
  plan: CallPlan,
  providers: CallProviders,
  render: RenderText,
): Omit<CallVoiceOptions, keyof VoiceDependencies | 'tools'> {
  const { agent } = plan;
  const { silenceReminderSeconds, maxReminders, endAfterSilenceSeconds } = agent.limits;
  return {
    voices: providers.voices,
    recogniser: providers.recogniser,
    models: providers.models,
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
    phrases: renderedPhrases(agent, render),
    universalPhrases: universalPhrases(agent.language),
  };
}

/** Returns the data of the agent that `FlowRunner` uses. */
export function flowAgentOf(
  { agent, flow }: CallPlan,
  { models: textModels, realtimeModel }: CallProviders,
): FlowAgent {
  const { personality, modelSettings } = agent;
  const models = realtimeModel === undefined ? textModels : textModels.map(withoutEdgeChoice);
  return { flow, personality, models, modelSettings };
}

/** Returns the model without `choosesEdges`: a speech-to-speech model generates the replies, so this model classifies edge conditions in separate requests. */
const withoutEdgeChoice = (model: LanguageModel): LanguageModel => ({
  id: model.id,
  respond: (request) => model.respond(request),
  checkHealth: () => model.checkHealth(),
});

/** Returns the agent's first message with its variables filled in; empty if the agent does not speak first. */
export function firstMessageOf({ agent }: CallPlan, render: RenderText): string {
  const { firstMessage, firstMessageMode } = agent;
  return firstMessageMode === 'agent' ? render(firstMessage, 'speech').trim() : '';
}

/** Returns the first message of a call that has not started. */
export function plannedFirstMessage(plan: CallPlan, nowMs: number): string {
  const scope = { flow: plan.flow, context: flowContext(plan, nowMs), state: undefined };
  return firstMessageOf(plan, (text, use) => renderAgentText(text, use, scope).text);
}

/** Returns the phrases of an agent; their variables are filled in when they are read. */
function renderedPhrases(agent: AgentInLanguage, render: RenderText): ReplyPhrases {
  const { fillers, spareFillers, offer, apology } = servicePhrases(agent);
  return {
    get fillers() {
      return fillers.map((filler) => render(filler, 'speech'));
    },
    get spareFillers() {
      return spareFillers.map((filler) => render(filler, 'speech'));
    },
    get offer() {
      return render(offer, 'speech');
    },
    get apology() {
      return render(apology, 'speech');
    },
  };
}
