import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../core/random.ts';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** RFC 9106, the least that OWASP advises: 19 MiB, two passes, one lane. 30 ms a guess on one core, off the main thread. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Longer ones are refused before they cost anything. */
export const passwordCharactersMax = 200;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** In the PHC string format, so that the cost may rise later and old hashes still be checked. @throws {PasswordsBusy} */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const nonce = random.bytes(saltBytes);
  const hash = await deriveHash(password, { ...cost, nonce, tagLength: hashBytes });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,})\$([\w+/]{43,})$/;

/**
 * Takes the same time for every wrong password. False for a hash that is none of ours.
 * @throws {PasswordsBusy}
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = phcPattern.exec(stored);
  if (match === null || password.length > passwordCharactersMax) return false;
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, hash] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  const derived = await deriveHash(password, { memory, passes, parallelism, nonce, tagLength: hash.length });
  return timingSafeEqual(derived, hash);
}

/** However an accent was typed, it is the same password. */
const deriveHash = (password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  inTurn(() => derive('argon2id', { ...parameters, message: password.normalize('NFKC') }));

/** More would wait for longer than a person does. */
const waitingMax = 64;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** The passwords that are to be hashed already are as many as this process takes on. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
}

/** One at a time in a process: recordings are written by the same few threads, and must not wait behind guesses. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= waitingMax) throw new PasswordsBusy();
  waiting += 1;
  const mine = last.then(work);
  last = mine.catch(() => {
    // Whoever waits for it is told.
  });
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

/** The hash of a password that nobody has, at today's cost: checked where there is no account, so that the time tells nothing. */
export const dummyPasswordHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(
  new Uint8Array(saltBytes),
)}$${base64(new Uint8Array(hashBytes))}`;
