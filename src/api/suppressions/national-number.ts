import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import {
  isNationalNumber,
  parseSuppression,
  type SuppressedAddress,
  type SuppressionInput,
} from '../../domain/conversations/suppression.ts';
import type { FieldFault } from '../../core/problems.ts';
import { findOwnNumbers } from '../../store/batches/callee-history.ts';
import type { Scope } from '../../store/database.ts';

/** Parses the address of a request. A national number is of `defaultCountry`, else of the country of the workspace's numbers. */
export async function parseAddress(
  db: Scope,
  workspaceId: string,
  sent: Pick<SuppressionInput, 'address' | 'channel' | 'defaultCountry'>,
): Promise<SuppressedAddress | FieldFault> {
  const country =
    sent.defaultCountry ?? (isNationalNumber(sent.address) ? await countryOf(db, workspaceId) : undefined);
  return parseSuppression(sent, country);
}

/** Returns the country of all numbers of the workspace; undefined if there are none, or numbers of several countries. */
async function countryOf(db: Scope, workspaceId: string): Promise<string | undefined> {
  const numbers = await findOwnNumbers(db, { workspaceId });
  const countries = new Set(numbers.map((number) => parsePhoneNumber(number)?.country));
  return countries.size === 1 ? [...countries][0] : undefined;
}
