import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** One model and the server that runs it. */
export interface ModelSettings {
  /** The first part of the model id: `openai` in `openai/gpt-5-mini`. */
  readonly provider: string;
  /** The vendor's name of the model. */
  readonly model: string;
  /** Up to and including the version: `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Usually not needed for local servers. */
  readonly apiKey?: string | undefined;
}

/** How much a model reasons before its first word. Reasoning is silence for the caller. */
export interface Reasoning {
  /** The least that the model allows. Undefined: nothing is requested, for models that reject the setting or whose levels are unknown. */
  readonly effort: LanguageModelV4CallOptions['reasoning'];
  /** Added to the token limit of a reply if reasoning counts as output and cannot be switched off. */
  readonly extraTokens: number;
}

/** The differences of one vendor, on top of the AI SDK. */
export interface Vendor {
  /** Used if the operator sets only a key. Undefined if the vendor has no address. */
  readonly defaultBaseUrl: string | undefined;
  createModel(settings: ModelSettings, fetch: typeof globalThis.fetch): LanguageModelV4;
  reasoningOf(model: string): Reasoning;
  /** Whether the prompt must be marked for the vendor's cache. Other vendors cache without marks. */
  readonly needsCacheMarks: boolean;
  /** Whether the vendor reports token counts before the end of a reply. */
  readonly reportsTokensEarly: boolean;
  /** Whether all models at the address of the settings call tools reliably; see `LanguageModel.choosesEdges`. */
  choosesEdges(settings: ModelSettings): boolean;
  /** Headers of requests outside the SDK. */
  headers(apiKey: string | undefined): Record<string, string>;
}

/** Room for the reasoning of models that always reason. */
export const alwaysReasoningTokens = 1024;

export const noReasoningSetting: Reasoning = { effort: undefined, extraTokens: 0 };
export const reasoningOff: Reasoning = { effort: 'none', extraTokens: 0 };

export const bearerHeaders = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
