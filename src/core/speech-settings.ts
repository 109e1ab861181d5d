import { z } from 'zod';
import { isLanguageTag, repeatedTag } from './language-subtags.ts';
import { apiKey, httpUrl, optional } from './setting.ts';

const folder = z.string().min(1, 'is empty');
const languages = z
  .string()
  .transform((text) => text.split(',').map((language) => language.trim()))
  .refine((list) => list.every(isLanguageTag) && repeatedTag(list) === undefined, {
    error: 'is not a list of different languages (BCP 47) such as en,de-DE',
  });

/** The settings of the vendors of recognisers and voices. */
export const speechVendorSettings = {
  deepgramApiKey: optional('PARLEY_DEEPGRAM_API_KEY', apiKey, {
    description: 'API key of Deepgram, for agents with the transcriber or voice provider `deepgram`.',
    example: '0123456789abcdef',
    secret: true,
  }),
  deepgramBaseUrl: optional('PARLEY_DEEPGRAM_BASE_URL', httpUrl, {
    description:
      "Base URL of another server with Deepgram's API, without the version, used instead of Deepgram.",
    example: 'https://api.eu.deepgram.com',
  }),
  elevenlabsApiKey: optional('PARLEY_ELEVENLABS_API_KEY', apiKey, {
    description: 'API key of ElevenLabs, for agents with the transcriber or voice provider `elevenlabs`.',
    example: 'sk_0123456789abcdef',
    secret: true,
  }),
  elevenlabsBaseUrl: optional('PARLEY_ELEVENLABS_BASE_URL', httpUrl, {
    description:
      "Base URL of another server with ElevenLabs' API, without the version, used instead of ElevenLabs.",
    example: 'https://api.eu.residency.elevenlabs.io',
  }),
  cartesiaApiKey: optional('PARLEY_CARTESIA_API_KEY', apiKey, {
    description: 'API key of Cartesia, for agents with the transcriber or voice provider `cartesia`.',
    example: 'sk_car_0123456789abcdef',
    secret: true,
  }),
  cartesiaBaseUrl: optional('PARLEY_CARTESIA_BASE_URL', httpUrl, {
    description: "Base URL of another server with Cartesia's API, used instead of Cartesia.",
    example: 'https://cartesia.example.net',
  }),
  assemblyaiApiKey: optional('PARLEY_ASSEMBLYAI_API_KEY', apiKey, {
    description: 'API key of AssemblyAI, for agents with the transcriber provider `assemblyai`.',
    example: '0123456789abcdef',
    secret: true,
  }),
  assemblyaiBaseUrl: optional('PARLEY_ASSEMBLYAI_BASE_URL', httpUrl, {
    description:
      "Base URL of another server with AssemblyAI's streaming API, without the version, used instead of AssemblyAI.",
    example: 'https://streaming.eu.assemblyai.com',
  }),
  sonioxApiKey: optional('PARLEY_SONIOX_API_KEY', apiKey, {
    description: 'API key of Soniox, for agents with the transcriber provider `soniox`.',
    example: '0123456789abcdef',
    secret: true,
  }),
  sonioxBaseUrl: optional('PARLEY_SONIOX_BASE_URL', httpUrl, {
    description: "Base URL of another server with Soniox' realtime API, used instead of Soniox.",
    example: 'https://stt-rt.eu.soniox.com',
  }),
  sherpaSttModel: optional('PARLEY_SHERPA_STT_MODEL', folder, {
    description:
      'Folder of a model of sherpa-onnx that recognises speech, for agents with the transcriber provider `sherpa`.',
    example: '/opt/models/sherpa-onnx-streaming-zipformer-en-2023-06-26',
  }),
  sherpaSttLanguages: optional('PARLEY_SHERPA_STT_LANGUAGES', languages, {
    description: 'Languages of that model (BCP 47), separated by commas. Default: `en`.',
    example: 'en,de',
  }),
  sherpaTtsModel: optional('PARLEY_SHERPA_TTS_MODEL', folder, {
    description: 'Folder of a model of sherpa-onnx that speaks, for agents with the voice provider `sherpa`.',
    example: '/opt/models/vits-piper-en_US-amy-low',
  }),
} as const;
