/** Number types of a search. */
export type SearchedNumberType = 'local' | 'tollFree' | 'mobile';

/** Search filters besides country and type. */
export type SearchFilter = 'contains' | 'areaCode';

export interface NumberSearch {
  /** The workspace that searches; only its own inventory is included. */
  readonly workspaceId: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Omitted for any type. */
  readonly type?: SearchedNumberType | undefined;
  /** 2 to 16 digits or `*` (any one digit), matched anywhere in the number without its plus sign. */
  readonly contains?: string | undefined;
  /** 1 to 5 digits. */
  readonly areaCode?: string | undefined;
  /** The most numbers to return, 1 to 1,000. */
  readonly limit: number;
}

export interface AvailableNumber {
  /** E.164. */
  readonly phoneNumber: string;
  /** Formatted for display. */
  readonly friendlyName: string;
  /** City; empty if unknown. */
  readonly locality: string;
  /** State or region; empty if unknown. */
  readonly region: string;
}

/** A source of available phone numbers. */
export interface NumberSource {
  /** Such as `inventory`. */
  readonly name: string;
  /** Returns the filters that searches in this country support. `search` is not called with other filters. */
  filtersOf(country: string): readonly SearchFilter[];
  /**
   * Returns at most `limit` matching numbers.
   * @throws {NumberSourceError}
   */
  search(search: NumberSearch): Promise<readonly AvailableNumber[]>;
}

export interface NumberPurchase {
  /** E.164. */
  readonly phoneNumber: string;
  /** Reference of the purchase, the same for each attempt. The vendor stores it; `findPurchase` searches for it. */
  readonly reference: string;
}

/** A number source that sells numbers. */
export interface NumberVendor extends NumberSource {
  /**
   * Buys the number and returns the vendor's id of the number.
   * @throws {NumberSourceError} `unknown` if the purchase may have succeeded; check with `findPurchase`
   */
  buy(purchase: NumberPurchase): Promise<string>;
  /**
   * Returns the vendor's id of the number if exactly this purchase was made, else undefined.
   * @throws {NumberSourceError}
   */
  findPurchase(purchase: NumberPurchase): Promise<string | undefined>;
  /**
   * Releases the number. Succeeds if the vendor no longer has it in the account.
   * @throws {NumberSourceError}
   */
  release(vendorId: string): Promise<void>;
}

export const isNumberVendor = (source: NumberSource): source is NumberVendor => 'buy' in source;

/**
 * `unavailable`: the number is not for sale. `refused`: the vendor rejected the request. `unknown`: no valid response; the request may have been
 * executed.
 */
export type NumberSourceFailure = 'unavailable' | 'refused' | 'unknown';

/** Error of a number source. The message is for the log and contains no phone number. */
export class NumberSourceError extends Error {
  override readonly name = 'NumberSourceError';
  readonly failure: NumberSourceFailure;

  constructor(message: string, options: { readonly failure: NumberSourceFailure; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = options.failure;
  }
}
