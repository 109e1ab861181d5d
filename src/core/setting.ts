import { z } from 'zod';
import { isAddressRange } from './address-ranges.ts';
import { isHttpUrl } from './http-url.ts';

/** A setting: its environment variable, its schema and its texts in docs/configuration.md. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Parses the text of the environment variable; the input is undefined if the variable is not set. */
  readonly schema: Schema;
  /** The default as text; undefined if the setting is optional. */
  readonly fallback: string | undefined;
  readonly description: string;
  /** A valid value, shown in error messages. */
  readonly example: string;
  /** True if the value must not appear in messages or logs. */
  readonly secret: boolean;
}

export interface SettingText {
  readonly description: string;
  readonly example: string;
  readonly secret?: boolean;
}

/** Defines a setting that always has a value. */
export function setting<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: SettingText & { readonly fallback: string },
): Setting<Schema> {
  return { secret: false, ...text, name, schema };
}

/** Defines an optional setting. */
export function optional<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: SettingText,
): Setting<z.ZodOptional<Schema>> {
  return { secret: false, ...text, name, schema: schema.optional(), fallback: undefined };
}

export const httpUrl = z.string().refine(isHttpUrl, { error: 'is not an http:// or https:// address' });

/** Digits of an integer from `minimum` to `maximum`. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum, `is below ${minimum}`).max(maximum, `is above ${maximum}`));

/** IP addresses and blocks, separated by commas. */
export const addressList = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every((entry) => isAddressRange(entry)),
    'is not a list of IP addresses and blocks such as 203.0.113.0/24',
  );

/** The key of a vendor. */
export const apiKey = z.string().min(1, 'is empty');
