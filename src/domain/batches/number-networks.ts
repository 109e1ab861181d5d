import { isFictionalNumber } from '../../core/phone-numbers.ts';
import { noRows, RowTally, type CountedRows } from './row-tally.ts';

/** What carries calls to a number: a trunk of the phone network, or the test network. */
export type NumberNetwork = 'phone' | 'test';

/** Which of them calls lead to. */
export type AvailableNetworks = Readonly<Record<NumberNetwork, boolean>>;

/** The rows of a file by the network of their numbers. */
export type RowsByNetwork = Readonly<Record<NumberNetwork, CountedRows>>;

export const networkOf = (number: string): NumberNetwork => (isFictionalNumber(number) ? 'test' : 'phone');

/** Counts rows by the network of their numbers. */
export class NetworkTally implements RowsByNetwork {
  readonly phone = new RowTally();
  readonly test = new RowTally();

  add(number: string, row: number): void {
    this[networkOf(number)].add(row);
  }
}

/** Those that no call leads to. */
export const unroutableRows = (
  { phone, test }: RowsByNetwork,
  carried: AvailableNetworks,
): RowsByNetwork => ({
  phone: carried.phone ? noRows : phone,
  test: carried.test ? noRows : test,
});
