import {
  VendorServer,
  type VendorResponse,
  type VendorRequest,
} from '../../../contracts/testing/vendor-server.ts';
import type { VendorNumber, VendorInventory } from '../../../contracts/testing/vendor-inventory.ts';
import { telnyxNumberTypes } from '../wire.ts';

export const apiKey = 'KEY-of-the-test';

/** Starts a simulation of Telnyx's number API for an inventory, with the response formats of its API reference. */
export function startTelnyxServer(inventory: VendorInventory): Promise<VendorServer> {
  return VendorServer.start((request) => {
    if (request.authorization !== `Bearer ${apiKey}`) return errorResponse(401, '10009');
    const { pathname } = request.url;
    if (pathname === '/v2/available_phone_numbers') return searchNumbers(inventory, request);
    if (pathname === '/v2/number_orders') {
      return request.method === 'POST' ? createOrder(inventory, request) : listOrders(inventory, request);
    }
    if (pathname === '/v2/phone_numbers') return listOwnedNumbers(inventory, request);
    const id = /^\/v2\/phone_numbers\/(\w+)$/.exec(pathname)?.[1] ?? '';
    return request.method === 'DELETE' && inventory.release(id)
      ? { status: 200, body: { data: { id, record_type: 'phone_number' } } }
      : errorResponse(404, '10005');
  });
}

const errorResponse = (status: number, code: string): VendorResponse => ({
  status,
  body: { errors: [{ code, title: 'Refused', detail: 'It is refused.' }] },
});

function searchNumbers(inventory: VendorInventory, { url: { searchParams } }: VendorRequest): VendorResponse {
  const filter = (name: string) => searchParams.get(`filter${name}`) ?? undefined;
  const kind = filter('[phone_number_type]');
  const numbers = inventory.search({
    country: filter('[country_code]') ?? '',
    type: (Object.keys(telnyxNumberTypes) as (keyof typeof telnyxNumberTypes)[]).find(
      (candidate) => telnyxNumberTypes[candidate] === kind,
    ),
    contains: filter('[phone_number][contains]'),
    areaCode: filter('[national_destination_code]'),
    limit: Number(filter('[limit]')),
  });
  const meta = { total_results: numbers.length, best_effort_results: 0 };
  return { status: 200, body: { data: numbers.map(entryOf), meta } };
}

const entryOf = ({ phoneNumber, country, locality, region }: VendorNumber) => ({
  record_type: 'available_phone_number',
  phone_number: phoneNumber,
  vanity_format: null,
  best_effort: false,
  quickship: true,
  reservable: true,
  region_information: [
    { region_type: 'country_code', region_name: country },
    ...(locality === '' ? [] : [{ region_type: 'location', region_name: locality.toUpperCase() }]),
    ...(region === '' ? [] : [{ region_type: 'state', region_name: region }]),
  ],
  cost_information: { upfront_cost: '1.00', monthly_cost: '1.00', currency: 'USD' },
  features: [{ name: 'sms' }, { name: 'voice' }],
});

function createOrder(inventory: VendorInventory, { body }: VendorRequest): VendorResponse {
  const { phone_numbers: numbers, customer_reference: reference } = JSON.parse(body) as {
    phone_numbers: [{ phone_number: string }];
    customer_reference: string;
  };
  const phoneNumber = numbers[0].phone_number;
  const id = inventory.sell({ phoneNumber, reference });
  return id === undefined
    ? errorResponse(422, '10015')
    : { status: 200, body: { data: orderOf(phoneNumber, reference, 'pending') } };
}

const orderOf = (phoneNumber: string, reference: string, status: string) => ({
  id: '12ade33a-21c0-473b-b055-b3c836e1c292',
  record_type: 'number_order',
  phone_numbers_count: 1,
  phone_numbers: [{ id: 'dc8e4d67', phone_number: phoneNumber, status: 'pending', requirements_met: true }],
  customer_reference: reference,
  requirements_met: true,
  status,
});

function listOrders(inventory: VendorInventory, { url: { searchParams } }: VendorRequest): VendorResponse {
  const reference = searchParams.get('filter[customer_reference]');
  const data = inventory.sold
    .filter((candidate) => candidate.reference === reference)
    .map((candidate) => orderOf(candidate.phoneNumber, candidate.reference, 'success'));
  return { status: 200, body: { data, meta: { total_results: data.length } } };
}

function listOwnedNumbers(
  inventory: VendorInventory,
  { url: { searchParams } }: VendorRequest,
): VendorResponse {
  const phoneNumber = searchParams.get('filter[phone_number]');
  const data = inventory.sold
    .filter((candidate) => candidate.phoneNumber === phoneNumber)
    .map((candidate) => ({
      id: candidate.id,
      record_type: 'phone_number',
      phone_number: candidate.phoneNumber,
      status: 'active',
    }));
  return { status: 200, body: { data, meta: { total_results: data.length } } };
}
