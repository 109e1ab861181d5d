import type { AttentionReason } from '../domain/conversations/attention.ts';
import { hasPlaceholder, toPlainText } from '../domain/conversations/plain-text.ts';
import type { MessageChannel } from '../contracts/message-carrier.ts';
import type { StoredFlowState } from './flow-state.ts';
import type { ReplyEffect } from './reply-effect.ts';

/** A reply that is not stored yet. */
export interface WrittenReply {
  /** Empty if nothing is sent. */
  readonly text: string;
  /** Whether a language model wrote it. */
  readonly isGenerated: boolean;
  /** Undefined if unchanged. */
  readonly flowState: StoredFlowState | undefined;
  /** The agent to which the flow handed the conversation over; undefined if it did not. */
  readonly agentId: string | undefined;
  readonly effects: readonly ReplyEffect[];
  /** Why a person must approve the text, or must write one. */
  readonly attention: AttentionReason | undefined;
  /** Whether a request with side effects was sent. */
  readonly hasActed: boolean;
}

/** Maximum length of a draft, in characters. */
const draftMax = 10_000;

/** Maximum length of the text that a model is requested to write for an SMS. */
const requestedSmsMax = 480;

/** Returns the maximum length, in characters, that the prompt states to the language model. `limit`: the length that can be sent. */
export const requestedLimit = (channel: MessageChannel, limit: number): number =>
  channel === 'sms' ? Math.min(limit, requestedSmsMax) : limit;

/** Returns the text of a language model as it can be sent, and whether it must not be sent without approval. */
export function readGeneratedText(
  raw: string,
  { limit, isTruncated }: { readonly limit: number; readonly isTruncated: boolean },
): { readonly text: string; readonly isUsable: boolean } {
  const text = toPlainText(raw);
  const isUsable = text !== '' && text.length <= limit && !isTruncated && !hasPlaceholder(text);
  return { text: text.slice(0, draftMax), isUsable };
}
