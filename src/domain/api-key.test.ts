import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { createApiKey, fingerprintApiKey, hashApiKey, isWellFormedApiKey, sameHash } from './api-key.ts';

const key = createApiKey(seededRandom(1), 'live');

describe('an API key', () => {
  it('has a prefix, 32 random characters and a checksum of 6 characters', () => {
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(createApiKey(seededRandom(1), 'test')).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
  });

  it('is well formed for every random seed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('live', 'test'), (seed, mode) => {
        expect(isWellFormedApiKey(createApiKey(seededRandom(seed), mode))).toBe(true);
      }),
    );
  });

  it('is rejected after any change of one character', () => {
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom('a', 'Z', '7', '_', ' '), (at, other) => {
        fc.pre(key[at] !== other);
        expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('is rejected if two adjacent characters are swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: key.length - 2 }), (at) => {
        fc.pre(key[at] !== key[at + 1]);
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(isWellFormedApiKey(swapped)).toBe(false);
      }),
    );
  });

  it('is stored as a hash, a prefix and its last four characters', () => {
    expect(fingerprintApiKey(key)).toEqual({
      hash: hashApiKey(key),
      prefix: 'sk_live_',
      lastFour: key.slice(-4),
    });
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is compared by its hash', () => {
    expect(sameHash(hashApiKey(key), hashApiKey(key))).toBe(true);
    expect(sameHash(hashApiKey(key), hashApiKey(`${key}x`))).toBe(false);
    expect(sameHash('short', hashApiKey(key))).toBe(false);
  });
});
