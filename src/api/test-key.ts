import { reject } from '../core/problems.ts';
import { isTestRecipient } from '../core/test-addresses.ts';
import type { Caller } from './endpoint.ts';

/**
 * Requires that a caller with a test key causes calls and messages to the test network only. `recipient`: E.164, or an email address.
 * @throws {Problem} `test_key`
 */
export function requireReachable({ isTestKey }: Pick<Caller, 'isTestKey'>, recipient: string): void {
  if (isTestKey && !isTestRecipient(recipient)) reject('test_key');
}
