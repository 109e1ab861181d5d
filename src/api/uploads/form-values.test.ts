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

describe('the values of a form', () => {
  it('are read as what the schema wants', () => {
    const sent = { name: '5', count: '5', repeat: 'true', numbers: '["a","b"]', window: '{"days":["mon"]}' };
    expect(parseFormValues(schema, sent)).toEqual({
      name: '5',
      count: 5,
      repeat: true,
      numbers: ['a', 'b'],
      window: { days: ['mon'] },
    });
  });

  it('are a list where a field comes alone or again', () => {
    expect(parseFormValues(schema, { numbers: 'a' })).toEqual({ numbers: ['a'] });
    expect(parseFormValues(schema, { numbers: ['a', 'b'] })).toEqual({ numbers: ['a', 'b'] });
  });

  it('stay as they are where they fit nowhere', () => {
    expect(parseFormValues(schema, { count: 'many', nmae: 'x', window: '{"days":5}' })).toEqual({
      count: 'many',
      nmae: 'x',
      window: { days: 5 },
    });
  });
});
