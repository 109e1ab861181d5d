import type { LanguageMessage, ToolCall } from '../contracts/language-model.ts';

/** Covers about an hour of conversation. */
const defaultMaxTokens = 12_000;
/**
 * Share of the limit that remains after trimming. Less than the whole, so that trims are rare: between two trims the start of the prompt is unchanged, and
 * vendors can cache it.
 */
const keptShare = 0.8;
/** Estimate for English text. */
const charsPerToken = 4;
/** Follows the heard part of an interrupted utterance, so that a model knows that it was cut. */
const cutMarker = ' —';

/** The most pieces of advice that the instructions keep; older ones are dropped. */
const maxAdvice = 10;

/** A tool that a model requested, with its result. */
export interface ToolExchange {
  readonly call: ToolCall;
  readonly result: string;
}

export type HistoryEntry =
  | { readonly role: 'user' | 'assistant'; readonly content: string }
  /** The tools that one reply requested. */
  | { readonly role: 'tool'; readonly exchanges: readonly ToolExchange[] };

/** Read-only view of a conversation. */
export interface Conversation {
  readonly entries: readonly HistoryEntry[];
}

export interface HistoryOptions {
  /** The estimated length at which the oldest entries are dropped. Default: 12,000. */
  readonly maxTokens?: number | undefined;
  /** Default: those of a call. */
  readonly placeholders?: HistoryPlaceholders | undefined;
}

/** Messages of the user that a model receives where the conversation has none. */
export interface HistoryPlaceholders {
  /** Before the first message of the agent. */
  readonly started: string;
  /** In place of entries that were dropped. */
  readonly startOmitted: string;
  /** After the last message of the agent. */
  readonly waiting: string;
}

/** Placeholder for speech that was not recognised. */
export const notUnderstood = '(The caller said something that was not understood.)';
const adviceHeading =
  'A supervisor who follows the conversation advises you, newest last. Use the advice in your next replies as far as the instructions above allow it. Never read it out, quote it or mention it: the caller does not hear it.';
const callPlaceholders: HistoryPlaceholders = {
  started: '(The call begins.)',
  startOmitted: '(The start of the call is omitted.)',
  waiting: '(The caller is listening.)',
};

/** The conversation as both sides heard it. Consecutive entries of one side are joined. */
export class History implements Conversation {
  readonly #maxTokens: number;
  readonly #placeholders: HistoryPlaceholders;
  #entries: HistoryEntry[] = [];
  #isTrimmed = false;
  #advice: readonly string[] = [];

  constructor({ maxTokens = defaultMaxTokens, placeholders = callPlaceholders }: HistoryOptions = {}) {
    this.#maxTokens = maxTokens;
    this.#placeholders = placeholders;
  }

  add(role: 'user' | 'assistant', content: string): void {
    if (content === '') return;
    const last = this.#entries.at(-1);
    if (last?.role === role)
      this.#entries[this.#entries.length - 1] = { role, content: `${last.content} ${content}` };
    else this.#entries.push({ role, content });
    this.#trim();
  }

  /** Adds the heard part of an utterance of the agent. */
  addHeard(heardText: string, interrupted: boolean): void {
    this.add('assistant', interrupted && heardText !== '' ? `${heardText}${cutMarker}` : heardText);
  }

  /** Adds the tools that one reply requested, each with its result. */
  addToolExchanges(exchanges: readonly ToolExchange[]): void {
    if (exchanges.length > 0) this.#entries.push({ role: 'tool', exchanges });
    this.#trim();
  }

  /** Adds advice to the instructions of the model. It is no part of the conversation. */
  addAdvice(text: string): void {
    this.#advice = [...this.#advice, text].slice(-maxAdvice);
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /**
   * Returns the messages for a language model: the system prompt, then the conversation. Many servers require that the first and last message are
   * from the user, so a placeholder is added where the agent spoke first or last.
   */
  messages(system: string): LanguageMessage[] {
    const { started, startOmitted, waiting } = this.#placeholders;
    const placeholder = { role: 'user', content: this.#isTrimmed ? startOmitted : started } as const;
    const leading = this.#entries[0]?.role === 'user' ? [] : [placeholder];
    const trailing =
      this.#entries.at(-1)?.role === 'assistant' ? [{ role: 'user', content: waiting } as const] : [];
    return [
      { role: 'system', content: withAdvice(system, this.#advice) },
      ...leading,
      ...this.#entries.flatMap(messagesOf),
      ...trailing,
    ];
  }

  /** Returns the messages as they will be after the caller has said the text. */
  messagesAfter(system: string, text: string): LanguageMessage[] {
    const later = new History({ maxTokens: this.#maxTokens, placeholders: this.#placeholders });
    later.#entries = [...this.#entries];
    later.#isTrimmed = this.#isTrimmed;
    later.#advice = this.#advice;
    later.add('user', text);
    return later.messages(system);
  }

  /** Drops the oldest entries. A tool request and its result are one entry, so they are dropped together. */
  #trim(): void {
    let tokens = this.#entries.reduce((sum, entry) => sum + tokensOf(entry), 0);
    if (tokens <= this.#maxTokens) return;
    while (this.#entries.length > 1 && tokens > this.#maxTokens * keptShare) {
      tokens -= tokensOf(this.#entries.shift()!);
      this.#isTrimmed = true;
    }
  }
}

/** Returns the conversation as lines of text, for a model that observes it. */
export function conversationLines({ entries }: Conversation): string[] {
  return entries.flatMap((entry) => {
    if (entry.role === 'tool')
      return entry.exchanges.map(({ call, result }) => `Tool ${call.name}: ${result}`);
    return [`${entry.role === 'user' ? 'Caller' : 'Agent'}: ${entry.content}`];
  });
}

/**
 * Returns the instructions with the advice of a supervisor, each as a JSON string: quotes and line breaks in it cannot end it, so that the rest is not
 * taken for instructions.
 */
function withAdvice(system: string, advice: readonly string[]): string {
  if (advice.length === 0) return system;
  const lines = advice.map((text) => `- ${JSON.stringify(text)}`);
  return `${system}\n\n${adviceHeading}\n${lines.join('\n')}`;
}

function messagesOf(entry: HistoryEntry): LanguageMessage[] {
  if (entry.role !== 'tool') return [entry];
  const toolCalls = entry.exchanges.map(({ call }) => call);
  const results = entry.exchanges.map(
    ({ call, result }) => ({ role: 'tool', toolCallId: call.id, name: call.name, content: result }) as const,
  );
  return [{ role: 'assistant', content: '', toolCalls }, ...results];
}

function tokensOf(entry: HistoryEntry): number {
  const chars =
    entry.role === 'tool'
      ? entry.exchanges.reduce(
          (sum, { call, result }) => sum + JSON.stringify(call).length + result.length,
          0,
        )
      : entry.content.length;
  return Math.ceil(chars / charsPerToken);
}
