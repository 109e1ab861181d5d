import { z } from 'zod';
import { isE164 } from '../core/phone-numbers.ts';
import { isTimeZone, isTimeZoneOrUtc, timeZoneAdvice } from '../core/time-zones.ts';
import { purposes } from './calling-hours/purpose.ts';
import { isLanguageTag } from './language-tags.ts';

/** An E.164 number in form; whether it can exist is asked elsewhere. */
export const e164 = z
  .string()
  .max(16)
  .refine(isE164, 'Write the number in E.164: a plus sign, country code and number.');

const zoneName = z.string().max(64);

/** A zone in a stored resource: rows of earlier versions may hold abbreviations, which are refused in requests only. */
export const storedZone = zoneName;

/** The zone by which a person who is called lives: IANA, by area and location. */
export const calleeTimeZone = zoneName.refine(isTimeZone, { error: ({ input }) => timeZoneAdvice(input) });

/** The zone of a workspace, an agent or a window: IANA, by area and location, or UTC. */
export const timeZone = zoneName.refine(isTimeZoneOrUtc, { error: ({ input }) => timeZoneAdvice(input) });

/** A language tag (BCP 47). */
export const language = z
  .string()
  .max(35)
  .refine(isLanguageTag, 'Write a BCP 47 language tag such as en-US.');

/** A country's state, province or part (ISO 3166-2). */
export const region = z
  .string()
  .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'Write an ISO 3166-2 code such as US-OR.')
  .meta({
    description:
      'ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply beside those of the number.',
  });

/** What calls are for. */
export const purpose = z.enum(purposes).meta({
  description:
    'What the calls are for; it selects the calling rules that bind them. `unspecified`: all rules bind, the strictest apply.',
});

/** What the workspace says of the people it calls. */
export const consent = z.boolean().meta({
  description:
    'Attests that everyone called has given the consent that the law requires for calls of this purpose by an artificial voice. It lifts the rules that bind calls without consent.',
});

/** An instant: ISO 8601 with an offset or Z. */
export const instant = z.iso.datetime({ offset: true });

/** What flows, prompts and conditions compute with. */
export const variableValue = z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]);

export const variableName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    'A name has letters, digits and _, 64 at most, and begins with no digit.',
  );

/** Variables by name; 100 at most, as many as a CSV file has columns. */
export const variableValues = z
  .record(z.string().min(1).max(64), variableValue)
  .refine((values) => Object.keys(values).length <= 100, 'At most 100 variables.');

const metadataBytesMax = 16 * 1024;

/** The caller's own data, given back as it came. */
export const metadata = z
  .record(z.string().max(256), z.json())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= metadataBytesMax,
    'Metadata is at most 16 KiB of JSON.',
  );

/** A disposition's code: one of the built-in ones or the workspace's own. */
export const dispositionCode = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'A disposition is lower-case letters, digits and _, 64 at most.');
