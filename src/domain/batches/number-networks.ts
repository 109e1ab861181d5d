import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { noRows, RowTally, type CountedRows } from './row-tally.ts';

/** The network of a number: the phone network, reached by a trunk, or the test network. */
export type NumberNetwork = 'phone' | 'test';

/** Whether each network can be reached. */
export type AvailableNetworks = Readonly<Record<NumberNetwork, boolean>>;

/** The rows of a file by the network of their numbers. */
export type RowsByNetwork = Readonly<Record<NumberNetwork, CountedRows>>;

/** Returns the network of an E.164 number. */
export const networkOf = (number: string): NumberNetwork => (isFictionalNumber(number) ? 'test' : 'phone');

/** Counts rows by the network of their numbers. */
export class NetworkTally implements RowsByNetwork {
  readonly phone = new RowTally();
  readonly test = new RowTally();

  add(number: string, row: number): void {
    this[networkOf(number)].add(row);
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
