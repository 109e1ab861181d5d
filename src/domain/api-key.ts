import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '../core/random.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretCharacters = 32;
const checksumCharacters = 6;
const keyPattern = /^sk_(live|test)_[0-9A-Za-z]{38}$/;

export type KeyMode = 'live' | 'test';

/** The prefix of keys that reach the test network only. */
export const testKeyPrefix = 'sk_test_';

/** The stored and listed form of a key, from which the key cannot be recovered. */
export interface KeyFingerprint {
  /** SHA-256 in hexadecimal. The key has 190 random bits, so a slow hash would add nothing. */
  readonly hash: string;
  /** `sk_live_` or `sk_test_`. */
  readonly prefix: string;
  readonly lastFour: string;
}

/**
 * Creates a key: `sk_live_` or `sk_test_`, 32 random base62 characters, and 6 characters of CRC-32 over all of that. Secret scanners can
 * recognise the format.
 */
export function createApiKey(random: Random, mode: KeyMode): string {
  let key = `sk_${mode}_`;
  for (let index = 0; index < secretCharacters; index += 1) key += base62[random.below(base62.length)];
  return key + checksumOf(key);
}

function checksumOf(text: string): string {
  let value = crc32(text);
  let checksum = '';
  for (let index = 0; index < checksumCharacters; index += 1) {
    checksum = base62[value % base62.length] + checksum;
    value = Math.floor(value / base62.length);
  }
  return checksum;
}

/** Returns whether the format and the checksum are valid, so that a mistyped key is rejected without a database query. */
export function isWellFormedApiKey(text: string): boolean {
  return (
    keyPattern.test(text) &&
    checksumOf(text.slice(0, -checksumCharacters)) === text.slice(-checksumCharacters)
  );
}

export const hashApiKey = (key: string): string => hash('sha256', key);

export function fingerprintApiKey(key: string): KeyFingerprint {
  return { hash: hashApiKey(key), prefix: key.slice(0, 'sk_live_'.length), lastFour: key.slice(-4) };
}

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
