import type { AvailableNumber, NumberPurchase, SearchedNumberType } from '../number-source.ts';

export interface VendorNumber extends AvailableNumber {
  readonly country: string;
  readonly type: SearchedNumberType;
}

export interface InventorySearch {
  readonly country: string;
  readonly type?: SearchedNumberType | undefined;
  readonly contains?: string | undefined;
  readonly areaCode?: string | undefined;
  readonly limit: number;
}

interface SoldNumber extends NumberPurchase {
  readonly id: string;
}

/** Numbers for sale and sold numbers of a simulated vendor. */
export class VendorInventory {
  readonly #numbers: readonly VendorNumber[];
  #sold: SoldNumber[] = [];

  constructor(numbers: readonly VendorNumber[]) {
    this.#numbers = numbers;
  }

  search({ country, type, contains = '', areaCode, limit }: InventorySearch): VendorNumber[] {
    const pattern = new RegExp(contains.replaceAll('*', String.raw`\d`));
    const isSold = (e164: string) => this.#sold.some(({ phoneNumber }) => phoneNumber === e164);
    return this.#numbers
      .filter((one) => one.country === country && (type === undefined || one.type === type))
      .filter(({ phoneNumber }) => pattern.test(phoneNumber) && !isSold(phoneNumber))
      .filter(({ phoneNumber }) => areaCode === undefined || phoneNumber.startsWith(`+1${areaCode}`))
      .slice(0, limit);
  }

  /** Sells the number and returns its id; undefined if it is not for sale. */
  sell(purchase: NumberPurchase): string | undefined {
    const { phoneNumber } = purchase;
    const isKnown = this.#numbers.some((one) => one.phoneNumber === phoneNumber);
    if (!isKnown || this.#sold.some((one) => one.phoneNumber === phoneNumber)) return undefined;
    const id = `PN${phoneNumber.slice(1).padStart(32, '0')}`;
    this.#sold.push({ ...purchase, id });
    return id;
  }

  find({ phoneNumber, reference }: NumberPurchase): string | undefined {
    return this.#sold.find((one) => one.phoneNumber === phoneNumber && one.reference === reference)?.id;
  }

  get sold(): readonly SoldNumber[] {
    return this.#sold;
  }

  /** Makes a sold number available again. Returns whether it had been sold. */
  release(id: string): boolean {
    const before = this.#sold.length;
    this.#sold = this.#sold.filter((one) => one.id !== id);
    return this.#sold.length < before;
  }
}
