import type { RealtimeOptions } from '../../contracts/realtime-model.ts';
import { clamp, functionsOf, phoneFormat, type RealtimeVendor } from './vendor.ts';

const maxKeyterms = 100;
const maxKeytermLength = 50;

/** The Grok Voice Agent API of xAI. It has the events of OpenAI; `voice` and `turn_detection` are at the top level of a session. */
export const xAi: RealtimeVendor = {
  name: 'xAI',
  defaultBaseUrl: 'https://api.x.ai/v1',
  truncates: false,
  charges: 'time',
  session: sessionOf,
  instructions: sessionOf,
};

function sessionOf(options: RealtimeOptions): object {
  const { instructions, voice, language, speed } = options;
  const keyterms = options.keyterms.filter((term) => term.length <= maxKeytermLength).slice(0, maxKeyterms);
  return {
    instructions,
    ...(voice !== undefined && { voice }),
    turn_detection: null,
    tools: functionsOf(options),
    audio: {
      input: {
        format: phoneFormat,
        transcription: { language_hint: language, ...(keyterms.length > 0 && { keyterms }) },
      },
      output: { format: phoneFormat, speed: clamp(speed, 0.7, 1.5) },
    },
  };
}
