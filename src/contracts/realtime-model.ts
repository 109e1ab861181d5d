import type { LanguageTool, ModelUsage, ToolCall } from './language-model.ts';

/** A speech-to-speech model: hears the caller and speaks its replies itself. */
export interface RealtimeModel {
  /** `provider/model`, as in the settings of agents. */
  readonly id: string;
  /** Opens a session and connects at once. Failures are events of the session. */
  open(options: RealtimeOptions): RealtimeSession;
  /** Opens a session and closes it again. */
  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string; readonly error?: Error }>;
}

export interface RealtimeOptions {
  /** The system prompt until the first response. */
  readonly instructions: string;
  readonly tools: readonly LanguageTool[];
  /** A voice of the model; undefined: the default of the vendor. */
  readonly voice: string | undefined;
  /** 0.5 to 2; a vendor may support less. */
  readonly speed: number;
  /** BCP 47. */
  readonly language: string;
  readonly keyterms: readonly string[];
  /** Limit of the text of a reply. Its audio does not count. */
  readonly maxTokens: number;
  /** Receives what the vendor charges for: the tokens of each response and transcript, or the time of the connection when it ends. Must not throw. */
  readonly onUsage?: (usage: RealtimeUsage) => void;
}

export type RealtimeUsage =
  | { readonly type: 'tokens'; readonly usage: ModelUsage }
  | { readonly type: 'connection'; readonly modelId: string; readonly connectedMs: number };

/**
 * One conversation with a speech-to-speech model. The host detects turns: it adds the audio of a turn, ends the turn, and requests a response.
 * Requests are sent in order, also those that were made before the connection is ready. After `failed` and `close` they have no effect.
 */
export interface RealtimeSession {
  on(listener: (event: RealtimeEvent) => void): () => void;
  /** Adds 8 kHz mono audio of the caller to the turn in progress. The array may be reused afterwards. */
  pushAudio(samples: Int16Array): void;
  /** Ends the turn in progress and returns its id. One `turn-transcribed` follows. */
  commitTurn(): string;
  /** Discards the audio of the turn in progress. */
  discardAudio(): void;
  /** Removes a turn from the conversation, for example because it was noise. */
  deleteTurn(turnId: string): void;
  /** Adds a text that a side said by other means: keys of the caller, or speech of another voice. */
  addMessage(role: 'user' | 'assistant' | 'system', text: string): void;
  /** Adds a tool request of an earlier session. */
  addToolCall(call: ToolCall): void;
  addToolResult(callId: string, result: string): void;
  /** Generates a response to the conversation so far. An earlier response is cancelled. */
  createResponse(instructions: string): RealtimeResponse;
  /** Removes what the caller has not heard of a speech of the model. `playedMs`: how much of its audio was played. */
  truncate(speechId: string, playedMs: number, heardText: string): void;
  /** Ends the session; no event follows. Safe to call twice. */
  close(): void;
}

export type RealtimeEvent =
  /** The vendor has accepted the settings of the session. */
  | { readonly type: 'ready' }
  /** The text of an ended turn so far. */
  | { readonly type: 'transcript-delta'; readonly turnId: string; readonly text: string }
  /** `text` is undefined if the transcription failed, and empty if nothing was said. */
  | { readonly type: 'turn-transcribed'; readonly turnId: string; readonly text: string | undefined }
  /** The last event. `error.retryable`: whether a new session may succeed. */
  | { readonly type: 'failed'; readonly error: Error & { readonly retryable: boolean } };

export interface RealtimeResponse {
  /**
   * To be read once. The last part is `ended`, unless the response was cancelled. Throws `LanguageModelError` if the model or the session
   * fails.
   */
  readonly parts: AsyncIterable<RealtimePart>;
  /** Stops the generation; the parts end at once. Safe to call twice. */
  cancel(): void;
}

export type RealtimePart =
  /** The next words or audio (8 kHz, mono) of a speech. Words may be ahead of their audio. */
  | {
      readonly type: 'speech';
      readonly speechId: string;
      readonly text: string;
      readonly samples: Int16Array;
    }
  /** Text that the model wrote instead of speech. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-called'; readonly call: ToolCall }
  | {
      readonly type: 'ended';
      readonly reason: 'stop' | 'length' | 'tools' | 'other';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cachedInputTokens: number;
    };
