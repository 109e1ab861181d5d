/** Returns the fields of a value that a client sent; an empty object if the value is not an object. */
export const sentFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

export const sentText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const sentList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
