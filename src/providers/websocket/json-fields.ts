import { cleanText } from '../../core/clean-text.ts';

/** An object of a vendor's message, whose fields have any type. */
export type JsonFields = Readonly<Record<string, unknown>>;

const maxTextLength = 20_000;
const maxItems = 2_000;

/** Returns the object of a JSON text; undefined if it is malformed or not an object. */
export function parseFields(text: string): JsonFields | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value; an empty object if it is not an object. */
export const fieldsOf = (value: unknown): JsonFields => (isFields(value) ? value : {});

/** Returns at most 2,000 items of an array; an empty array if the value is not an array. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value.slice(0, maxItems) as unknown[]) : [];

/** Returns at most 20,000 characters of a string, cleaned; an empty string if the value is not a string. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? cleanText(value.slice(0, maxTextLength)) : '';

/** Returns a finite number, or `fallback`. */
export const numberOf = (value: unknown, fallback = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

/** Returns a number from 0 to 1, or undefined. */
export const shareOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;

const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
