import { describe, expect, it } from 'vitest';
import { LanguageModelError } from '../contracts/language-model.ts';
import type { ReplyOutcome } from '../voice/reply.ts';
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
const cutInReply = outcome({ outcome: 'aborted', firstWordsAtMs: 900 });
const interruptedAfterFailure = outcome({ outcome: 'aborted', error });
const brokenOff = outcome({ firstWordsAtMs: 900, error });

/** Returns whether the models are unavailable after each reply. */
function after(...replies: readonly ReplyOutcome[]): boolean[] {
  const failures = new ModelFailures(4_000);
  return replies.map((reply) => {
    failures.replied(reply);
    return failures.isOver;
  });
}

describe('ModelFailures', () => {
  it.each([
    ['two in a row', [failed, failed], true],
    ['one', [failed], false],
    ['two with a reply between them', [failed, spoken, failed], false],
    ['two with a reply between them that was cut', [failed, cutInReply, failed], false],
    ['two with an interrupted wait between them', [failed, interrupted, failed], true],
    ['two with a reply between them that broke off', [failed, brokenOff, failed], true],
    [
      'one, and a reply that was interrupted after another model had failed',
      [failed, interruptedAfterFailure],
      true,
    ],
    ['short waits that were interrupted', [interrupted, interrupted, interrupted, interrupted], false],
    ['interrupted waits of twice the longest wait', Array.from({ length: 16 }, () => interrupted), true],
    [
      'interrupted replies with complete replies between them',
      Array.from({ length: 30 }, (_, at) => (at % 7 === 6 ? spoken : interrupted)),
      false,
    ],
  ])('end the call or not: %s', (_, replies, isOver) => {
    expect(after(...replies).at(-1)).toBe(isOver);
  });

  it('counts a classification and the reply of the same turn once', () => {
    const failures = new ModelFailures(4_000);
    failures.classificationFailed(error);
    failures.replied(failed);
    expect(failures.isOver).toBe(false);
    failures.classificationFailed(error);
    expect(failures.isOver).toBe(true);
  });

  it('counts consecutive classifications', () => {
    const failures = new ModelFailures(4_000);
    failures.classificationFailed(error);
    failures.classificationFailed(error);
    expect(failures.isOver).toBe(true);
  });

  it('describes a failure by the provider’s response, the model and its base URL', () => {
    const detail = 'The language model answered 500: no (openai/small at http://llm/v1)';
    expect(new ModelFailures(4_000).replied(failed)).toEqual({ detail, ...source });
    const unknown = outcome({ outcome: 'apologised', error: new Error('secret') });
    expect(new ModelFailures(4_000).replied(unknown)).toEqual({ detail: 'The language model failed.' });
  });
});
