import {
  VendorServer,
  type VendorResponse,
  type VendorRequest,
} from '../../../contracts/testing/vendor-server.ts';
import type { VendorNumber, VendorInventory } from '../../../contracts/testing/vendor-inventory.ts';
import { twilioNumberTypes } from '../wire.ts';

export const accountSid = 'AC00000000000000000000000000000000';
export const authToken = 'a-token-of-the-test';

const root = `/2010-04-01/Accounts/${accountSid}`;
const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
const notFound: VendorResponse = { status: 404, body: { code: 20_404, status: 404 } };

/** Starts a simulation of Twilio's number API for an inventory, with the response formats of its API reference. */
export function startTwilioServer(inventory: VendorInventory): Promise<VendorServer> {
  return VendorServer.start((request) => {
    if (request.authorization !== expected) return { status: 401, body: { code: 20_003, status: 401 } };
    const path = request.url.pathname.slice(root.length);
    if (path.startsWith('/AvailablePhoneNumbers/')) return searchNumbers(inventory, request, path);
    if (path === '/IncomingPhoneNumbers.json') {
      return request.method === 'POST' ? buyNumber(inventory, request) : listOwnedNumbers(inventory, request);
    }
    const sid = /^\/IncomingPhoneNumbers\/(\w+)\.json$/.exec(path)?.[1] ?? '';
    return request.method === 'DELETE' && inventory.release(sid) ? { status: 204 } : notFound;
  });
}

function searchNumbers(inventory: VendorInventory, { url }: VendorRequest, path: string): VendorResponse {
  const [, , country = '', file = ''] = path.split('/');
  const type = (Object.keys(twilioNumberTypes) as (keyof typeof twilioNumberTypes)[]).find(
    (candidate) => `${twilioNumberTypes[candidate]}.json` === file,
  );
  // Great Britain represents countries without some number types.
  if (type === undefined || country === 'GB') return notFound;
  const contains = url.searchParams.get('Contains') ?? undefined;
  const areaCode = url.searchParams.get('AreaCode') ?? undefined;
  const limit = Number(url.searchParams.get('PageSize'));
  const numbers = inventory.search({ country, type, contains, areaCode, limit });
  return { status: 200, body: { uri: `${root}${path}`, available_phone_numbers: numbers.map(entryOf) } };
}

const entryOf = ({ phoneNumber, friendlyName, locality, region, country }: VendorNumber) => ({
  friendly_name: friendlyName,
  phone_number: phoneNumber,
  lata: '722',
  locality: locality === '' ? null : locality,
  rate_center: null,
  latitude: null,
  longitude: null,
  region: region === '' ? null : region,
  postal_code: null,
  iso_country: country,
  address_requirements: 'none',
  beta: false,
  capabilities: { voice: true, SMS: true, MMS: true, fax: false },
});

function buyNumber(inventory: VendorInventory, { body }: VendorRequest): VendorResponse {
  const form = new URLSearchParams(body);
  const phoneNumber = form.get('PhoneNumber') ?? '';
  const reference = form.get('FriendlyName') ?? '';
  const sid = inventory.sell({ phoneNumber, reference });
  if (sid === undefined)
    return { status: 400, body: { code: 21_422, message: 'not available', status: 400 } };
  return { status: 201, body: { sid, phone_number: phoneNumber, friendly_name: reference } };
}

function listOwnedNumbers(inventory: VendorInventory, { url }: VendorRequest): VendorResponse {
  const phoneNumber = url.searchParams.get('PhoneNumber');
  const numbers = inventory.sold
    .filter((candidate) => candidate.phoneNumber === phoneNumber)
    .map((candidate) => ({
      sid: candidate.id,
      phone_number: candidate.phoneNumber,
      friendly_name: candidate.reference,
    }));
  return { status: 200, body: { incoming_phone_numbers: numbers, page: 0 } };
}
