import { describe, expect, it } from 'vitest';
import { compileParameters } from './tool-parameters.ts';

/** Returns the fault of the schema, else that of the arguments. */
function faultOf(schema: Record<string, unknown>, args: unknown): string | undefined {
  const compiled = compileParameters(schema);
  return 'fault' in compiled ? compiled.fault : compiled.check(args);
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const order = object({ id: { type: 'integer', minimum: 1 }, note: { type: 'string' } }, { required: ['id'] });

describe('compileParameters', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [order, { id: 7 }],
    [order, { id: 7, other: true }],
    [{}, {}],
    [object({ day: { type: 'string', format: 'date' } }), { day: '2026-11-24' }],
    [object({ size: { enum: ['S', 'L', null] } }), { size: null }],
    [object({ at: { $ref: '#/$defs/time' } }, { $defs: { time: { type: 'string' } } }), { at: 'ten' }],
    [
      object({ at: { $ref: '#/definitions/time' } }, { definitions: { time: { type: 'string' } } }),
      { at: 'ten' },
    ],
    [object({ pattern: { type: 'string', pattern: '^(a+)+$' } }), { pattern: `${'a'.repeat(50)}b` }],
    [
      object({ a: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] } }),
      { a: [1] },
    ],
  ])('accepts arguments of %j', (schema, args) => {
    expect(faultOf(schema, args)).toBeUndefined();
  });

  it.each<[Record<string, unknown>, unknown, string]>([
    [order, {}, 'id: '],
    [order, { id: 0 }, 'id: '],
    [order, { id: 'seven' }, 'id: '],
    [order, [], 'expected object'],
    [order, null, 'expected object'],
    [order, '{"id": 7', 'The arguments are not valid JSON.'],
    [order, { id: 7, note: 'x'.repeat(20_000) }, 'The arguments are too long.'],
    [{ ...order, additionalProperties: false }, { id: 7, x: 1 }, 'x'],
    [object({ at: { $ref: '#/$defs/time' } }, { $defs: { time: { type: 'string' } } }), { at: 7 }, 'at: '],
    [{ properties: { a: { type: 'string' } } }, { a: 1 }, 'a: '],
  ])('rejects arguments of %j: %j', (schema, args, fault) => {
    expect(faultOf(schema, args)).toContain(fault);
  });

  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );

  it.each<[Record<string, unknown>, string]>([
    [{ type: 'string' }, 'The type of the parameters must be object.'],
    [{ required: ['x'] }, 'required contains "x", which is not in properties.'],
    [object({ a: 7 }), 'Each subschema must be an object.'],
    [object({ a: { $ref: 'https://example.com/x' } }), 'The reference https://example.com/x does not exist.'],
    [
      object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: object({ b: { $ref: '#/$defs/a' } }) } }),
      'The reference #/$defs/a is recursive.',
    ],
    [object({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...doubling, d40: {} } }), 'more than 1000 subschemas'],
    [{ if: {} }, 'The schema is not supported: '],
    [object({ a: { type: 'weird' } }), 'The schema is not supported: '],
  ])('does not support %j', (schema, fault) => {
    expect(faultOf(schema, {})).toContain(fault);
  });
});
