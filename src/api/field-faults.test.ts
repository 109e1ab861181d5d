import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldFaults } from './field-faults.ts';

const Schema = z.strictObject({
  name: z.string(),
  speed: z.number().max(2),
  nodes: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('say'), text: z.string() }),
      z.strictObject({ type: z.literal('wait'), ms: z.number() }),
    ]),
  ),
  to: z.union([z.string().regex(/^\+/), z.strictObject({ a: z.number(), b: z.number() })]).optional(),
});

const faultsOf = (value: unknown) => fieldFaults(Schema.safeParse(value).error!);

describe('the faults of a body', () => {
  it('come all at once, each with its path', () => {
    expect(
      faultsOf({ speed: 3, nodes: [{ type: 'say', text: 1 }, { type: 'nap' }], nmae: 'x', x: 1 }),
    ).toMatchObject([
      { path: 'name', code: 'required' },
      { path: 'speed', code: 'too_big' },
      { path: 'nodes[0].text', code: 'invalid_type' },
      { path: 'nodes[1].type' },
      { path: 'nmae', code: 'unknown_field' },
      { path: 'x', code: 'unknown_field' },
    ]);
  });

  it('of a union are those of the branch that came nearest', () => {
    expect(faultsOf({ name: 'x', speed: 1, nodes: [], to: '1' })).toMatchObject([{ path: 'to' }]);
  });

  it('of a body that is missing have an empty path', () => {
    expect(faultsOf(undefined)).toMatchObject([{ path: '', code: 'required' }]);
  });
});
