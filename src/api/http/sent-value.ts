/** Returns the fields of a value that a client sent; an empty object if the value is not an object. */
export const sentFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

/** Returns the value if it is a string, otherwise `undefined`. */
export const sentText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns the value if it is a list, otherwise an empty list. */
export const sentList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
