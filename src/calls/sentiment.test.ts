import { describe, expect, it } from 'vitest';
import { SentimentMeter, type Sentiment } from './sentiment.ts';

describe('sentiment', () => {
  it.each<[string, Sentiment]>([
    ['Yes, that would be great, thank you!', 'positive'],
    ['On Tuesday at ten.', 'neutral'],
    ['This is ridiculous, stop calling me.', 'negative'],
    ["That's not good.", 'negative'],
    ['No problem.', 'positive'],
  ])('of %j is %s', (text, sentiment) => {
    expect(new SentimentMeter().hear(text)).toBe(sentiment);
  });

  it('fades, so that the last words weigh most', () => {
    const meter = new SentimentMeter();
    meter.hear('This is terrible.');
    meter.hear('Okay.');
    expect(meter.hear('Tuesday.')).toBe('neutral');
    expect(meter.hear('Lovely, thanks.')).toBe('positive');
  });
});
