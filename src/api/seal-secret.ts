import { reject } from '../core/problems.ts';
import { SecretBoxError, type SecretBox } from '../core/secret-box.ts';

/** Encrypts a secret for the row with the id `rowId`. @throws {Problem} `secret_key_unavailable` */
export function sealSecret(secrets: SecretBox, secret: string, rowId: string): string {
  try {
    return secrets.seal(secret, rowId);
  } catch (error) {
    if (error instanceof SecretBoxError) reject('secret_key_unavailable');
    throw error;
  }
}
