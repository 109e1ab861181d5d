import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '../core/random.ts';

const nonceBytes = 12;
const tagBytes = 16;
const salt = 'parley idempotent answer';

/**
 * AES-256-GCM under a key derived from the API key that asked: an answer with a secret is kept for replays, and only
 * the same API key and Idempotency-Key can read it again; the database alone cannot.
 */
export function sealResponse(text: string, apiKey: string, idempotencyKey: string, random: Random): string {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secretFor(apiKey, idempotencyKey), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws {Error} where the text was sealed by another API key, or was changed */
export function unsealResponse(sealed: string, apiKey: string, idempotencyKey: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', secretFor(apiKey, idempotencyKey), nonce);
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

const secretFor = (apiKey: string, idempotencyKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', apiKey, salt, idempotencyKey, 32));
