import { refuse } from '../../core/problems.ts';
import { SecretBoxError, type SecretBox } from '../../core/secret-box.ts';

/** Encrypts the secret of an endpoint. @throws {Problem} `secret_key_unavailable` */
export function sealSecret(secrets: SecretBox, secret: string, endpointId: string): string {
  try {
    return secrets.seal(secret, endpointId);
  } catch (error) {
    if (error instanceof SecretBoxError) refuse('secret_key_unavailable');
    throw error;
  }
}
