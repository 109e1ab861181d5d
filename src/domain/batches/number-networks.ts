import { isTestRecipient } from '../../core/test-addresses.ts';
import { noRows, RowTally, type CountedRows } from './row-tally.ts';

/** The network of a number or an email address: real people, reached by a trunk or a carrier, or the test network. */
export type NumberNetwork = 'phone' | 'test';

/** Whether each network can be reached. */
export type AvailableNetworks = Readonly<Record<NumberNetwork, boolean>>;

/** The rows of a file by the network of their numbers. */
export type RowsByNetwork = Readonly<Record<NumberNetwork, CountedRows>>;

/** Returns the network of an E.164 number or an email address. */
export const networkOf = (recipient: string): NumberNetwork =>
  isTestRecipient(recipient) ? 'test' : 'phone';

/** Counts rows by the network of their numbers. */
export class NetworkTally implements RowsByNetwork {
  readonly phone = new RowTally();
  readonly test = new RowTally();

  add(recipient: string, row: number): void {
    this[networkOf(recipient)].add(row);
  }
}

/** Returns the rows whose network cannot be reached. */
export const unroutableRows = (
  { phone, test }: RowsByNetwork,
  available: AvailableNetworks,
): RowsByNetwork => ({
  phone: available.phone ? noRows : phone,
  test: available.test ? noRows : test,
});
