/** The kinds of number that are searched for. */
export type SearchedNumberType = 'local' | 'tollFree' | 'mobile';

/** By what a search can be narrowed down, besides country and type. */
export type SearchFilter = 'contains' | 'areaCode';

export interface NumberSearch {
  /** Whose search it is: a stock of its own is searched, and no other's. */
  readonly workspaceId: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Left out: of any type. */
  readonly type?: SearchedNumberType | undefined;
  /** 2 to 16 digits or `*`, each for any one digit: somewhere in the number without its plus sign. */
  readonly contains?: string | undefined;
  /** 1 to 5 digits. */
  readonly areaCode?: string | undefined;
  /** Numbers at most, 1 to 1,000. */
  readonly limit: number;
}

export interface AvailableNumber {
  /** E.164. */
  readonly phoneNumber: string;
  /** For people. */
  readonly friendlyName: string;
  /** City; empty where it is not known. */
  readonly locality: string;
  /** State or region; empty where it is not known. */
  readonly region: string;
}

/** Somewhere numbers can be had from. */
export interface NumberSource {
  /** Such as `inventory`. */
  readonly name: string;
  /** What a search in this country can be narrowed down by; a search with another filter is not asked for. */
  filtersOf(country: string): readonly SearchFilter[];
  /**
   * At most `limit` numbers, each of which fits; none where there is none.
   * @throws {NumberSourceError}
   */
  search(search: NumberSearch): Promise<readonly AvailableNumber[]>;
}

export interface NumberPurchase {
  /** E.164. */
  readonly phoneNumber: string;
  /** Ours, the same at every try: the vendor keeps it, and finds the purchase by it. */
  readonly reference: string;
}

/** A source whose numbers are bought from somebody else, for money. */
export interface NumberVendor extends NumberSource {
  /**
   * Buys the number; what the vendor calls it.
   * @throws {NumberSourceError} `unknown` where it may have been bought all the same: then `findPurchase` tells
   */
  buy(purchase: NumberPurchase): Promise<string>;
  /**
   * What the vendor calls the number where this very purchase was made, else undefined.
   * @throws {NumberSourceError}
   */
  findPurchase(purchase: NumberPurchase): Promise<string | undefined>;
  /**
   * Gives the number back. One that is not there any more has been given back.
   * @throws {NumberSourceError}
   */
  release(vendorId: string): Promise<void>;
}

export const isNumberVendor = (source: NumberSource): source is NumberVendor => 'buy' in source;

/**
 * `unavailable`: somebody else has the number. `refused`: the vendor will not do it, and has not. `unknown`: no answer, or none that
 * can be understood; it may have been done.
 */
export type NumberSourceFailure = 'unavailable' | 'refused' | 'unknown';

/** The message is for the log: it names no number. */
export class NumberSourceError extends Error {
  override readonly name = 'NumberSourceError';
  readonly failure: NumberSourceFailure;

  constructor(message: string, options: { readonly failure: NumberSourceFailure; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = options.failure;
  }
}
