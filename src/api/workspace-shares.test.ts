import { describe, expect, it } from 'vitest';
import { WorkspaceShares } from './workspace-shares.ts';

describe('the shares of workspaces', () => {
  it('are equal: a flood of one workspace does not reduce the share of another', () => {
    const shares = new WorkspaceShares(10);
    const flood = Array.from({ length: 1000 }, () => shares.acquire('ws_flood'));
    expect(shares.isWithinShare('ws_flood')).toBe(false);
    for (let count = 0; count < 5; count += 1) {
      expect(shares.isWithinShare('ws_calm')).toBe(true);
      shares.acquire('ws_calm');
    }
    expect(shares.isWithinShare('ws_calm')).toBe(false);
    for (const release of flood) release();
    expect(shares.isWithinShare('ws_flood')).toBe(true);
  });

  it('release a request only once', () => {
    const shares = new WorkspaceShares(1);
    const [first, second] = [shares.acquire('ws_one'), shares.acquire('ws_one')];
    first();
    first();
    expect(shares.isWithinShare('ws_one')).toBe(false);
    second();
    expect(shares.isWithinShare('ws_one')).toBe(true);
  });
});
