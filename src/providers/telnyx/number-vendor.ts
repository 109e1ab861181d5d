import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  NumberSourceError,
  type AvailableNumber,
  type NumberPurchase,
  type NumberSearch,
  type NumberSourceFailure,
  type NumberVendor,
  type SearchedNumberType,
} from '../../contracts/number-source.ts';
import { FetchError, fetchJson } from '../../core/fetch-json.ts';
import { telnyxRequest, type TelnyxRequest, type TelnyxSettings } from './request.ts';
import {
  telnyxNumberTypes,
  type AvailableEntry,
  type Envelope,
  type OrderEntry,
  type OwnedEntry,
} from './wire.ts';

/** A number with its details is about 1 kB. */
const limits = { timeoutMs: 8_000, maxBytes: 4 * 1024 * 1024 };

const numberTypes = Object.keys(telnyxNumberTypes) as SearchedNumberType[];

/** Creates the Telnyx number vendor. A purchase is an order with our reference; the id of a bought number is the number itself. */
export function createTelnyxNumbers(settings: TelnyxSettings): NumberVendor {
  return {
    name: 'telnyx',
    filtersOf: () => ['contains', 'areaCode'],
    async search(query) {
      const requestedTypes = query.type === undefined ? numberTypes : [query.type];
      const results = await Promise.all(requestedTypes.map((type) => searchType(settings, type, query)));
      return results.flat().slice(0, query.limit);
    },
    buy: (purchase) => buy(settings, purchase),
    findPurchase: (purchase) => findPurchase(settings, purchase),
    release: (vendorId) => release(settings, vendorId),
  };
}

async function searchType(
  settings: TelnyxSettings,
  type: SearchedNumberType,
  { country, contains, areaCode, limit }: NumberSearch,
): Promise<AvailableNumber[]> {
  const digits = longestPart(contains ?? '');
  const entries = await requestTelnyx<readonly AvailableEntry[]>(settings, {
    method: 'GET',
    path: '/v2/available_phone_numbers',
    query: {
      'filter[country_code]': country,
      'filter[phone_number_type]': telnyxNumberTypes[type],
      'filter[features]': 'voice',
      'filter[limit]': String(limit),
      ...(digits === '' ? {} : { 'filter[phone_number][contains]': digits }),
      ...(areaCode === undefined ? {} : { 'filter[national_destination_code]': areaCode }),
    },
  });
  if (!Array.isArray(entries)) return fail('unknown', 'response without numbers');
  const pattern = new RegExp((contains ?? '').replaceAll('*', String.raw`\d`));
  return (entries as readonly AvailableEntry[])
    .filter((entry) => pattern.test(entry.phone_number))
    .map(toAvailableNumber);
}

/** Returns the longest part without a wildcard. Telnyx supports no wildcards, so its results are filtered by the whole pattern. */
const longestPart = (contains: string): string =>
  contains.split('*').reduce((longest, run) => (run.length > longest.length ? run : longest), '');

function toAvailableNumber({
  phone_number: phoneNumber,
  region_information: regions = [],
}: AvailableEntry): AvailableNumber {
  const region = (type: string) => regions.find((one) => one.region_type === type)?.region_name ?? '';
  return {
    phoneNumber,
    friendlyName: parsePhoneNumberFromString(phoneNumber)?.formatNational() ?? phoneNumber,
    locality: titleCase(region('location')),
    region: region('state'),
  };
}

/** Telnyx returns names in capitals: `SAN FRANCISCO`. */
const titleCase = (text: string): string =>
  text === text.toUpperCase()
    ? text.toLowerCase().replaceAll(/(?<=^|[\s/-])\p{Letter}/gu, (letter) => letter.toUpperCase())
    : text;

const orders = '/v2/number_orders';

async function buy(settings: TelnyxSettings, { phoneNumber, reference }: NumberPurchase): Promise<string> {
  const body = { phone_numbers: [{ phone_number: phoneNumber }], customer_reference: reference };
  const order = await requestTelnyx<OrderEntry>(settings, { method: 'POST', path: orders, body });
  if (order?.status === 'failure') return fail('unavailable', 'order failed');
  if (order?.status !== 'pending' && order?.status !== 'success')
    return fail('unknown', 'order without a status');
  return phoneNumber;
}

async function findPurchase(
  settings: TelnyxSettings,
  { phoneNumber, reference }: NumberPurchase,
): Promise<string | undefined> {
  const statuses = await orderStatuses(settings, phoneNumber, reference);
  if (statuses.includes('pending')) return phoneNumber;
  if (!statuses.includes('success')) return undefined;
  // The order remains after the number was released.
  return (await findOwned(settings, phoneNumber)) === undefined ? undefined : phoneNumber;
}

async function orderStatuses(
  settings: TelnyxSettings,
  phoneNumber: string,
  reference: string,
): Promise<(string | undefined)[]> {
  const query = { 'filter[customer_reference]': reference };
  const results = await requestTelnyx<readonly OrderEntry[]>(settings, {
    method: 'GET',
    path: orders,
    query,
  });
  if (!Array.isArray(results)) return fail('unknown', 'response without orders');
  return (results as readonly OrderEntry[])
    .filter((order) => order.customer_reference === reference)
    .filter((order) => order.phone_numbers?.some((one) => one.phone_number === phoneNumber) === true)
    .map(({ status }) => status);
}

const ownedNumbers = '/v2/phone_numbers';

/** Returns the Telnyx id of a number in the account. */
async function findOwned(settings: TelnyxSettings, phoneNumber: string): Promise<string | undefined> {
  const query = { 'filter[phone_number]': phoneNumber };
  const results = await requestTelnyx<readonly OwnedEntry[]>(settings, {
    method: 'GET',
    path: ownedNumbers,
    query,
  });
  if (!Array.isArray(results)) return fail('unknown', 'response without numbers');
  return (results as readonly OwnedEntry[]).find((one) => one.phone_number === phoneNumber)?.id;
}

async function release(settings: TelnyxSettings, phoneNumber: string): Promise<void> {
  const id = await findOwned(settings, phoneNumber);
  if (id === undefined) return;
  await requestTelnyx(settings, { method: 'DELETE', path: `${ownedNumbers}/${encodeURIComponent(id)}` });
}

/**
 * Sends a request about numbers and returns the `data` of the response; undefined if the resource does not exist.
 * @throws {NumberSourceError}
 */
async function requestTelnyx<Data>(
  settings: TelnyxSettings,
  request: TelnyxRequest,
): Promise<Data | undefined> {
  const { status, body } = await fetchJson(telnyxRequest(settings, request, limits), settings.clock).catch(
    (cause: unknown) =>
      fail(
        'unknown',
        cause instanceof FetchError ? (cause.tlsFailure ?? cause.failure) : 'no response',
        cause,
      ),
  );
  if (status === 404 && request.method !== 'POST') return undefined;
  if (status < 200 || status >= 300) return fail(failureOf(status, request.method), String(status));
  return (body as Envelope<Data> | null | undefined)?.data ?? fail('unknown', 'response without data');
}

/** Status codes of the response to an order that mean that the number cannot be bought. */
const numberErrorStatuses: ReadonlySet<number> = new Set([400, 404, 409, 422]);

function failureOf(status: number, method: string): NumberSourceFailure {
  if (method === 'POST' && numberErrorStatuses.has(status)) return 'unavailable';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** Throws a `NumberSourceError`. */
function fail(failure: NumberSourceFailure, detail: string, cause?: unknown): never {
  throw new NumberSourceError(`Telnyx: ${detail}.`, { failure, cause });
}
