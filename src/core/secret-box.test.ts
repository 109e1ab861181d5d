import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { newSecretKey, parseSecretKey, SecretBox, SecretBoxError } from './secret-box.ts';

const random = seededRandom(1);
const key = (seed: number) => seededRandom(seed).bytes(32);

describe('SecretBox', () => {
  it('decrypts what it encrypted, for the same row', () => {
    const box = new SecretBox([key(1)], random);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, rowId) => {
        expect(box.open(box.seal(secret, rowId), rowId)).toBe(Buffer.from(secret).toString());
      }),
    );
  });

  it('rejects a ciphertext of another row', () => {
    const box = new SecretBox([key(1)], random);
    expect(() => box.open(box.seal('whsec_1', 'whk_1'), 'whk_2')).toThrow(SecretBoxError);
  });

  it('rejects every ciphertext with one changed bit', () => {
    const box = new SecretBox([key(1)], random);
    const [id, body] = box.seal('whsec_1', 'whk_1').split('.') as [string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => box.open(`${id}.${changed.toString('base64url')}`, 'whk_1')).toThrow(SecretBoxError);
    }
  });

  it('rejects any other text', () => {
    const box = new SecretBox([key(1)], random);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => box.open(text, 'whk_1')).toThrow(SecretBoxError);
        expect(() => box.open(`${box.keyIds[0]}.${text}`, 'whk_1')).toThrow(SecretBoxError);
      }),
    );
  });

  it('encrypts with the first key and decrypts with all', () => {
    const old = new SecretBox([key(1)], random);
    const rotated = new SecretBox([key(2), key(1)], random);
    const sealed = old.seal('whsec_1', 'whk_1');
    expect(rotated.open(sealed, 'whk_1')).toBe('whsec_1');
    expect(rotated.seal('whsec_1', 'whk_1').startsWith(`${rotated.keyIds[0]}.`)).toBe(true);
    expect(() => old.open(rotated.seal('whsec_1', 'whk_1'), 'whk_1')).toThrow(SecretBoxError);
  });

  it('names the missing key', () => {
    const sealed = new SecretBox([key(1)], random).seal('whsec_1', 'whk_1');
    const other = new SecretBox([key(2)], random);
    expect(() => other.open(sealed, 'whk_1')).toThrow(`key ${sealed.split('.')[0]}`);
  });

  it('never encrypts the same secret to the same text twice', () => {
    const box = new SecretBox([key(1)], random);
    expect(new Set(Array.from({ length: 1000 }, () => box.seal('whsec_1', 'whk_1'))).size).toBe(1000);
  });

  it('encrypts and decrypts nothing without keys', () => {
    const sealed = new SecretBox([key(1)], random).seal('whsec_1', 'whk_1');
    const empty = new SecretBox([], random);
    expect(() => empty.seal('whsec_1', 'whk_1')).toThrow(SecretBoxError);
    expect(() => empty.open(sealed, 'whk_1')).toThrow(SecretBoxError);
  });

  it('rejects keys of other lengths', () => {
    expect(() => new SecretBox([new Uint8Array(31)], random)).toThrow('32 bytes');
  });
});

describe('parseSecretKey', () => {
  it('reads base64url, base64 and hexadecimal digits', () => {
    const text = newSecretKey(random);
    const bytes = parseSecretKey(text)!;
    expect(bytes).toHaveLength(32);
    expect(parseSecretKey(`${Buffer.from(bytes).toString('base64')}\n`)).toEqual(bytes);
    expect(parseSecretKey(Buffer.from(bytes).toString('hex'))).toEqual(bytes);
  });

  it.each(['', 'short', 'x'.repeat(42), `${'a'.repeat(43)}!`, 'ä'.repeat(43)])('rejects %j', (text) => {
    expect(parseSecretKey(text)).toBeUndefined();
  });
});
