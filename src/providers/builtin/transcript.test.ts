import { describe, expect, it } from 'vitest';
import { grammarOfExpectation } from './expectation-grammar.ts';
import { classifyUtterance, type DecodedUtterance } from './transcript.ts';

const grammar = grammarOfExpectation({
  id: 'e',
  phrases: [
    { id: 'person', text: 'Speak to a person' },
    { id: 'yes', text: 'yes' },
    { id: 'yes', text: 'yes please' },
  ],
  forms: [],
});
const clear = { steady: false, overNoiseDb: 40, speechDb: -22, loudMs: 600, trusted: true };

function word(text: string, startMs: number, endMs: number, costPerFrame: number) {
  return { word: text, startMs, endMs, costPerFrame };
}

function utterance(more: Partial<DecodedUtterance> = {}): DecodedUtterance {
  const words = [word('yes', 300, 700, 38)];
  const result = { text: 'yes', words, pauseCost: 0, lostMs: 0 };
  return { grammar, startMs: 5000, lengthMs: 1200, partial: 'yes', levels: clear, result, ...more };
}

describe('classifyUtterance', () => {
  it('accepts a sentence with matching words', () => {
    expect(classifyUtterance(utterance())).toEqual({
      type: 'transcript-ended',
      text: 'yes',
      match: { phraseId: 'yes', complete: false },
      confidence: expect.closeTo(0.97, 2) as number,
      rejected: false,
      startMs: 5300,
      endMs: 5700,
    });
  });

  it('rejects a sentence with a mismatching word', () => {
    const words = [word('yes', 300, 700, 38), word('please', 700, 1000, 95)];
    const event = classifyUtterance(
      utterance({ result: { text: 'yes please', words, pauseCost: 0, lostMs: 0 } }),
    );
    expect(event).toMatchObject({ text: 'yes please', rejected: true, match: { complete: true } });
  });

  it('ignores high costs of a very short word', () => {
    const words = [
      word('speak', 0, 300, 36),
      word('to', 300, 360, 90),
      word('a', 360, 400, 90),
      word('person', 400, 900, 36),
    ];
    expect(
      classifyUtterance(utterance({ result: { text: 'speak to a person', words, pauseCost: 0, lostMs: 0 } })),
    ).toMatchObject({
      rejected: false,
      match: { phraseId: 'person', complete: true },
    });
  });

  it('rejects a sentence with other speech around it', () => {
    const around = (pauseCost: number) => utterance({ result: { ...utterance().result, pauseCost } });
    expect(classifyUtterance(around(1000))).toMatchObject({ rejected: false });
    expect(classifyUtterance(around(13_000))).toMatchObject({ text: 'yes', rejected: true });
  });

  it('rejects a word that is stretched over a sentence', () => {
    const stretched = (durationMs: number, costPerFrame = 46) => {
      const words = [word('yes', 300, 300 + durationMs, costPerFrame)];
      return utterance({
        levels: { ...clear, loudMs: durationMs },
        result: { text: 'yes', words, pauseCost: 0, lostMs: 0 },
      });
    };
    expect(classifyUtterance(stretched(690))).toMatchObject({ rejected: false });
    expect(classifyUtterance(stretched(700))).toMatchObject({ rejected: true });
    expect(classifyUtterance(stretched(700, 44))).toMatchObject({ rejected: false });
  });

  it('rejects loud, steady sound even if it matches', () => {
    const levels = { steady: true, overNoiseDb: 40, speechDb: -22, loudMs: 600, trusted: false };
    expect(classifyUtterance(utterance({ levels }))).toMatchObject({ text: 'yes', rejected: true });
  });

  it('returns an incomplete sentence as rejected', () => {
    const result = { text: '', words: [], pauseCost: 0, lostMs: 0 };
    const event = classifyUtterance(utterance({ partial: 'speak to', result }));
    expect(event).toMatchObject({ text: 'speak to', rejected: true, endMs: 6200 });
  });

  it('distinguishes unmatched speech from silence and clicks', () => {
    const result = { text: '', words: [], pauseCost: 0, lostMs: 0 };
    const noText = utterance({ partial: '', result });
    expect(classifyUtterance(noText)).toMatchObject({ text: '', confidence: 0, rejected: true });
    expect(classifyUtterance({ ...noText, levels: { ...clear, loudMs: 60 } })).toMatchObject({
      rejected: false,
    });
  });

  it('is stricter with dates and numbers than with whole phrases', () => {
    const numbers = grammarOfExpectation({ id: 'n', phrases: [], forms: ['number'] });
    const result = { text: 'two', words: [word('two', 300, 700, 64)], pauseCost: 0, lostMs: 0 };
    expect(classifyUtterance(utterance({ grammar: numbers, result }))).toMatchObject({ rejected: true });
    const phrase = { ...result, text: 'yes', words: [word('yes', 300, 700, 64)] };
    expect(classifyUtterance(utterance({ result: phrase }))).toMatchObject({ rejected: false });
  });

  it('limits the confidence if free text is expected', () => {
    const freeText = grammarOfExpectation({
      id: 'v',
      phrases: [{ id: 'yes', text: 'yes' }],
      forms: ['text'],
    });
    expect(classifyUtterance(utterance({ grammar: freeText }))).toMatchObject({ confidence: 0.4 });
  });
});
