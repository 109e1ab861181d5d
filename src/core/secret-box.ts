import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { Random } from './random.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdPattern = /^[0-9a-f]{8}$/;

/** A 256-bit key with its id, the start of its SHA-256. */
export interface NamedKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Thrown if a secret cannot be decrypted. Its message is for the operator and contains no secret. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Encrypts secrets that are stored in the database: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. The id of the row is
 * associated data, so that a ciphertext copied to another row cannot be decrypted. A ciphertext names its key.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, NamedKey>;
  readonly #current: NamedKey | undefined;
  readonly #random: Pick<Random, 'bytes'>;

  /** @param keys 32 bytes each; the first encrypts, all decrypt. Without keys, `seal` and `open` throw. */
  constructor(keys: readonly Uint8Array[], random: Pick<Random, 'bytes'>) {
    const secretKeys = keys.map(toSecretKey);
    this.#current = secretKeys[0];
    this.#keys = new Map(secretKeys.map((key) => [key.id, key]));
    this.#random = random;
  }

  /** Ids of the keys, 8 hexadecimal digits each. */
  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  /** Returns a key of 32 bytes per key of the box, for another purpose (HKDF, RFC 5869). The first one signs, all verify. */
  deriveKeys(purpose: string): Uint8Array[] {
    return this.deriveNamedKeys(purpose).map(({ bytes }) => bytes);
  }

  /** Like `deriveKeys`, with the id of the key of the box from which each one is derived. */
  deriveNamedKeys(purpose: string): NamedKey[] {
    return [...this.#keys.values()].map(({ id, bytes }) => ({
      id,
      bytes: new Uint8Array(hkdfSync('sha256', bytes, '', purpose, keyBytes)),
    }));
  }

  /**
   * Returns `<key id>.<base64url of nonce, tag and ciphertext>`.
   * @throws {SecretBoxError} without keys
   */
  seal(secret: string, rowId: string): string {
    if (this.#current === undefined) throw new SecretBoxError('There is no key to encrypt secrets.');
    const nonce = this.#random.bytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, nonce);
    cipher.setAAD(Buffer.from(rowId));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${this.#current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
  }

  /** @throws {SecretBoxError} if the key is missing, or the text was changed or belongs to another row */
  open(sealed: string, rowId: string): string {
    const [keyId = '', body = ''] = sealed.split('.', 2);
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new SecretBoxError(missingKeyMessage(keyId, rowId));
    try {
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(rowId));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      throw new SecretBoxError(`The secret of ${rowId} was changed, or belongs to another row. Rotate it.`);
    }
  }
}

function missingKeyMessage(keyId: string, rowId: string): string {
  const name = keyIdPattern.test(keyId) ? `key ${keyId}` : 'an unknown key';
  return `The secret of ${rowId} is encrypted with ${name}, which is not configured. Add the key to PARLEY_SECRET_KEY, or restore <data>/secret.key.`;
}

function toSecretKey(bytes: Uint8Array): NamedKey {
  if (bytes.length !== keyBytes)
    throw new RangeError(`A secret key has ${keyBytes} bytes, not ${bytes.length}.`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

/** Parses a key: 32 bytes as base64, base64url or hexadecimal digits. Returns undefined for any other text. */
export function parseSecretKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return new Uint8Array(Buffer.from(trimmed, 'hex'));
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return undefined;
  return new Uint8Array(Buffer.from(trimmed, 'base64'));
}

/** Creates a key as base64url text. */
export const newSecretKey = (random: Pick<Random, 'bytes'>): string =>
  Buffer.from(random.bytes(keyBytes)).toString('base64url');
