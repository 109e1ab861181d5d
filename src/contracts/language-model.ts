/** A language model with streamed text replies. */
export interface LanguageModel {
  /** `provider/model`, as in the settings of agents. */
  readonly id: string;
  /**
   * Streams one reply; the last part is `finished`. Throws `LanguageModelError` on failure and timeout. Ends at once and closes the connection to the
   * vendor when `signal` is aborted.
   */
  respond(request: LanguageRequest): AsyncIterable<LanguagePart>;
  /**
   * Whether the model reliably calls a tool that replaces its reply, so that it can choose an edge of a flow in the same request. Defaults to false: edges
   * are classified in a separate request without tools.
   */
  readonly choosesEdges?: boolean;
  /** Prepares a connection for the next request, for example while the phone rings. Uses no tokens. Never throws. */
  warm?(): void;
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }>;
}

export interface LanguageRequest {
  readonly messages: readonly LanguageMessage[];
  readonly tools?: readonly LanguageTool[];
  /** 0 to 2. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The longest wait for the first part, and between two parts. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * Receives the token usage of each request that a vendor may charge for: once, at the latest synchronously when `signal` is aborted. A hedged model
   * sends more than one request. Must not throw.
   */
  readonly onUsage?: (usage: ModelUsage) => void;
}

/** The tokens of one request to a language model. */
export interface ModelUsage {
  /** `provider/model` of the model that received the request. */
  readonly modelId: string;
  /** All input tokens, those of the vendor's cache included. */
  readonly inputTokens: number;
  /** Input tokens that the vendor read from its cache; part of `inputTokens`. */
  readonly cachedInputTokens: number;
  /** Input tokens that the vendor wrote to its cache; part of `inputTokens`. */
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** Input tokens of audio that were not read from a cache; part of `inputTokens`. Omitted if there are none. */
  readonly audioInputTokens?: number;
  /** Part of `cachedInputTokens`. */
  readonly cachedAudioInputTokens?: number;
  /** Part of `outputTokens`. */
  readonly audioOutputTokens?: number;
  /** Whether the vendor did not report the input tokens, so that they are estimated from the text. */
  readonly isInputEstimated: boolean;
  readonly isOutputEstimated: boolean;
}

export type LanguageMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly content: string };

export interface LanguageTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Record<string, unknown>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed JSON; its text if the model wrote invalid JSON. May not match the schema, and the tool may not exist. */
  readonly arguments: unknown;
}

/** One message of a model that speaks its replies itself. */
export interface ModelSpeech {
  /** Called once, when its first part was passed to speech output. `ended` follows. Must not throw. */
  queued(): void;
  /** Called once after `queued`, when its audio was played or stopped, or is not played at all. Must not throw. */
  ended(playout: SpeechPlayout): void;
}

/** How much of a speech the caller has heard. */
export interface SpeechPlayout {
  /** The utterance of the agent that the speech was part of. */
  readonly utteranceId: number;
  /** Length of the audio that was played. */
  readonly playedMs: number;
  /** The words that were played completely. */
  readonly heardText: string;
  readonly interrupted: boolean;
}

/** The next part of a speech: words, audio or both. Words may be ahead of their audio. */
export interface SpeechDelta {
  readonly type: 'speech-delta';
  /** The same object for all parts of a speech. */
  readonly speech: ModelSpeech;
  readonly text: string;
  /** 8 kHz, mono. Must not be modified. */
  readonly samples: Int16Array;
}

export type LanguagePart =
  /** A text that a voice speaks. */
  | { readonly type: 'text-delta'; readonly text: string }
  | SpeechDelta
  | ({ readonly type: 'tool-called' } & ToolCall)
  | {
      readonly type: 'finished';
      readonly reason: 'stop' | 'length' | 'tools' | 'other';
      readonly inputTokens: number;
      readonly outputTokens: number;
      /** Input tokens that the vendor read from its cache, part of `inputTokens`. Omitted if none or not reported. */
      readonly cachedInputTokens?: number;
      /** The id of the model that replied. Omitted if it is the requested one. */
      readonly modelId?: string;
    };

/** The model that caused an error, and the HTTP status of its server. Contains no credentials. */
export interface LanguageModelErrorSource {
  /** `provider/model`. */
  readonly model: string;
  /** Without credentials and query. */
  readonly baseUrl: string;
  /** HTTP status of the response. */
  readonly status?: number;
}

export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';
  readonly retryable: boolean;
  readonly source: LanguageModelErrorSource | undefined;

  /** The message may contain text of the vendor's response, never credentials or parts of the conversation. */
  constructor(
    message: string,
    options: {
      readonly retryable: boolean;
      readonly cause?: unknown;
      readonly source?: LanguageModelErrorSource;
    },
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.source = options.source;
  }
}
