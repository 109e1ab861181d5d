import { describe, expect, it } from 'vitest';
import { ActiveRequests } from './active-requests.ts';

describe('ActiveRequests', () => {
  it('divides the capacity equally: a flood of one workspace does not reduce the share of another', () => {
    const activeRequests = new ActiveRequests(10);
    const flood = Array.from({ length: 1000 }, () => activeRequests.add('ws_flood'));
    expect(activeRequests.isWithinFairShare('ws_flood')).toBe(false);
    for (let count = 0; count < 5; count += 1) {
      expect(activeRequests.isWithinFairShare('ws_calm')).toBe(true);
      activeRequests.add('ws_calm');
    }
    expect(activeRequests.isWithinFairShare('ws_calm')).toBe(false);
    for (const remove of flood) remove();
    expect(activeRequests.isWithinFairShare('ws_flood')).toBe(true);
  });

  it('removes a request only once', () => {
    const activeRequests = new ActiveRequests(1);
    const [first, second] = [activeRequests.add('ws_one'), activeRequests.add('ws_one')];
    first();
    first();
    expect(activeRequests.isWithinFairShare('ws_one')).toBe(false);
    second();
    expect(activeRequests.isWithinFairShare('ws_one')).toBe(true);
  });
});
