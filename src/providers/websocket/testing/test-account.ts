import { uncaughtInternalErrors } from '../../../contracts/testing/rethrow-uncaught.ts';
import { systemClock, type Clock } from '../../../core/clock.ts';
import { seededRandom } from '../../../core/random.ts';
import { CircuitBreakers } from '../circuit-breaker.ts';
import type { VendorDependencies } from '../speech-to-text.ts';
import type { VendorAccount } from '../vendor-account.ts';

/** Creates an account at a simulated vendor, and what an adapter needs besides. Internal errors fail the test. */
export function createTestAccount(
  { baseUrl }: Pick<VendorAccount, 'baseUrl'>,
  apiKey: string,
  clock: Clock = systemClock,
): { readonly account: VendorAccount; readonly dependencies: VendorDependencies } {
  const random = seededRandom(1);
  return {
    account: { baseUrl, apiKey, breakers: new CircuitBreakers(clock, random) },
    dependencies: { clock, random, internalErrors: uncaughtInternalErrors },
  };
}
