import { fieldsOf, numberOf, shareOf, textOf } from '../websocket/json-fields.ts';
import type { SegmentWord, TranscriptSegment } from '../websocket/recognition-protocol.ts';

/** A part of a word, a word or punctuation. A token that starts with white space starts a word. */
export interface Token {
  readonly text: string;
  /** From the start of the audio; NaN if the vendor reports no times. */
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number | undefined;
  readonly isFinal: boolean;
}

const startsWord = ({ text }: Token): boolean => /^\s/.test(text);

export function readToken(value: unknown): Token {
  const fields = fieldsOf(value);
  return {
    text: textOf(fields['text']),
    startMs: numberOf(fields['start_ms'], NaN),
    endMs: numberOf(fields['end_ms'], NaN),
    confidence: shareOf(fields['confidence']),
    isFinal: fields['is_final'] === true,
  };
}

/** Returns the number of tokens that form whole words. The last word is whole only if `next` starts another one. */
export function countWholeWords(tokens: readonly Token[], next: Token | undefined): number {
  if (next !== undefined && startsWord(next)) return tokens.length;
  return Math.max(0, tokens.findLastIndex(startsWord));
}

/** Joins tokens to a segment with words. */
export function segmentOf(tokens: readonly Token[]): TranscriptSegment {
  const words = joinWords(tokens);
  const confidences = words.flatMap(({ confidence }) => confidence ?? []);
  const mean = confidences.reduce((sum, value) => sum + value, 0) / confidences.length;
  return {
    text: tokens
      .map(({ text }) => text)
      .join('')
      .trim(),
    words: words.every(({ startMs, endMs }) => endMs >= startMs) ? words : [],
    confidence: confidences.length === 0 ? undefined : mean,
    ...endOf(words),
  };
}

function endOf(words: readonly SegmentWord[]): { endMs?: number } {
  const endMs = words.at(-1)?.endMs;
  return endMs === undefined || Number.isNaN(endMs) ? {} : { endMs };
}

function joinWords(tokens: readonly Token[]): SegmentWord[] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (groups.length === 0 || startsWord(token)) groups.push([]);
    groups.at(-1)!.push(token);
  }
  return groups.map(joinTokens).filter(({ text }) => text !== '');
}

function joinTokens(tokens: readonly Token[]): SegmentWord {
  const confidences = tokens.flatMap(({ confidence }) => confidence ?? []);
  return {
    text: tokens
      .map(({ text }) => text)
      .join('')
      .trim(),
    startMs: tokens[0]!.startMs,
    endMs: tokens.at(-1)!.endMs,
    confidence: confidences.length === 0 ? undefined : Math.min(...confidences),
  };
}
