import type { LanguageRequest } from './language-model.ts';

/** Token counts that a vendor reported. Counts that it did not report are undefined. */
export interface ReportedTokens {
  readonly inputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** Average length of a token in English text. */
const charactersPerToken = 4;

/**
 * Collects the token usage of one request and passes it to `LanguageRequest.onUsage` once: at `settle`, or at once when the signal of the request is
 * aborted. Counts that the vendor has not reported by then are estimated.
 */
export class RequestUsage {
  readonly #modelId: string;
  readonly #request: LanguageRequest;
  readonly #settle = () => this.settle();
  #reported: ReportedTokens = {};
  #outputCharacters = 0;
  #isSettled = false;

  constructor(modelId: string, request: LanguageRequest) {
    this.#modelId = modelId;
    this.#request = request;
    request.signal?.addEventListener('abort', this.#settle, { once: true });
  }

  /** Adds output whose tokens the vendor counts: text, reasoning, or arguments of tools. */
  addOutput(text: string): void {
    this.#outputCharacters += text.length;
  }

  /** Records counts that the vendor reported; they replace earlier ones. */
  report(tokens: ReportedTokens): void {
    const known = Object.entries(tokens).filter(([, count]) => isCount(count));
    this.#reported = { ...this.#reported, ...Object.fromEntries(known) };
  }

  /** Discards the usage: the server has rejected the request or was not reached. */
  cancel(): void {
    this.#isSettled = true;
    this.#request.signal?.removeEventListener('abort', this.#settle);
  }

  /** Reports the usage. Safe to call twice. */
  settle(): void {
    if (this.#isSettled) return;
    this.cancel();
    const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = this.#reported;
    this.#request.onUsage?.({
      modelId: this.#modelId,
      inputTokens: inputTokens ?? estimateTokens(inputCharacters(this.#request)),
      cachedInputTokens,
      cacheWriteTokens,
      outputTokens: outputTokens ?? estimateTokens(this.#outputCharacters),
      isInputEstimated: inputTokens === undefined,
      isOutputEstimated: outputTokens === undefined,
    });
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const estimateTokens = (characters: number): number => Math.ceil(characters / charactersPerToken);

function inputCharacters({ messages, tools = [] }: LanguageRequest): number {
  const texts = messages.map((message) =>
    'toolCalls' in message ? message.content + JSON.stringify(message.toolCalls) : message.content,
  );
  const definitions = tools.length === 0 ? '' : JSON.stringify(tools);
  return texts.reduce((sum, text) => sum + text.length, definitions.length);
}
