import type { HealthCheck } from '../api/node-status.ts';
import { providerFailureOf } from '../contracts/provider-error.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import type { Clock } from '../core/clock.ts';
import type { Random } from '../core/random.ts';
import { settingCorrection } from './setting-correction.ts';
import {
  configuredSpeechVendors,
  SpeechVendors,
  type ConfiguredSpeechVendor,
  type SpeechVendorConfig,
} from './speech-vendors.ts';

const language = 'en-US';
const timeoutMs = 10_000;

/**
 * Opens one stream of each configured recogniser and synthesises one word with each configured voice. Reports the time to the first response, or the setting
 * to correct. Never rejects.
 */
export async function checkSpeechVendors(
  config: SpeechVendorConfig,
  clock: Clock,
  random: Random,
): Promise<HealthCheck[]> {
  const vendors = new SpeechVendors(config, { clock, random, internalErrors: { record: () => undefined } });
  try {
    const checks = configuredSpeechVendors(config).flatMap((vendor) => {
      const { provider, exampleVoiceId } = vendor;
      const recogniser = vendor.hasRecognisers ? vendors.speechToText(provider, null) : undefined;
      const voice = exampleVoiceId === undefined ? undefined : vendors.textToSpeech(provider);
      return [
        ...(recogniser?.checkConnection === undefined ? [] : [checkRecogniser(recogniser, vendor, clock)]),
        ...(voice === undefined ? [] : [checkVoice(voice, vendor, clock)]),
      ];
    });
    return await Promise.all(checks);
  } finally {
    await vendors.close();
  }
}

async function checkRecogniser(
  recogniser: SpeechToText,
  vendor: ConfiguredSpeechVendor,
  clock: Clock,
): Promise<HealthCheck> {
  const { provider, model } = recogniser;
  const result = await measure(vendor, clock, async () => recogniser.checkConnection!(language));
  return { name: `${provider} STT`, ok: result.ok, detail: `Opened a stream of ${model}: ${result.detail}` };
}

async function checkVoice(
  voice: TextToSpeech,
  vendor: ConfiguredSpeechVendor,
  clock: Clock,
): Promise<HealthCheck> {
  const voiceId = vendor.exampleVoiceId!;
  const result = await measure(vendor, clock, async () => {
    const request = { text: 'Hello', voiceId, language, signal: AbortSignal.timeout(timeoutMs) };
    for await (const { samples } of voice.synthesize(request)) if (samples.length > 0) return;
    throw new Error(`No audio within ${timeoutMs / 1000} s.`);
  });
  return {
    name: `${voice.provider} TTS`,
    ok: result.ok,
    detail: `Synthesised "Hello" with the voice ${voiceId}: ${result.detail}`,
  };
}

async function measure(
  { keySetting }: ConfiguredSpeechVendor,
  clock: Clock,
  request: () => Promise<void>,
): Promise<Pick<HealthCheck, 'ok' | 'detail'>> {
  const startedMs = clock.monotonicMs();
  try {
    await request();
    return { ok: true, detail: `answered in ${Math.round(clock.monotonicMs() - startedMs)} ms.` };
  } catch (error) {
    const failure = providerFailureOf(error) ?? (error instanceof Error ? error.message : String(error));
    const baseUrlSetting = keySetting.replace('_API_KEY', '_BASE_URL');
    return { ok: false, detail: `${failure} ${settingCorrection(error, keySetting, baseUrlSetting)}` };
  }
}
