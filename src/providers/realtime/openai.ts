import type { RealtimeOptions } from '../../contracts/realtime-model.ts';
import { clamp, functionsOf, phoneFormat, primaryLanguage, type RealtimeVendor } from './vendor.ts';

const transcriptionModel = 'gpt-4o-transcribe';
/** Audio counts as output: 20 tokens per second. Speech takes about six times as many tokens as its text. */
const audioTokensPerTextToken = 6;
const maxOutputTokens = 4096;

/** The OpenAI Realtime API, as of the models named `gpt-realtime`. */
export const openAiRealtime: RealtimeVendor = {
  name: 'OpenAI',
  defaultBaseUrl: 'https://api.openai.com/v1',
  truncates: true,
  charges: 'tokens',
  transcriptionModel,
  session: (options) => ({
    type: 'realtime',
    instructions: options.instructions,
    output_modalities: ['audio'],
    tools: functionsOf(options),
    tool_choice: 'auto',
    max_output_tokens: Math.min(maxOutputTokens, options.maxTokens * (1 + audioTokensPerTextToken)),
    audio: {
      input: { format: phoneFormat, transcription: transcriptionOf(options), turn_detection: null },
      output: {
        format: phoneFormat,
        ...(options.voice !== undefined && { voice: options.voice }),
        speed: clamp(options.speed, 0.25, 1.5),
      },
    },
  }),
  // The voice cannot be sent again once the model has spoken.
  instructions: ({ instructions }) => ({ type: 'realtime', instructions }),
};

function transcriptionOf(options: RealtimeOptions): object {
  const { keyterms } = options;
  const prompt = keyterms.length === 0 ? {} : { prompt: `Expect these words: ${keyterms.join(', ')}.` };
  return { model: transcriptionModel, language: primaryLanguage(options), ...prompt };
}
