import type { Clock } from '../core/clock.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { FlowAction, FlowInput } from '../domain/flow/protocol.ts';
import type { ModelSettings } from '../models/model-answer.ts';
import { classify } from '../models/classify.ts';
import type { VoicePipeline } from '../voice/voice-pipeline.ts';
import { extractFields } from '../models/extract-fields.ts';
import { understandAnswer } from '../models/understand-answer.ts';
import type { CallRequests } from './tools/call-requests.ts';

export interface FlowRequestsOptions {
  readonly clock: Clock;
  readonly voice: VoicePipeline;
  readonly requests: Pick<CallRequests, 'send'>;
  /** The agent's model, followed by its fallbacks. */
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  /** Receives the error of the language model. `isOptional`: the flow can do without the model. */
  readonly onModelFailed: (error: unknown, isOptional: boolean) => void;
}

/** An action that waits for the response of a server or a language model. */
export type RequestAction = Extract<
  FlowAction,
  { type: 'http-request' | 'extract' | 'classify' | 'understand' }
>;

/** Executes an action that waits for a response, and returns the input with the result. Fillers bridge the wait. */
export async function runRequestAction(
  action: RequestAction,
  options: FlowRequestsOptions,
  signal: AbortSignal,
): Promise<FlowInput> {
  const pay = options.voice.oweResponse();
  signal.addEventListener('abort', pay, { once: true });
  try {
    switch (action.type) {
      case 'classify':
        return await classifyConditions(action, options, signal);
      case 'understand':
        return await understand(action, options, signal);
      case 'extract':
        return await extract(action, options, signal);
      case 'http-request':
        return await sendRequest(action, options, signal);
    }
  } finally {
    pay();
    signal.removeEventListener('abort', pay);
  }
}

async function sendRequest(
  action: Extract<RequestAction, { type: 'http-request' }>,
  { requests }: FlowRequestsOptions,
  signal: AbortSignal,
): Promise<FlowInput> {
  const { nodeId } = action;
  const result = await requests.send(action, { nodeId }, action.method === 'GET', signal);
  return result.ok
    ? { type: 'http-response', nodeId, ok: true, body: result.json }
    : { type: 'http-response', nodeId, ok: false };
}

async function classifyConditions(
  { statements }: Extract<RequestAction, { type: 'classify' }>,
  { voice, models, modelSettings, onModelFailed }: FlowRequestsOptions,
  signal: AbortSignal,
): Promise<FlowInput> {
  if (models.length === 0) return { type: 'classified', edgeId: null };
  const onFailure = (error: unknown) => {
    if (!signal.aborted) onModelFailed(error, false);
  };
  const edgeId = await classify(statements, voice.history, models, modelSettings, signal, onFailure);
  return { type: 'classified', edgeId };
}

async function understand(
  action: Extract<RequestAction, { type: 'understand' }>,
  { clock, voice: { history }, models, modelSettings: settings, onModelFailed }: FlowRequestsOptions,
  signal: AbortSignal,
): Promise<FlowInput> {
  const onFailure = (error: unknown) => {
    if (!signal.aborted) onModelFailed(error, true);
  };
  const options = { clock, history, models, settings, signal, onFailure };
  return {
    type: 'understood',
    nodeId: action.nodeId,
    interpretation: await understandAnswer(action, options),
  };
}

async function extract(
  { fields, nodeId }: Extract<RequestAction, { type: 'extract' }>,
  { voice, models, modelSettings, onModelFailed }: FlowRequestsOptions,
  signal: AbortSignal,
): Promise<FlowInput> {
  if (models.length === 0) return { type: 'extracted', nodeId, values: null };
  try {
    const values = await extractFields(fields, voice.history, models, modelSettings, signal);
    return { type: 'extracted', nodeId, values };
  } catch (error) {
    if (!signal.aborted) onModelFailed(error, false);
    return { type: 'extracted', nodeId, values: null };
  }
}
