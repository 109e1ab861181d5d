import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { unsealResponse, sealResponse } from './sealed-response.ts';

describe('a sealed response', () => {
  const sealed = sealResponse('{"apiKey":"sk_live_x"}', 'the key', 'once', seededRandom(1));

  it('can be unsealed with the secret of the caller', () => {
    expect(sealed).not.toContain('sk_live');
    expect(unsealResponse(sealed, 'the key', 'once')).toBe('{"apiKey":"sk_live_x"}');
  });

  it('cannot be unsealed with another secret, for another idempotency key, or after a change', () => {
    expect(() => unsealResponse(sealed, 'another key', 'once')).toThrow(/unable to authenticate/);
    expect(() => unsealResponse(sealed, 'the key', 'twice')).toThrow(/unable to authenticate/);
    expect(() => unsealResponse(`${sealed.slice(0, -2)}AA`, 'the key', 'once')).toThrow(
      /unable to authenticate/,
    );
  });
});
