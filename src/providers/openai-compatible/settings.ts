import { z } from 'zod';

/** A model of a server with the OpenAI chat completions API, such as OpenAI, Ollama, vLLM or llama.cpp. */
export const OpenAiCompatibleSettings = z.strictObject({
  /** The first part of the model id: `openai` in `openai/gpt-5-mini`. */
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  /** Up to and including the version: `http://127.0.0.1:11434/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Usually not needed for local servers. */
  apiKey: z.string().min(1).optional(),
  /** Model name of the server. */
  model: z.string().min(1).max(200),
});

export type OpenAiCompatibleSettings = z.output<typeof OpenAiCompatibleSettings>;
