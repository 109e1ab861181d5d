import type { CallInput } from '../../packages/sdk/src/client.ts';
import { UsageError } from './output.ts';

/** The providers of one call, instead of those of the agent. */
export interface ProviderOptions {
  /** `provider`, or `provider/model`. */
  readonly stt?: string;
  /** `provider/voice`. */
  readonly tts?: string;
  /** `provider/model`. */
  readonly model?: string;
}

/**
 * Returns the overrides of the agent for one call. They have no fallbacks, so that a provider that fails is reported.
 * @throws {UsageError} if a voice has no provider or no id
 */
export function callOverrides({ stt, tts, model }: ProviderOptions): Pick<CallInput, 'overrides'> {
  if (stt === undefined && tts === undefined && model === undefined) return {};
  return {
    overrides: {
      ...(stt !== undefined && { transcriber: transcriberOf(stt) }),
      ...(tts !== undefined && { voice: voiceOf(tts) }),
      ...(model !== undefined && { model, modelSettings: { fallbackModels: [] } }),
    },
  };
}

function transcriberOf(stt: string) {
  const [provider, model] = splitOnce(stt);
  return { provider, model: model ?? null, fallback: [] };
}

function voiceOf(tts: string) {
  const [provider, voiceId = ''] = splitOnce(tts);
  if (provider === '' || voiceId === '')
    throw new UsageError(`--tts ${tts} has no voice. Write provider/voice, such as builtin/slt.`);
  return { provider, voiceId, fallback: [] };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('/');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
