import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SchemaCollection } from './schemas.ts';

const Point = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' });
const Size = z.object({ width: z.number().default(1) }).meta({ id: 'Size' });
const Shape = z.object({ at: Point, size: Size }).meta({ id: 'Shape' });

describe('SchemaCollection', () => {
  it('defines a schema once and refers to it', () => {
    const schemas = new SchemaCollection();
    expect(schemas.output(z.array(Point))).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Point' },
    });
    expect(schemas.output(Point)).toEqual({ $ref: '#/components/schemas/Point' });
    expect(Object.keys(schemas.all())).toEqual(['Point']);
  });

  it('defines a second schema if requests differ, also for the schemas that contain it', () => {
    const schemas = new SchemaCollection();
    schemas.output(Shape);
    expect(schemas.input(Shape)).toEqual({ $ref: '#/components/schemas/ShapeInput' });
    const all = schemas.all();
    expect(Object.keys(all)).toEqual(['Point', 'Shape', 'ShapeInput', 'Size', 'SizeInput']);
    expect(all['ShapeInput']).toMatchObject({
      properties: { size: { $ref: '#/components/schemas/SizeInput' } },
    });
  });

  it('forbids additional properties in requests, but not in responses', () => {
    const strict = z.strictObject({ name: z.string() });
    const schemas = new SchemaCollection();
    expect(schemas.input(strict)).toHaveProperty('additionalProperties', false);
    expect(schemas.output(strict)).not.toHaveProperty('additionalProperties');
  });
});
