import { describe, expect, it } from 'vitest';
import { mediaHealth } from './media.ts';

const load = { workers: 1, utilisation: 0.014, latenessP99Ms: 0.26, portsFree: 40, overloaded: false };

describe('mediaHealth', () => {
  it('counts calls without the simulated people', () => {
    expect(mediaHealth(load, 2)).toEqual({
      ok: true,
      detail: '2 calls on 1 thread, 1 % busy, frames 0.3 ms late at p99, 40 RTP ports free',
    });
    expect(mediaHealth({ ...load, workers: 3 }, 1).detail).toMatch(/^1 call on 3 threads,/);
  });

  it('fails without a thread and under overload', () => {
    expect(mediaHealth({ ...load, workers: 0 }, 0).ok).toBe(false);
    expect(mediaHealth({ ...load, overloaded: true }, 0).ok).toBe(false);
  });
});
