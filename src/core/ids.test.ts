import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPrefixes, idSource, idTimeMs, isId, type IdKind } from './ids.ts';
import { seededRandom } from './random.ts';

describe('identifiers', () => {
  it('consist of the prefix of their kind and 26 Crockford characters', () => {
    const ids = idSource({ now: () => 1_700_000_000_000 }, seededRandom(1));
    for (const kind of Object.keys(idPrefixes) as IdKind[]) {
      const id = ids.newId(kind);
      expect(id).toMatch(new RegExp(`^${idPrefixes[kind]}[0-7][0-9A-HJKMNP-TV-Z]{25}$`));
      expect(isId(kind, id)).toBe(true);
    }
  });

  it('are UUIDs of version 7 and variant 10', () => {
    const id = idSource({ now: () => 0x0123_4567_89ab }, seededRandom(2))
      .newId('call')
      .slice('call_'.length);
    const bits = [...id]
      .map((c) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(c).toString(2).padStart(5, '0'))
      .join('')
      .slice(2);
    expect(bits).toHaveLength(128);
    expect(parseInt(bits.slice(0, 48), 2)).toBe(0x0123_4567_89ab);
    expect(bits.slice(48, 52)).toBe('0111');
    expect(bits.slice(64, 66)).toBe('10');
  });

  it('sort by creation, also within a millisecond and when the clock goes back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 200 }),
        fc.integer(),
        (steps, seed) => {
          let nowMs = 1_700_000_000_000;
          const ids = idSource({ now: () => nowMs }, seededRandom(seed));
          let last = '';
          for (const step of steps) {
            nowMs += step;
            const id = ids.newId('job');
            expect(id > last).toBe(true);
            last = id;
          }
        },
      ),
    );
  });

  it('sort by creation and are unique, for 10,000 in one millisecond', () => {
    const ids = idSource({ now: () => 1_700_000_000_000 }, seededRandom(3));
    const created = Array.from({ length: 10_000 }, () => ids.newId('event'));
    expect([...created].sort()).toEqual(created);
    expect(new Set(created).size).toBe(created.length);
  });

  it('contain their creation time', () => {
    expect(idTimeMs(idSource({ now: () => 1_790_000_000_123 }, seededRandom(4)).newId('batch'))).toBe(
      1_790_000_000_123,
    );
  });

  it('are rejected if they are malformed or of another kind', () => {
    const id = idSource({ now: () => 1 }, seededRandom(5)).newId('call');
    expect(isId('agent', id)).toBe(false);
    expect(isId('call', id.toLowerCase())).toBe(false);
    expect(isId('call', id.slice(0, -1))).toBe(false);
    expect(isId('call', `${id.slice(0, -1)}U`)).toBe(false);
  });
});
