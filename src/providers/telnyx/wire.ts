/** The fields of Telnyx responses (API v2) that are read. */

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

/** `POST /v2/number_orders`, and each order of `GET /v2/number_orders` */
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

/** Each response has its content in `data`. */
export interface Envelope<Data> {
  readonly data?: Data;
}

/** Telnyx names of the number types. */
export const telnyxNumberTypes = { local: 'local', tollFree: 'toll_free', mobile: 'mobile' } as const;

/** `POST /v2/messages` */
export interface SentMessage {
  readonly id?: string;
}

export interface ErrorsResponse {
  readonly errors: readonly { readonly code?: string }[];
}
