import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../core/random.ts';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** Argon2id (RFC 9106) with OWASP's minimum: 19 MiB, two passes, one lane. 30 ms per password on one core, off the main thread. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Longer passwords are rejected before they are hashed. */
export const maxPasswordCharacters = 200;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/**
 * Hashes a password into the PHC string format. It contains the cost, so that old hashes remain valid if the cost is raised.
 * @throws {PasswordHashingBusy}
 */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const nonce = random.bytes(saltBytes);
  const hash = await deriveHash(password, { ...cost, nonce, tagLength: hashBytes });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,})\$([\w+/]{43,})$/;

/**
 * Verifies a password. Hashes are compared in constant time. Returns false for a hash of another format.
 * @throws {PasswordHashingBusy}
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = phcPattern.exec(stored);
  if (match === null || password.length > maxPasswordCharacters) return false;
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, hash] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  const derived = await deriveHash(password, { memory, passes, parallelism, nonce, tagLength: hash.length });
  return timingSafeEqual(derived, hash);
}

/** Derives the hash of a normalized password, so that different encodings of an accent are equal. */
const deriveHash = (password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  runSerially(() => derive('argon2id', { ...parameters, message: password.normalize('NFKC') }));

/** Maximum length of the queue. A user would not wait for a longer one. */
const maxWaiting = 64;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Thrown when the queue of passwords to hash is full. */
export class PasswordHashingBusy extends Error {
  override readonly name = 'PasswordHashingBusy';
}

/**
 * Runs one task at a time per process. Recordings are written by the same thread pool and must not wait for many password
 * guesses.
 */
async function runSerially<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= maxWaiting) throw new PasswordHashingBusy();
  waiting += 1;
  const task = last.then(work);
  last = task.catch(() => {
    // The caller handles the error.
  });
  try {
    return await task;
  } finally {
    waiting -= 1;
  }
}

/**
 * Hash that no password matches, at the current cost. Passwords for unknown accounts are verified against it, so that the
 * response time does not reveal whether an account exists.
 */
export const dummyPasswordHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(
  new Uint8Array(saltBytes),
)}$${base64(new Uint8Array(hashBytes))}`;
