import { z } from 'zod';
import { isFictionalNumber } from '../../core/phone-numbers.ts';

/** The beginnings of E.164 numbers that a workspace may bring itself; `+` allows every number. */
export const OwnNumberPrefixes = z
  .array(
    z
      .string()
      .regex(/^\+\d{0,15}$/, 'Write a plus sign and the first digits of the numbers, such as +1202555.'),
  )
  .max(100);

/** Whether a workspace with these prefixes may bring the number. Numbers of the test network reach no one and are free to all. */
export const mayImportNumber = (e164: string, prefixes: readonly string[]): boolean =>
  isFictionalNumber(e164) || prefixes.some((prefix) => e164.startsWith(prefix));
