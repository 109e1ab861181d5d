import { concatenate } from '../audio/concatenate.ts';
import { wavFile } from '../audio/wav-header.ts';
import type { SpeakText, VoicePreview } from '../api/voices/voice-previews.ts';
import { CallUsage } from '../calls/call-usage.ts';
import type { ProviderDirectory } from '../calls/provider-directory.ts';
import { ProviderError } from '../contracts/provider-error.ts';
import { SpeechError, type TextToSpeech } from '../contracts/text-to-speech.ts';
import type { Clock } from '../core/clock.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import { collectSpeech } from '../voice/prepared-speech.ts';
import { synthesizeClause, voiceTimeouts, type AgentVoice } from '../voice/synthesis.ts';
import { providersOf, type SpeechProviders } from './providers.ts';
import { openSherpa } from './sherpa.ts';
import { SpeechVendors } from './speech-vendors.ts';
import type { StartContext } from './start-context.ts';

type VoiceDirectory = Pick<ProviderDirectory, 'textToSpeech'>;

export interface PreviewVoicesOptions {
  /** The voices of this node. Undefined on a node without calls, which opens them for the first preview. */
  readonly speechProviders: SpeechProviders | undefined;
  readonly prices: PriceTable | undefined;
}

/** Returns the function that speaks texts outside of calls, with the voices of calls. */
export function openPreviewVoices(
  context: StartContext,
  { speechProviders, prices }: PreviewVoicesOptions,
): SpeakText {
  const { clock } = context.dependencies;
  let opening: Promise<VoiceDirectory> | undefined =
    speechProviders && Promise.resolve(providersOf(speechProviders, context.dependencies));
  return async (request, signal) => {
    opening ??= openVoices(context).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    const directory = await opening;
    const { voices, language, speed, volume, text } = request;
    const configured = voices.flatMap(({ provider, voiceId }) => {
      const engine = directory.textToSpeech(provider);
      return engine === undefined ? [] : [{ engine, voiceId, language, speed, volume }];
    });
    return configured.length === 0 ? undefined : speakWithFirst(configured, text, { clock, prices, signal });
  };
}

/** Opens the voices of a node without calls. They need no recogniser. */
async function openVoices(context: StartContext): Promise<VoiceDirectory> {
  const { config, dependencies, closers } = context;
  const { createBuiltinTextToSpeech } = await import('../providers/builtin/index.ts');
  const vendors = new SpeechVendors(config, dependencies);
  closers.add('speech vendors', () => vendors.close());
  const builtin = await createBuiltinTextToSpeech(dependencies);
  closers.add('voice', () => builtin.close());
  const sherpa = await openSherpa({ ...context, config: { ...config, sherpaSttModel: undefined } });
  return {
    textToSpeech: (provider) =>
      provider === 'builtin'
        ? builtin
        : provider === 'sherpa'
          ? sherpa.textToSpeech(provider)
          : vendors.textToSpeech(provider),
  };
}

interface SpeakOptions {
  readonly clock: Clock;
  readonly prices: PriceTable | undefined;
  readonly signal: AbortSignal;
}

/** Speaks the text with the first voice that does not fail. @throws {SpeechError} the failure of the last voice */
async function speakWithFirst(
  voices: readonly AgentVoice[],
  text: string,
  { clock, prices, signal }: SpeakOptions,
): Promise<VoicePreview> {
  const usage = new CallUsage();
  let failure: unknown;
  for (const voice of voices) {
    try {
      const { engine, voiceId } = voice;
      const measured = { ...voice, engine: usage.measureVoice(engine) };
      const options = { voices: [measured], clock, ...voiceTimeouts(false) };
      const chunks = await collectSpeech(synthesizeClause(text, options, signal));
      if (signal.aborted || chunks.length === 0) throw timedOut(engine);
      const samples = concatenate(chunks.map(({ samples }) => samples));
      const wav = wavFile(samples, chunks[0]!.sampleRate);
      return { wav, provider: engine.provider, voiceId, costs: usage.costs(prices) };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const timedOut = ({ provider }: TextToSpeech): SpeechError =>
  new SpeechError('Speech synthesis timed out.', {
    retryable: false,
    cause: new ProviderError(`${provider} did not speak the text in time.`),
  });
