import { describe, expect, it } from 'vitest';
import { PromptCache } from './prompt-cache.ts';

const neverAborted = new AbortController().signal;

function fakeSynthesizer(samples: number) {
  const synthesized: string[] = [];
  return {
    synthesized,
    synthesize: (key: string) => () => (synthesized.push(key), Promise.resolve(new Int16Array(samples))),
  };
}

describe('PromptCache', () => {
  it('synthesises a prompt once', async () => {
    const cache = new PromptCache(100_000);
    const { synthesized, synthesize } = fakeSynthesizer(100);
    const first = await cache.get('a', synthesize('a'), neverAborted);
    expect(await cache.get('a', synthesize('a'), neverAborted)).toBe(first);
    expect(synthesized).toEqual(['a']);
    expect(cache.bytes).toBe(200);
  });

  it('evicts the least recently used prompts above its size', async () => {
    const cache = new PromptCache(1000);
    const { synthesized, synthesize } = fakeSynthesizer(100);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'a', 'f', 'a', 'b'])
      await cache.get(key, synthesize(key), neverAborted);
    expect(synthesized).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'b']);
    expect(cache.bytes).toBeLessThanOrEqual(1000);
    expect(cache.count).toBe(5);
  });

  it('does not cache a prompt that is too large', async () => {
    const cache = new PromptCache(1000);
    await cache.get('small', fakeSynthesizer(100).synthesize('small'), neverAborted);
    await cache.get('huge', fakeSynthesizer(400).synthesize('huge'), neverAborted);
    expect(cache.count).toBe(1);
  });

  it('shares the work of concurrent requests for a prompt', async () => {
    const cache = new PromptCache(100_000);
    const { synthesized, synthesize } = fakeSynthesizer(10);
    const all = await Promise.all([1, 2, 3].map(() => cache.get('a', synthesize('a'), neverAborted)));
    expect(new Set(all).size).toBe(1);
    expect(synthesized).toEqual(['a']);
  });

  it('aborts the work when the last waiting request is aborted', async () => {
    const cache = new PromptCache(100_000);
    let stopped = false;
    const synthesize = (signal: AbortSignal) =>
      new Promise<Int16Array>((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(new Error('stopped'));
        });
      });
    const callers = [new AbortController(), new AbortController()];
    const waits = callers.map((caller) => cache.get('a', synthesize, caller.signal).catch(() => 'gone'));
    callers[0]!.abort();
    expect(await waits[0]).toBe('gone');
    expect(stopped).toBe(false);
    callers[1]!.abort();
    expect(await waits[1]).toBe('gone');
    expect(stopped).toBe(true);
  });

  it('does not cache a failure', async () => {
    const cache = new PromptCache(100_000);
    await expect(cache.get('a', () => Promise.reject(new Error('no')), neverAborted)).rejects.toThrow('no');
    expect(await cache.get('a', fakeSynthesizer(5).synthesize('a'), neverAborted)).toHaveLength(5);
  });
});
