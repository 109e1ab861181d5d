import type { Clock } from '../core/clock.ts';
import { AsyncQueue } from '../core/async-queue.ts';
import {
  LanguageModelError,
  type LanguageMessage,
  type LanguageModel,
  type LanguagePart,
  type LanguageTool,
  type SpeechDelta,
  type ToolCall,
} from '../contracts/language-model.ts';
import { askInOrder, type ModelSettings } from '../models/model-answer.ts';
import { ClauseSplitter } from './clauses.ts';

/** Safety limits; the token limit of the model keeps replies far below them. */
const maxParts = 20_000;
const maxChars = 100_000;

export interface GenerateOptions {
  readonly clock: Clock;
  /** Tried in order. If one fails after its first complete clause, the next one continues the reply; the last one continues its own reply, once. */
  readonly models: readonly LanguageModel[];
  readonly settings: ModelSettings;
  /** The tools that the model can request. Defaults to none. */
  readonly tools?: readonly LanguageTool[];
  /** The leg's media clock. */
  readonly nowMs: () => number;
}

/** The last message to a model that continues the reply of a model that broke off. */
const continueRequest =
  '(Your reply was cut off after these words. Continue it from there. Do not repeat any of it.)';

export type ReplyPart =
  | { readonly type: 'text-delta'; readonly text: string }
  /** The model broke off. The text of an incomplete clause before this part does not belong to the reply. */
  | { readonly type: 'text-cut' }
  | SpeechDelta
  | { readonly type: 'tool-requested'; readonly call: ToolCall };

/** What is known of a reply so far; complete when its parts have ended. */
export interface ReplyState {
  /** Undefined if every model failed. */
  readonly modelId: string | undefined;
  /** The first model that was requested. */
  readonly preferredModelId?: string;
  /** When the first words arrived, on the leg's media clock. */
  readonly firstWordsAtMs: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The text so far. */
  readonly text: string;
  /** Whether the reply has words, but no model completed it. Defaults to false. */
  readonly isIncomplete?: boolean;
  /** The tools that the model requested. None has been executed. */
  readonly toolRequests: readonly ToolCall[];
  /** Why the text is missing or truncated. */
  readonly error?: unknown;
  /** The failure of the model before the current one. */
  readonly previousError?: unknown;
}

/** A reply of a language model. It has no effect: it can be held, spoken or discarded. */
export interface Reply {
  /** Text and tool requests in order. To be read once. An incomplete clause at the end is valid only if the state has no error. */
  readonly parts: AsyncIterable<ReplyPart>;
  readonly state: ReplyState;
  /** When the reply was requested, on the monotonic clock. */
  readonly requestedMs: number;
  /** Aborted when the reply is discarded. */
  readonly signal: AbortSignal;
  /** Stops the generation. Safe to call twice. */
  discard(): void;
}

/** Starts to generate a reply of the first model that does not fail. */
export function generateReply(messages: readonly LanguageMessage[], options: GenerateOptions): Reply {
  const reply = new GeneratedReply(messages, options);
  reply.start();
  return reply;
}

const noReply: ReplyState = {
  modelId: undefined,
  firstWordsAtMs: undefined,
  inputTokens: 0,
  outputTokens: 0,
  text: '',
  toolRequests: [],
};

class GeneratedReply implements Reply {
  readonly requestedMs: number;
  readonly #messages: readonly LanguageMessage[];
  readonly #options: GenerateOptions;
  readonly #queue = new AsyncQueue<ReplyPart>(maxParts);
  readonly #abort = new AbortController();
  #state = noReply;

  constructor(messages: readonly LanguageMessage[], options: GenerateOptions) {
    this.#messages = messages;
    this.#options = options;
    this.requestedMs = options.clock.monotonicMs();
  }

  get parts(): AsyncIterable<ReplyPart> {
    return this.#queue;
  }

  get state(): ReplyState {
    return this.#state;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  discard(): void {
    this.#abort.abort();
    this.#queue.end();
  }

  start(): void {
    this.#generate()
      .catch((error: unknown) => (this.#state = { ...noReply, error }))
      .finally(() => this.#queue.end());
  }

  /** Uses the first model that does not fail. If it breaks off after its first clause, another model continues the reply. */
  async #generate(): Promise<void> {
    const { models } = this.#options;
    const tryModel = async (model: LanguageModel, previousError: unknown) => {
      this.#state = { ...noReply, modelId: model.id, preferredModelId: models[0]!.id, previousError };
      return { model, cut: await this.#tryModel(model, this.#messages) };
    };
    const { model, cut } = await askInOrder(models, tryModel, this.signal);
    if (cut === undefined || this.signal.aborted) return;
    this.#queue.push({ type: 'text-cut' });
    const others = models.slice(models.indexOf(model) + 1);
    const canRepeat = others.length === 0 && isRetryable(cut.error);
    await this.#continue(cut, canRepeat ? [model] : others);
  }

  async #continue({ text, error }: Cut, models: readonly LanguageModel[]): Promise<void> {
    const messages = [
      ...this.#messages,
      { role: 'assistant', content: text } as const,
      { role: 'user', content: continueRequest } as const,
    ];
    const tryModel = async (model: LanguageModel, previousError: unknown = error) => {
      this.#state = { ...this.#state, text: `${text} `, modelId: model.id, previousError };
      const cut = await this.#tryModel(model, messages);
      if (cut !== undefined) this.#fail(cut.error);
    };
    await askInOrder(models, tryModel, this.signal).catch(() =>
      this.#fail(models.length === 0 ? error : this.#state.previousError),
    );
  }

  #fail(error: unknown): void {
    this.#queue.push({ type: 'text-cut' });
    this.#state = { ...this.#state, error, isIncomplete: true };
  }

  /** Throws if the model has failed before its first complete clause. Returns the words of a model that broke off later, if they can be continued. */
  async #tryModel(model: LanguageModel, messages: readonly LanguageMessage[]): Promise<Cut | undefined> {
    const attempt = new Attempt((part) => this.#queue.push(part));
    const error = await this.#readReply(model, messages, attempt);
    if (this.signal.aborted) return undefined;
    if (!attempt.hasContent)
      throw error ?? new LanguageModelError('The language model returned no text.', { retryable: true });
    if (error === undefined) return undefined;
    if (attempt.canBeContinued) return { text: attempt.completeText, error };
    this.#state = { ...this.#state, error, isIncomplete: attempt.hasSpeech };
    return undefined;
  }

  /** Reads the reply of one model. Returns its failure, if any. */
  async #readReply(
    model: LanguageModel,
    messages: readonly LanguageMessage[],
    attempt: Attempt,
  ): Promise<unknown> {
    const { settings, tools = [] } = this.#options;
    const { signal } = this;
    const request = { messages, ...settings, ...(tools.length > 0 && { tools }), signal };
    try {
      for await (const part of model.respond(request)) {
        if (signal.aborted) return undefined;
        this.#observe(part);
        attempt.add(part);
        if (attempt.isTooLong) return new LanguageModelError('The reply is too long.', { retryable: false });
      }
      attempt.finish();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #observe(part: LanguagePart): void {
    if (part.type === 'text-delta' || part.type === 'speech-delta') {
      const firstWordsAtMs = this.#state.firstWordsAtMs ?? this.#options.nowMs();
      this.#state = { ...this.#state, firstWordsAtMs, text: this.#state.text + part.text };
    } else if (part.type === 'tool-called') {
      this.#state = { ...this.#state, toolRequests: [...this.#state.toolRequests, toolCallOf(part)] };
    } else {
      const { inputTokens, outputTokens, modelId = this.#state.modelId } = part;
      this.#state = { ...this.#state, inputTokens, outputTokens, modelId };
    }
  }
}

/** The words of a model that broke off, and its failure. */
interface Cut {
  /** The complete clauses. */
  readonly text: string;
  readonly error: unknown;
}

const isRetryable = (error: unknown): boolean => !(error instanceof LanguageModelError) || error.retryable;

/** The reply of one model. Its parts are withheld until its first clause is complete, so that another model can be tried until then. */
class Attempt {
  readonly #emit: (part: ReplyPart) => void;
  readonly #splitter = new ClauseSplitter();
  readonly #clauses: string[] = [];
  #withheld: ReplyPart[] = [];
  #hasContent = false;
  #hasSpeech = false;
  #hasRequests = false;
  #parts = 0;
  #chars = 0;

  constructor(emit: (part: ReplyPart) => void) {
    this.#emit = emit;
  }

  /** Whether the reply has a complete clause, or has ended with words or tool requests. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Whether the model speaks itself. */
  get hasSpeech(): boolean {
    return this.#hasSpeech;
  }

  /** The complete clauses so far. */
  get completeText(): string {
    return this.#clauses.join(' ');
  }

  get isTooLong(): boolean {
    return this.#parts >= maxParts || this.#chars > maxChars;
  }

  /** Whether another model can continue the text. After a tool request, the next reply does. */
  get canBeContinued(): boolean {
    return !this.#hasSpeech && !this.#hasRequests && !this.isTooLong;
  }

  add(part: LanguagePart): void {
    if (part.type === 'finished') return;
    this.#parts += 1;
    if (part.type === 'tool-called') {
      this.#hasRequests = true;
      this.#withheld.push({ type: 'tool-requested', call: toolCallOf(part) });
    } else this.#addWords(part);
    if (this.#hasContent) this.#release();
  }

  #addWords(part: Extract<LanguagePart, { type: 'text-delta' | 'speech-delta' }>): void {
    this.#chars += part.text.length;
    this.#withheld.push(part);
    if (part.type === 'text-delta') this.#clauses.push(...this.#splitter.push(part.text));
    else this.#hasSpeech ||= part.samples.length > 0;
    this.#hasContent ||= this.#hasSpeech || this.#clauses.length > 0;
  }

  /** Handles the regular end of the model's reply. */
  finish(): void {
    this.#clauses.push(...this.#splitter.flush());
    this.#hasContent ||= this.#hasRequests || this.#clauses.length > 0;
    if (this.#hasContent) this.#release();
  }

  #release(): void {
    for (const part of this.#withheld.splice(0)) this.#emit(part);
  }
}

const toolCallOf = ({ id, name, arguments: args }: ToolCall): ToolCall => ({ id, name, arguments: args });
