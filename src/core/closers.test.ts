import { describe, expect, it } from 'vitest';
import { Closers } from './closers.ts';
import { silentLogger } from './logger.ts';

describe('Closers', () => {
  it('closes all parts once, in reverse order, even if one fails', async () => {
    const closed: string[] = [];
    const closers = new Closers(silentLogger);
    closers.add('first', async () => closed.push('first'));
    closers.add('second', () => Promise.reject(new Error('stuck')));
    closers.add('third', async () => closed.push('third'));
    await Promise.all([closers.close(), closers.close()]);
    expect(closed).toEqual(['third', 'first']);
  });

  it('closes a part immediately if it is added after closing started', async () => {
    const closed: string[] = [];
    const closers = new Closers(silentLogger);
    await closers.close();
    closers.add('late', async () => closed.push('late'));
    await closers.close();
    expect(closed).toEqual(['late']);
  });
});
