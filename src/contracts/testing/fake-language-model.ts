import { systemClock, type Clock } from '../../core/clock.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
  type LanguageRequest,
} from '../language-model.ts';
import { RequestUsage } from '../request-usage.ts';
import type { ScriptedReply } from './scripted-reply.ts';

export interface FakeLanguageModelOptions {
  readonly clock?: Clock;
  /** Wait before each part. */
  readonly partDelayMs?: number;
  /** See `LanguageModel.choosesEdges`. */
  readonly choosesEdges?: boolean;
}

const failures: Record<NonNullable<ScriptedReply['ending']>, LanguageModelError> = {
  stall: new LanguageModelError('The language model timed out.', { retryable: true }),
  cut: new LanguageModelError('The response was truncated.', { retryable: true }),
  overloaded: new LanguageModelError('The model is overloaded.', { retryable: true }),
  refused: new LanguageModelError('The request was refused.', { retryable: false }),
};

/** Language model with scripted replies, one per request; further requests fail. */
export class FakeLanguageModel implements LanguageModel {
  readonly id = 'fake/scripted';
  readonly choosesEdges: boolean;
  /** All requests, in order. */
  readonly requests: LanguageRequest[] = [];
  /** Number of requests that were aborted by their signal or by the consumer. */
  abortedCount = 0;
  readonly #script: ScriptedReply[];
  readonly #clock: Clock;
  readonly #partDelayMs: number;

  constructor(script: readonly ScriptedReply[], options: FakeLanguageModelOptions = {}) {
    this.choosesEdges = options.choosesEdges ?? false;
    this.#script = [...script];
    this.#clock = options.clock ?? systemClock;
    this.#partDelayMs = options.partDelayMs ?? 0;
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    this.requests.push(request);
    const reply = this.#script.shift() ?? { ending: 'refused' };
    let isComplete = false;
    const usage = new RequestUsage(this.id, request);
    if (isRejected(reply)) usage.cancel();
    try {
      for (const part of partsOf(reply, usage)) {
        if (!(await this.#wait(this.#partDelayMs, request.signal))) return;
        yield part;
      }
      if (reply.ending === 'stall' && !(await this.#wait(request.timeoutMs, request.signal))) return;
      isComplete = reply.ending !== 'stall';
      if (reply.ending !== undefined) throw failures[reply.ending];
      yield finishedPart(reply, usage);
    } finally {
      usage.settle();
      if (!isComplete) this.abortedCount += 1;
    }
  }

  /** Resolves with false if the signal is aborted before or during the wait. */
  async #wait(delayMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return false;
    if (delayMs === 0) return true;
    return this.#clock.sleep(delayMs, signal).then(
      () => true,
      () => false,
    );
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return Promise.resolve({ ok: true, detail: 'A script.' });
  }
}

const isRejected = ({ ending }: ScriptedReply): boolean => ending === 'overloaded' || ending === 'refused';

function partsOf({ pieces = [], toolCall }: ScriptedReply, usage: RequestUsage): LanguagePart[] {
  for (const text of pieces) usage.addOutput(text);
  const texts = pieces.map((text): LanguagePart => ({ type: 'text-delta', text }));
  return toolCall === undefined ? texts : [...texts, { type: 'tool-called', ...toolCall }];
}

/** Reports the token counts of the reply, and returns its last part. */
function finishedPart(reply: ScriptedReply, usage: RequestUsage): LanguagePart {
  const { toolCall, reason = toolCall === undefined ? 'stop' : 'tools' } = reply;
  const { inputTokens = 0, outputTokens = 0 } = reply;
  usage.report({ inputTokens, outputTokens });
  usage.settle();
  return { type: 'finished', reason, inputTokens, outputTokens };
}
