import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { maxPasswordCharacters, PasswordHashingBusy } from '../../store/password.ts';

const minCharacters = 12;

/** Schema of a new password: long rather than complex (NIST SP 800-63B). */
export const newPassword = z
  .string()
  .min(minCharacters)
  .max(maxPasswordCharacters)
  .meta({
    description: `A new password of ${minCharacters} to ${maxPasswordCharacters} characters of any kind.`,
  });

/** Schema of a password to verify. Accepts passwords that are too short to be set, so that their check takes as long as any other. */
export const submittedPassword = z.string().min(1).max(maxPasswordCharacters);

/** Schema of an email address. */
export const emailAddress = z.email().max(254).meta({ description: 'An email address.' });

/**
 * Hashes or verifies a password with `work`.
 * @throws {Problem} `overloaded` if `work` throws `PasswordHashingBusy`
 */
export async function rejectIfHashingBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasswordHashingBusy)) throw error;
    return reject('overloaded', {
      details: 'Too many concurrent sign-ins. Retry after the number of seconds in Retry-After.',
      retryAfterSeconds: 2,
    });
  }
}
