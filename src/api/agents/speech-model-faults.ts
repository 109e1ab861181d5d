import { problemFault } from '../reject-faults.ts';
import type { FieldFault } from '../../core/problems.ts';
import { noModel, type AgentConfig } from '../../domain/agent.ts';
import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { needsTextModel } from '../../domain/flow/needs-text-model.ts';
import { applyMergePatch } from '../../domain/merge-patch.ts';
import { isSpeechToSpeech, type ProviderCatalog } from '../provider-catalog.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';
import { firstSent } from './language-faults.ts';

/** The settings of an agent that a speech-to-speech model restricts. */
type ModelConfig = Pick<AgentConfig, 'type' | 'language' | 'model' | 'modelSettings'>;

const modelPaths = ['model', 'modelSettings.fallbackModels', 'modelSettings', 'flowId', 'type', 'language'];

/**
 * Returns faults for settings that a speech-to-speech model does not support, and for settings that only such a model has. `flow`: the flow of the
 * agent after the change, if it has one. `base`: the agent before the change.
 */
export function speechModelFaults(
  sent: unknown,
  catalog: ProviderCatalog,
  base: ModelConfig | undefined,
  flow: FlowDefinition | undefined,
): FieldFault[] {
  const { type, language, model, modelSettings } = sentFields(
    applyMergePatch(
      {
        type: base?.type,
        language: base?.language,
        model: base?.model,
        modelSettings: base?.modelSettings,
      },
      sent,
    ),
  );
  const { voice, fallbackModels } = sentFields(modelSettings);
  const fallbackIds = sentList(fallbackModels).map((id) => sentText(id) ?? '');
  const faults = fallbackFaults(sent, catalog, fallbackIds);
  if (!isSpeechToSpeech(catalog, sentText(model) ?? noModel)) return [...faults, ...voiceFaults(sent, voice)];
  const path = firstSent(sent, modelPaths);
  if (path === undefined) return faults;
  const messaging = type === 'messaging' ? [messagingFault(path)] : [];
  return [...faults, ...messaging, ...flowFaults(path, flow, fallbackIds, sentText(language))];
}

function flowFaults(
  path: string,
  flow: FlowDefinition | undefined,
  fallbackIds: string[],
  // The default of agents.
  language = 'en-US',
): FieldFault[] {
  const hasTextModel = fallbackIds.some((id) => id !== noModel && id !== '');
  return !hasTextModel && flow !== undefined && needsTextModel(flow, language) ? [textModelFault(path)] : [];
}

function messagingFault(path: string): FieldFault {
  const message = 'A messaging agent cannot use a speech-to-speech model. Select a language model.';
  return { path, code: 'unknown_model', message };
}

/** A fault for a flow with parts that a speech-to-speech model cannot execute. */
export const textModelFault = (path: string): FieldFault =>
  problemFault(
    path,
    'agent_needs_model',
    'The flow has prompt conditions, extract nodes, the mode flex, or questions in a language without rules, which a speech-to-speech model cannot evaluate. Add a language model to modelSettings.fallbackModels.',
  );

function fallbackFaults(sent: unknown, catalog: ProviderCatalog, ids: readonly string[]): FieldFault[] {
  if (firstSent(sent, ['modelSettings.fallbackModels']) === undefined) return [];
  return ids.flatMap((id, index) => {
    if (!isSpeechToSpeech(catalog, id)) return [];
    const message = `"${id}" is a speech-to-speech model, which cannot replace another model. Select a language model.`;
    return [{ path: `modelSettings.fallbackModels[${index}]`, code: 'unknown_model', message }];
  });
}

function voiceFaults(sent: unknown, voice: unknown): FieldFault[] {
  const path = firstSent(sent, ['modelSettings.voice', 'model']);
  if (sentText(voice) === undefined || path === undefined) return [];
  const message =
    'modelSettings.voice is the voice of a speech-to-speech model, and the model of the agent is none. Set modelSettings.voice to null, and voice.voiceId to the voice.';
  return [{ path, code: 'unknown_voice', message }];
}
