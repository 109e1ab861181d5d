import { systemClock, type Clock } from '../../core/clock.ts';
import {
  LanguageModelError,
  type LanguageModel,
  type LanguagePart,
  type LanguageRequest,
} from '../language-model.ts';
import type { ScriptedReply } from './scripted-reply.ts';

export interface FakeLanguageModelOptions {
  readonly clock?: Clock;
  /** Wait before each part. */
  readonly partDelayMs?: number;
}

const failures: Record<NonNullable<ScriptedReply['ending']>, LanguageModelError> = {
  stall: new LanguageModelError('The model did not answer in time.', { retryable: true }),
  cut: new LanguageModelError('The answer broke off.', { retryable: true }),
  overloaded: new LanguageModelError('The model is overloaded.', { retryable: true }),
  refused: new LanguageModelError('The request was refused.', { retryable: false }),
};

/** Answers as the script says, one entry per request; requests beyond it are refused. */
export class FakeLanguageModel implements LanguageModel {
  readonly id = 'fake/scripted';
  /** Every request, in order. */
  readonly requests: LanguageRequest[] = [];
  /** Requests that were ended by their signal, or by whoever read the answer. */
  abandoned = 0;
  readonly #script: ScriptedReply[];
  readonly #clock: Clock;
  readonly #partDelayMs: number;

  constructor(script: readonly ScriptedReply[], options: FakeLanguageModelOptions = {}) {
    this.#script = [...script];
    this.#clock = options.clock ?? systemClock;
    this.#partDelayMs = options.partDelayMs ?? 0;
  }

  async *respond(request: LanguageRequest): AsyncIterable<LanguagePart> {
    this.requests.push(request);
    const reply = this.#script.shift() ?? { ending: 'refused' };
    let isWhole = false;
    try {
      for (const part of partsOf(reply)) {
        if (!(await this.#wait(this.#partDelayMs, request.signal))) return;
        yield part;
      }
      if (reply.ending === 'stall' && !(await this.#wait(request.timeoutMs, request.signal))) return;
      isWhole = reply.ending !== 'stall';
      if (reply.ending !== undefined) throw failures[reply.ending];
      yield finishedPart(reply);
    } finally {
      if (!isWhole) this.abandoned += 1;
    }
  }

  /** False when the signal was aborted before or meanwhile. */
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

function partsOf({ pieces = [], toolCall }: ScriptedReply): LanguagePart[] {
  const texts = pieces.map((text): LanguagePart => ({ type: 'text-delta', text }));
  return toolCall === undefined ? texts : [...texts, { type: 'tool-called', ...toolCall }];
}

function finishedPart(reply: ScriptedReply): LanguagePart {
  const { toolCall, reason = toolCall === undefined ? 'stop' : 'tools' } = reply;
  return {
    type: 'finished',
    reason,
    inputTokens: reply.inputTokens ?? 0,
    outputTokens: reply.outputTokens ?? 0,
  };
}
