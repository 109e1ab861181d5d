import type { Config } from '../core/config.ts';
import { serverKeySetting } from '../core/model-settings.ts';
import { createHttpSpeechToText } from '../providers/openai-speech/http-speech-to-text.ts';
import { createRealtimeSpeechToText } from '../providers/openai-speech/realtime-speech-to-text.ts';
import {
  isOpenAi,
  openAiBaseUrl,
  openAiLanguages,
  type SpeechServer,
} from '../providers/openai-speech/speech-server.ts';
import { createOpenAiTextToSpeech } from '../providers/openai-speech/text-to-speech.ts';
import type { VendorAccount } from '../providers/websocket/vendor-account.ts';
import type { SpeechVendor } from './speech-vendor.ts';

/** The settings that select OpenAI and servers with its API. */
export type OpenAiSpeechConfig = Pick<Config, 'openaiApiKey' | 'openaiBaseUrl' | 'openaiCompatible'>;

const openAiRecogniser = 'gpt-4o-transcribe';
const otherRecogniser = 'whisper-1';
const openAiRecognisers = [
  openAiRecogniser,
  'gpt-4o-mini-transcribe',
  'gpt-transcribe',
  'gpt-realtime-whisper',
  'whisper-1',
];
const openAiVoices = [
  'marin',
  'cedar',
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'fable',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];

/** Returns OpenAI, or the server that replaces it, and the servers that the operator has named. They need a key only at OpenAI. */
export function openAiSpeechVendors(config: OpenAiSpeechConfig): SpeechVendor[] {
  const { openaiApiKey, openaiBaseUrl = openAiBaseUrl, openaiCompatible = [] } = config;
  return [
    vendorOf('openai', openaiBaseUrl, openaiApiKey),
    ...openaiCompatible.map(({ name, baseUrl, apiKey }) => vendorOf(name, baseUrl, apiKey)),
  ];
}

function vendorOf(provider: string, baseUrl: string, apiKey: string | undefined): SpeechVendor {
  const isVendor = isOpenAi(baseUrl);
  const createSpeechToText = isVendor ? createRealtimeSpeechToText : createHttpSpeechToText;
  const serverOf = (account: VendorAccount): SpeechServer => ({
    ...account,
    provider,
    vendor: isVendor ? 'OpenAI' : provider,
    isOpenAi: isVendor,
  });
  return {
    provider,
    apiKey: apiKey ?? (isVendor ? undefined : ''),
    baseUrl,
    keySetting: serverKeySetting(provider),
    isKnownToSpeak: isVendor,
    recognisers: {
      defaultModel: isVendor ? openAiRecogniser : otherRecogniser,
      suggestions: isVendor ? openAiRecognisers : [],
      languages: openAiLanguages,
      create: (account, model, dependencies) => createSpeechToText(serverOf(account), model, dependencies),
    },
    voices: {
      exampleVoiceId: 'alloy',
      suggestions: isVendor ? openAiVoices : [],
      create: (account, dependencies) => createOpenAiTextToSpeech(serverOf(account), dependencies),
    },
  };
}
