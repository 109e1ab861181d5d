import { describe, expect, it } from 'vitest';
import { LanguageModelError } from '../contracts/language-model.ts';
import type { ReplyOutcome } from '../voice/speak-reply.ts';
import { ModelFailures } from './model-failures.ts';

const source = { model: 'openai/small', baseUrl: 'http://llm/v1', status: 500 };
const error = new LanguageModelError('The language model answered 500: no', { retryable: true, source });
const outcome = (more: Partial<ReplyOutcome>): ReplyOutcome => ({
  outcome: 'spoken',
  modelId: 'openai/small',
  firstWordsAtMs: undefined,
  inputTokens: 0,
  outputTokens: 0,
  elapsedMs: 500,
  ...more,
});
const spoken = outcome({ firstWordsAtMs: 900 });
const failed = outcome({ outcome: 'apologised', error });
const interrupted = outcome({ outcome: 'aborted' });
const interruptedAfterFirstWords = outcome({ outcome: 'aborted', firstWordsAtMs: 900 });
const interruptedAfterFailure = outcome({ outcome: 'aborted', error });
const truncated = outcome({ firstWordsAtMs: 900, error });

/** Returns whether the models are unavailable after each reply. */
function unavailableAfterEach(...replies: readonly ReplyOutcome[]): boolean[] {
  const failures = new ModelFailures(4_000);
  return replies.map((reply) => {
    failures.recordReply(reply);
    return failures.areUnavailable;
  });
}

describe('ModelFailures', () => {
  it.each([
    ['unavailable after two consecutive failures', [failed, failed], true],
    ['available after one failure', [failed], false],
    ['available after two failures with a reply between them', [failed, spoken, failed], false],
    [
      'available if the reply between two failures was interrupted after its first words',
      [failed, interruptedAfterFirstWords, failed],
      false,
    ],
    [
      'unavailable if the reply between two failures was interrupted before its first words',
      [failed, interrupted, failed],
      true,
    ],
    ['unavailable if the reply between two failures was truncated', [failed, truncated, failed], true],
    [
      'unavailable after two failures, the second in a reply that was interrupted before its fallback model spoke',
      [failed, interruptedAfterFailure],
      true,
    ],
    [
      'available after interrupted replies that are short in total',
      [interrupted, interrupted, interrupted, interrupted],
      false,
    ],
    [
      'unavailable after interrupted replies of twice the model timeout in total',
      Array.from({ length: 16 }, () => interrupted),
      true,
    ],
    [
      'available after interrupted replies with complete replies between them',
      Array.from({ length: 30 }, (_, index) => (index % 7 === 6 ? spoken : interrupted)),
      false,
    ],
  ])('reports the models as %s', (_, replies, areUnavailable) => {
    expect(unavailableAfterEach(...replies).at(-1)).toBe(areUnavailable);
  });

  it('counts a failed model request of the flow and a failed reply in the same turn once', () => {
    const failures = new ModelFailures(4_000);
    failures.recordFlowRequestFailure(error);
    failures.recordReply(failed);
    expect(failures.areUnavailable).toBe(false);
    failures.recordFlowRequestFailure(error);
    expect(failures.areUnavailable).toBe(true);
  });

  it('counts consecutive failed model requests of the flow', () => {
    const failures = new ModelFailures(4_000);
    failures.recordFlowRequestFailure(error);
    failures.recordFlowRequestFailure(error);
    expect(failures.areUnavailable).toBe(true);
  });

  it('describes a failure by the provider’s response, the model and its base URL', () => {
    const detail = 'The language model answered 500: no (openai/small at http://llm/v1)';
    expect(new ModelFailures(4_000).recordReply(failed)).toEqual({ detail, ...source });
    const unknown = outcome({ outcome: 'apologised', error: new Error('secret') });
    expect(new ModelFailures(4_000).recordReply(unknown)).toEqual({ detail: 'The language model failed.' });
  });
});
