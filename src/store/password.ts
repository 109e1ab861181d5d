import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../core/random.ts';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** RFC 7914 with N = 2^15, r = 8, p = 1: 32 MiB and some 60 ms a guess. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 << 20 };
const saltBytes = 16;
const hashBytes = 32;
/** Longer ones are refused before they cost anything. */
const passwordCharactersMax = 200;

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url: the cost may rise later, and old hashes still be checked. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(saltBytes);
  const hash = await derive(password.normalize('NFKC'), salt, hashBytes, cost);
  const encoded = [salt, hash].map((bytes) => Buffer.from(bytes).toString('base64url'));
  return ['scrypt', cost.N, cost.r, cost.p, ...encoded].join('$');
}

/** Takes the same time for every wrong password. False for a hash that is none of ours. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (match === null || password.length > passwordCharactersMax) return false;
  const [N, r, p] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt, hash] = match.slice(4).map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  const derived = await derive(password.normalize('NFKC'), salt, hash.length, {
    N,
    r,
    p,
    maxmem: cost.maxmem,
  });
  return timingSafeEqual(derived, hash);
}
