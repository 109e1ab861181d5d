import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '../../core/random.ts';

const nonceBytes = 12;
const tagBytes = 16;
const salt = 'parley idempotent answer';

/**
 * Encrypts a response with a secret for replays: AES-256-GCM with a key derived from the secret of the caller (an API key or
 * session) and the Idempotency-Key. Only a request with both can decrypt it.
 */
export function sealResponse(
  text: string,
  callerSecret: string,
  idempotencyKey: string,
  random: Random,
): string {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secretFor(callerSecret, idempotencyKey), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws {Error} if the text was encrypted with another secret or Idempotency-Key, or was changed */
export function unsealResponse(sealed: string, callerSecret: string, idempotencyKey: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', secretFor(callerSecret, idempotencyKey), nonce);
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

const secretFor = (callerSecret: string, idempotencyKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', callerSecret, salt, idempotencyKey, 32));
