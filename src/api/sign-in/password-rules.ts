import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { passwordCharactersMax, PasswordHashingBusy } from '../../store/password.ts';

const charactersMin = 12;

/** NIST SP 800-63B: long rather than complicated. */
export const newPassword = z
  .string()
  .min(charactersMin)
  .max(passwordCharactersMax)
  .meta({
    description: `A new password of ${charactersMin} to ${passwordCharactersMax} characters, of whatever kind.`,
  });

/** One that is checked; whatever was sent costs the same. */
export const submittedPassword = z.string().min(1).max(passwordCharactersMax);

export const emailAddress = z.email().max(254);

/** @throws {Problem} `overloaded` where too many wait to be checked */
export async function withPasswordCapacity<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasswordHashingBusy)) throw error;
    return refuse('overloaded', {
      details: 'Too many people sign in at this moment. Try again shortly.',
      retryAfterSeconds: 2,
    });
  }
}
