import { z } from 'zod';
import { isFictionalNumber } from '../../core/phone-numbers.ts';

/** Prefixes of E.164 numbers that a workspace may import; `+` allows every number. */
export const OwnNumberPrefixes = z
  .array(
    z
      .string()
      .regex(/^\+\d{0,15}$/, 'Write a plus sign and the first digits of the numbers, such as +1202555.')
      .meta({ examples: ['+1202555'] }),
  )
  .max(100);

/** Returns whether a workspace with these prefixes may import the number. Numbers of the test network are always allowed. */
export const mayImportNumber = (e164: string, prefixes: readonly string[]): boolean =>
  isFictionalNumber(e164) || prefixes.some((prefix) => e164.startsWith(prefix));
