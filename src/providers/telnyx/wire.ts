/** What is read of Telnyx's answers (API v2); they hold more. */

/** `GET /v2/available_phone_numbers` */
export interface AvailableEntry {
  readonly phone_number: string;
  readonly region_information?: readonly RegionEntry[];
}

export interface RegionEntry {
  /** `country_code`, `rate_center`, `state` or `location`. */
  readonly region_type?: string;
  readonly region_name?: string;
}

/** `POST /v2/number_orders`, and each of `GET /v2/number_orders` */
export interface OrderEntry {
  readonly customer_reference?: string | null;
  /** `pending`, `success` or `failure`. */
  readonly status?: string;
  readonly phone_numbers?: readonly { readonly phone_number?: string }[];
}

/** `GET /v2/phone_numbers` */
export interface OwnedEntry {
  readonly id?: string;
  readonly phone_number?: string;
}

/** Every answer holds what it is about in `data`. */
export interface Envelope<Data> {
  readonly data?: Data;
}

/** Telnyx's words for each type of number. */
export const kinds = { local: 'local', tollFree: 'toll_free', mobile: 'mobile' } as const;
