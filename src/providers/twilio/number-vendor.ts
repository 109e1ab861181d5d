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
import { twilioRequest, type TwilioRequest, type TwilioSettings } from './request.ts';
import {
  twilioNumberTypes,
  type ErrorResponse,
  type AvailableEntry,
  type AvailableNumbersResponse,
  type IncomingNumber,
  type IncomingNumbersResponse,
} from './wire.ts';

/** A response with 1,000 numbers has about 700 kB. */
const limits = { timeoutMs: 8_000, maxBytes: 4 * 1024 * 1024 };

const numberTypes = Object.keys(twilioNumberTypes) as SearchedNumberType[];
/** Countries for which Twilio supports area codes. */
const withAreaCodes: ReadonlySet<string> = new Set(['US', 'CA']);

/** Creates the Twilio number vendor. The friendly name of a purchased number is our reference, for which `findPurchase` searches. */
export function createTwilioNumbers(settings: TwilioSettings): NumberVendor {
  return {
    name: 'twilio',
    filtersOf: (country) => (withAreaCodes.has(country) ? ['contains', 'areaCode'] : ['contains']),
    async search(query) {
      const requestedTypes = query.type === undefined ? numberTypes : [query.type];
      const found = await Promise.all(requestedTypes.map((type) => searchType(settings, type, query)));
      return found.flat().slice(0, query.limit);
    },
    buy: (purchase) => buy(settings, purchase),
    findPurchase: (purchase) => findPurchase(settings, purchase),
    async release(vendorId) {
      const path = `/IncomingPhoneNumbers/${encodeURIComponent(vendorId)}.json`;
      await requestTwilio(settings, { method: 'DELETE', path });
    },
  };
}

/** Searches numbers of one type. Twilio responds with 404 if the country has no numbers of that type. */
async function searchType(
  settings: TwilioSettings,
  type: SearchedNumberType,
  { country, contains, areaCode, limit }: NumberSearch,
): Promise<AvailableNumber[]> {
  const { status, body } = await requestTwilio<AvailableNumbersResponse>(settings, {
    method: 'GET',
    path: `/AvailablePhoneNumbers/${encodeURIComponent(country)}/${twilioNumberTypes[type]}.json`,
    values: {
      PageSize: String(limit),
      VoiceEnabled: 'true',
      ...(contains === undefined ? {} : { Contains: contains }),
      ...(areaCode === undefined ? {} : { AreaCode: areaCode }),
    },
  });
  if (status === 404) return [];
  const entries = body?.available_phone_numbers;
  return Array.isArray(entries)
    ? entries.map(toAvailableNumber)
    : fail('unknown', 'response without numbers');
}

const toAvailableNumber = (entry: AvailableEntry): AvailableNumber => ({
  phoneNumber: entry.phone_number,
  friendlyName: entry.friendly_name ?? entry.phone_number,
  locality: entry.locality ?? '',
  region: entry.region ?? '',
});

const incoming = '/IncomingPhoneNumbers.json';

async function buy(settings: TwilioSettings, { phoneNumber, reference }: NumberPurchase): Promise<string> {
  const values = { PhoneNumber: phoneNumber, FriendlyName: reference };
  const { body } = await requestTwilio<IncomingNumber>(settings, { method: 'POST', path: incoming, values });
  return body?.sid ?? fail('unknown', 'purchase without an id');
}

async function findPurchase(
  settings: TwilioSettings,
  { phoneNumber, reference }: NumberPurchase,
): Promise<string | undefined> {
  const values = { PhoneNumber: phoneNumber, FriendlyName: reference };
  const { body } = await requestTwilio<IncomingNumbersResponse>(settings, {
    method: 'GET',
    path: incoming,
    values,
  });
  const numbers = body?.incoming_phone_numbers;
  if (!Array.isArray(numbers)) return fail('unknown', 'response without numbers');
  const ours = (numbers as readonly IncomingNumber[]).find(
    (one) => one.phone_number === phoneNumber && one.friendly_name === reference,
  );
  return ours?.sid;
}

interface TwilioResponse<Body> {
  readonly status: number;
  /** Undefined if the resource does not exist. */
  readonly body: Body | undefined;
}

/** Twilio error "PhoneNumber is not available." */
const unavailableCode = 21_422;

/**
 * Sends a request about numbers.
 * @throws {NumberSourceError}
 */
async function requestTwilio<Body>(
  settings: TwilioSettings,
  request: TwilioRequest,
): Promise<TwilioResponse<Body>> {
  const { status, body } = await fetchJson(twilioRequest(settings, request, limits), settings.clock).catch(
    (cause: unknown) =>
      fail(
        'unknown',
        cause instanceof FetchError ? (cause.tlsFailure ?? cause.failure) : 'no response',
        cause,
      ),
  );
  if (status === 404) return { status, body: undefined };
  if (status >= 200 && status < 300) return { status, body: body as Body };
  const code = codeOf(body);
  return fail(failureOf(status, code), `${status} ${code}`);
}

/** Returns the error code; 0 if there is none. */
function codeOf(body: unknown): number {
  const { code } = (body ?? {}) as Partial<ErrorResponse>;
  return typeof code === 'number' ? code : 0;
}

function failureOf(status: number, code: number): NumberSourceFailure {
  if (code === unavailableCode) return 'unavailable';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

function fail(failure: NumberSourceFailure, detail: string, cause?: unknown): never {
  throw new NumberSourceError(`Twilio: ${detail}.`, { failure, cause });
}
