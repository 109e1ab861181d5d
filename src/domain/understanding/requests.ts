import type { FindPhrase } from './phrases.ts';

/** Intents that are recognised at any moment of every call, independent of the flow. */
export const universalIntentIds = ['opt_out', 'wrong_number', 'who_is_this', 'callback', 'person'] as const;

export type UniversalIntentId = (typeof universalIntentIds)[number];

/** Requests other than opt-outs, of callers and of the machines that answer calls. */
export const requestIds = [
  'wrong_number',
  'who_is_this',
  'callback',
  'person',
  'not_interested',
  'voicemail',
  'repeat',
  'hold_on',
] as const;

export type RequestId = (typeof requestIds)[number];

export const isUniversal = (id: RequestId): id is RequestId & UniversalIntentId =>
  (universalIntentIds as readonly string[]).includes(id);

/** The requests that a language understands at any moment. */
export interface Requests {
  /**
   * Returns whether the customer requests not to be called or contacted again; undefined if not. If the text contains nothing else, the request is `clear` at any
   * confidence that the recogniser does not reject, because the law requires it. `doubtful`: only a part of a sentence with low confidence matches, so the agent
   * asks for confirmation. `confidence` is 0 to 1.
   */
  readonly detectOptOut: (text: string, confidence: number) => 'clear' | 'doubtful' | undefined;
  /** Returns whether a written text requests no more messages. A request that concerns only calls does not count. */
  readonly isMessageOptOut: (text: string) => boolean;
  /** Returns whether a written text requests messages again, after an opt-out. */
  readonly isMessageOptIn: (text: string) => boolean;
  /**
   * Returns the universal intent in a text. An opt-out counts in any position. The words of another intent must be more than half of the text: a long sentence that
   * mentions a representative is not a request for a person.
   */
  readonly universalIntentIn: (text: string) => UniversalIntentId | undefined;
  /** Returns the request other than an opt-out to which more than half of the words belong. */
  readonly requestIn: (text: string) => RequestId | undefined;
  /** Finds the phrases of a flow. */
  readonly findPhrase: FindPhrase;
}
