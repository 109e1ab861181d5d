import { z } from 'zod';

/** One model of a server that speaks OpenAI's chat completions: OpenAI itself, Ollama, vLLM, llama.cpp, and many vendors. */
export const OpenAiCompatibleSettings = z.strictObject({
  /** The first half of the model's id: `openai` in `openai/gpt-5-mini`. */
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  /** Up to and including the version: `http://127.0.0.1:11434/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Local servers mostly want none. */
  apiKey: z.string().min(1).optional(),
  /** As the server names it. */
  model: z.string().min(1).max(200),
});

export type OpenAiCompatibleSettings = z.output<typeof OpenAiCompatibleSettings>;
