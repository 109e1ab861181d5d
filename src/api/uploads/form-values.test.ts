import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFormValues } from './form-values.ts';

const schema = z.strictObject({
  name: z.string(),
  count: z.int().default(1),
  repeat: z.boolean().default(false),
  numbers: z.array(z.string()).default([]),
  window: z.strictObject({ days: z.array(z.string()) }).optional(),
});

describe('parseFormValues', () => {
  it('converts values to the types of the schema', () => {
    const sent = { name: '5', count: '5', repeat: 'true', numbers: '["a","b"]', window: '{"days":["mon"]}' };
    expect(parseFormValues(schema, sent)).toEqual({
      name: '5',
      count: 5,
      repeat: true,
      numbers: ['a', 'b'],
      window: { days: ['mon'] },
    });
  });

  it('converts single and repeated fields to a list', () => {
    expect(parseFormValues(schema, { numbers: 'a' })).toEqual({ numbers: ['a'] });
    expect(parseFormValues(schema, { numbers: ['a', 'b'] })).toEqual({ numbers: ['a', 'b'] });
  });

  it('does not validate: keeps unknown fields and text that is not JSON, and parses other JSON', () => {
    expect(parseFormValues(schema, { count: 'many', nmae: 'x', window: '{"days":5}' })).toEqual({
      count: 'many',
      nmae: 'x',
      window: { days: 5 },
    });
  });
});
