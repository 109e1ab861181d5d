import {
  NumberSourceError,
  type AvailableNumber,
  type NumberPurchase,
  type NumberSearch,
  type NumberSourceFailure,
  type NumberVendor,
  type SearchFilter,
} from '../number-source.ts';
import { VendorStock, type StockedNumber } from './vendor-stock.ts';

/** A vendor in memory. It fails as it is told to. */
export class FakeNumberVendor implements NumberVendor {
  readonly name: string;
  readonly stock: VendorStock;
  /** How every request ends from now on. */
  failure: NumberSourceFailure | undefined;
  /** The next purchase is made, and its answer lost. */
  losesNextAnswer = false;

  constructor(name: string, numbers: readonly StockedNumber[]) {
    this.name = name;
    this.stock = new VendorStock(numbers);
  }

  filtersOf(country: string): readonly SearchFilter[] {
    return country === 'US' || country === 'CA' ? ['contains', 'areaCode'] : ['contains'];
  }

  async search(search: NumberSearch): Promise<readonly AvailableNumber[]> {
    this.#fail();
    return this.stock.search(search).map(({ phoneNumber, friendlyName, locality, region }) => ({
      phoneNumber,
      friendlyName,
      locality,
      region,
    }));
  }

  async buy(purchase: NumberPurchase): Promise<string> {
    this.#fail();
    const id = this.stock.sell(purchase);
    if (id === undefined) throw new NumberSourceError('Sold.', { failure: 'unavailable' });
    const isLost = this.losesNextAnswer;
    this.losesNextAnswer = false;
    if (isLost) throw new NumberSourceError('The answer was lost.', { failure: 'unknown' });
    return id;
  }

  async findPurchase(purchase: NumberPurchase): Promise<string | undefined> {
    this.#fail();
    return this.stock.find(purchase);
  }

  async release(vendorId: string): Promise<void> {
    this.#fail();
    this.stock.takeBack(vendorId);
  }

  #fail(): void {
    if (this.failure !== undefined) throw new NumberSourceError('It was told to.', { failure: this.failure });
  }
}
