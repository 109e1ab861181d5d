import { z } from 'zod';

/** A merge patch of `T` (RFC 7396): omitted fields are unchanged, null removes a field, objects are merged, arrays are replaced. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: MergePatch<T[Key]> | null | undefined }
    : T;

/** Returns the merge patch schema of a strict object schema: the same bounds, every field optional and nullable. */
export function mergePatchSchema<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodType<MergePatch<z.input<z.ZodObject<Shape>>>> {
  return patchObject(schema) as unknown as z.ZodType<MergePatch<z.input<z.ZodObject<Shape>>>>;
}

function patchObject(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, patchField(field as z.ZodType)]);
  return z.strictObject(Object.fromEntries(fields) as z.ZodRawShape);
}

function patchField(field: z.ZodType): z.ZodType {
  const texts = { ...defaultAsExample(field), ...textsOf(field) };
  return patchValue(withoutDefault(field)).nullable().optional().meta(texts);
}

/** Returns the description and examples of a field, which `patchValue` can lose. A named schema keeps its own. */
function textsOf(field: z.ZodType): z.GlobalMeta {
  const texts = field.meta() ?? withoutDefault(field).meta() ?? {};
  return texts.id === undefined ? texts : {};
}

/** A patch has no defaults, so the default of a text or number is its example. */
function defaultAsExample(field: z.ZodType): z.GlobalMeta {
  const isFree = field instanceof z.ZodDefault && !(field.unwrap() instanceof z.ZodEnum);
  const value = isFree ? field.def.defaultValue : undefined;
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? { examples: [value] }
    : {};
}

function patchValue(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodObject) return patchObject(field);
  // Null removes one entry.
  if (field instanceof z.ZodUnion && !(field instanceof z.ZodDiscriminatedUnion))
    return z.union(field.options.map((option) => patchValue(option as z.ZodType)));
  if (field instanceof z.ZodRecord) return z.record(field.keyType, (field.valueType as z.ZodType).nullable());
  return field;
}

function withoutDefault(field: z.ZodType): z.ZodType {
  if (
    field instanceof z.ZodDefault ||
    field instanceof z.ZodPrefault ||
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable
  )
    return withoutDefault(field.unwrap() as z.ZodType);
  return field;
}

/** Applies a merge patch (RFC 7396 §2). Does not modify its arguments; ignores `__proto__`. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged: Record<string, unknown> = isPlainObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (name === '__proto__' || value === undefined) continue;
    if (value === null) delete merged[name];
    else merged[name] = applyMergePatch(merged[name], value);
  }
  return merged;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
