import { z } from 'zod';
import { isLanguageTag, languageTagAdvice } from '../core/language-subtags.ts';
import { idPrefixes, type IdKind } from '../core/ids.ts';
import { isE164 } from '../core/phone-numbers.ts';
import { isTimeZone, isTimeZoneOrUtc, timeZoneAdvice } from '../core/time-zones.ts';
import { purposes } from './calling-hours/purpose.ts';

/** Text of at most `max` characters. */
export const text = (max: number) => z.string().max(max);

/** Text of 1 to `max` characters. */
export const requiredText = (max: number) => z.string().min(1).max(max);

/** An integer from `min` to `max`. */
export const integer = (min: number, max: number) => z.int().min(min).max(max);

const idNouns: Partial<Record<IdKind, string>> = {
  dispositionCode: 'disposition code',
  job: 'row of the batch',
  messageBatch: 'batch of messages',
  webhook: 'webhook endpoint',
};

/** Returns an id for an example. */
export const exampleId = (kind: IdKind): string => `${idPrefixes[kind]}01KAT3Q5H8Z6T4N2R0V7W9X1Y3`;

/** Returns the schema of an id in a response. */
export const idOf = (kind: IdKind) =>
  z.string().meta({ description: `The id of the ${idNouns[kind] ?? kind}.`, examples: [exampleId(kind)] });

export const createdAt = z.iso.datetime().meta({ description: 'The time of creation.' });

export const updatedAt = z.iso.datetime().meta({ description: 'The time of the last change.' });

export const version = z
  .int()
  .min(1)
  .meta({ description: 'The version. It increases with each change.', examples: [3] });

/** The texts of a named set of values. */
interface EnumTexts<Value extends string> {
  /** The name of the schema. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The meaning of each value. */
  readonly values: Readonly<Record<Value, string>>;
  readonly example: Value;
}

/** Returns a named schema of a set of values. Its description lists the meaning of each value. */
export function namedEnum<const Value extends string>(
  values: readonly Value[],
  { id, title, description, values: meanings, example }: EnumTexts<Value>,
) {
  const lines = Object.entries(meanings).map(([value, meaning]) => `- \`${value}\`: ${String(meaning)}`);
  return z
    .enum(values)
    .meta({ id, title, description: [description, '', ...lines].join('\n'), examples: [example] });
}

/** A number in E.164 format. It does not check whether the number can exist. */
export const e164 = z
  .string()
  .max(16)
  .refine(isE164, 'Write the number in E.164: a plus sign, country code and number.')
  .meta({
    examples: ['+12025550100'],
  });

const zoneName = z
  .string()
  .max(64)
  .meta({
    examples: ['America/New_York'],
  });

/** A time zone in a stored resource. It accepts abbreviations, which are rejected in requests. */
export const storedTimeZone = zoneName;

/** The time zone of a callee: an IANA name with area and location. */
export const calleeTimeZone = zoneName.refine(isTimeZone, { error: ({ input }) => timeZoneAdvice(input) });

/** The time zone of a workspace, an agent or a window: an IANA name with area and location, or UTC. */
export const timeZone = zoneName.refine(isTimeZoneOrUtc, { error: ({ input }) => timeZoneAdvice(input) });

/** A BCP 47 language tag. */
export const language = z
  .string()
  .max(35)
  .refine(isLanguageTag, { error: ({ input }) => languageTagAdvice(input) })
  .meta({
    examples: ['en-US'],
  });

/** A state or province (ISO 3166-2). */
export const region = z
  .string()
  .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Write an ISO 3166-2 code such as US-OR.')
  .meta({
    description:
      'ISO 3166-2, such as `US-OR`: the state or province of the person, if known. Its calling rules apply in addition to those of the number.',
    examples: ['US-OR'],
  });

/** The purpose of calls. */
export const purpose = z.enum(purposes).meta({
  description:
    'The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.',
});

/** The consent that the workspace attests for its callees. */
export const consent = z.boolean().meta({
  description:
    'Attests that every callee has given the consent that the law requires for calls of this purpose with an artificial voice. Rules that apply only to calls without consent are then ignored.',
});

/** An instant in ISO 8601 with an offset or Z. */
export const instant = z.iso.datetime({ offset: true });

/** The value of a variable in flows, prompts and conditions. */
export const variableValue = z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]);

export const variableName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    'Write a name of 1 to 64 letters, digits and _ that does not begin with a digit.',
  );

/** Variables by name; at most 100, as for the columns of a CSV file. */
export const variableValues = z
  .record(z.string().min(1).max(64), variableValue)
  .refine((values) => Object.keys(values).length <= 100, 'Send at most 100 variables.');

const maxMetadataBytes = 16 * 1024;

/** Custom data of the API client, returned unchanged. */
export const metadata = z
  .record(z.string().max(256), z.json())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxMetadataBytes,
    'The metadata is larger than 16 KiB of JSON. Reduce it.',
  )
  .meta({ description: 'Your own data, returned unchanged. At most 16 KiB of JSON.' });

/** The code of a disposition, built-in or defined by the workspace. */
export const dispositionCode = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'Write a disposition of 1 to 64 lower-case letters, digits and _ that begins with a letter.',
  )
  .meta({ examples: ['interested'] });
