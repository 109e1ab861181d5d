import { describe, expect, it } from 'vitest';
import type { Sentiment } from '../domain/call.ts';
import { SentimentMeter } from './sentiment.ts';

describe('SentimentMeter', () => {
  it.each<[string, Sentiment]>([
    ['Yes, that would be great, thank you!', 'positive'],
    ['On Tuesday at ten.', 'neutral'],
    ['This is ridiculous, stop calling me.', 'negative'],
    ["That's not good.", 'negative'],
    ['No problem.', 'positive'],
  ])('rates %j as %s', (text, sentiment) => {
    expect(new SentimentMeter().update(text)).toBe(sentiment);
  });

  it('gives the last utterance the most weight', () => {
    const meter = new SentimentMeter();
    meter.update('This is terrible.');
    meter.update('Okay.');
    expect(meter.update('Tuesday.')).toBe('neutral');
    expect(meter.update('Lovely, thanks.')).toBe('positive');
  });
});
