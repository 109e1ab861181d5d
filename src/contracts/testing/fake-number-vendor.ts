import {
  NumberSourceError,
  type AvailableNumber,
  type NumberPurchase,
  type NumberSearch,
  type NumberSourceFailure,
  type NumberVendor,
  type SearchFilter,
} from '../number-source.ts';
import { VendorInventory, type VendorNumber } from './vendor-inventory.ts';

/** In-memory number vendor with scripted failures. */
export class FakeNumberVendor implements NumberVendor {
  readonly name: string;
  readonly inventory: VendorInventory;
  /** Failure of all further requests. */
  failure: NumberSourceFailure | undefined;
  /** If true, the next purchase succeeds but its response is lost. */
  losesNextResponse = false;

  constructor(name: string, numbers: readonly VendorNumber[]) {
    this.name = name;
    this.inventory = new VendorInventory(numbers);
  }

  filtersOf(country: string): readonly SearchFilter[] {
    return country === 'US' || country === 'CA' ? ['contains', 'areaCode'] : ['contains'];
  }

  async search(search: NumberSearch): Promise<readonly AvailableNumber[]> {
    this.#fail();
    return this.inventory.search(search).map(({ phoneNumber, friendlyName, locality, region }) => ({
      phoneNumber,
      friendlyName,
      locality,
      region,
    }));
  }

  async buy(purchase: NumberPurchase): Promise<string> {
    this.#fail();
    const id = this.inventory.sell(purchase);
    if (id === undefined) throw new NumberSourceError('Sold.', { failure: 'unavailable' });
    const isLost = this.losesNextResponse;
    this.losesNextResponse = false;
    if (isLost) throw new NumberSourceError('The response was lost.', { failure: 'unknown' });
    return id;
  }

  async findPurchase(purchase: NumberPurchase): Promise<string | undefined> {
    this.#fail();
    return this.inventory.find(purchase);
  }

  async release(vendorId: string): Promise<void> {
    this.#fail();
    this.inventory.release(vendorId);
  }

  #fail(): void {
    if (this.failure !== undefined)
      throw new NumberSourceError('Scripted failure.', { failure: this.failure });
  }
}
