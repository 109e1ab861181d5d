import { expect, it } from 'vitest';
import { numberVendorSuite, suiteNumbers } from '../../contracts/testing/number-source-suite.ts';
import { VendorInventory } from '../../contracts/testing/vendor-inventory.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTelnyxNumbers } from './number-vendor.ts';
import { apiKey, startTelnyxServer } from './testing/telnyx-server.ts';

numberVendorSuite('Telnyx', async (clock) => {
  const inventory = new VendorInventory(suiteNumbers);
  const server = await startTelnyxServer(inventory);
  return {
    vendor: createTelnyxNumbers({ apiKey, baseUrl: server.baseUrl, clock }),
    setFault: (fault) => (server.fault = fault),
    waitForRequests: (count) => server.waitForRequests(count),
    soldCount: () => inventory.sold.length,
    close: () => server.close(),
  };
});

it('sends requests in Telnyx format, and applies wildcards itself', async () => {
  const server = await startTelnyxServer(new VendorInventory(suiteNumbers));
  const vendor = createTelnyxNumbers({ apiKey, baseUrl: server.baseUrl, clock: new ManualClock() });
  const search = {
    workspaceId: 'ws_1',
    country: 'US',
    type: 'local',
    contains: '415*550',
    limit: 20,
  } as const;
  expect(await vendor.search(search)).toHaveLength(2);
  await vendor.buy({ phoneNumber: '+14155550100', reference: 'num_1' });
  const [searchRequest, purchase] = server.requests;
  expect(Object.fromEntries(searchRequest!.url.searchParams)).toEqual({
    'filter[country_code]': 'US',
    'filter[phone_number_type]': 'local',
    'filter[features]': 'voice',
    'filter[limit]': '20',
    'filter[phone_number][contains]': '415',
  });
  expect(JSON.parse(purchase!.body)).toEqual({
    phone_numbers: [{ phone_number: '+14155550100' }],
    customer_reference: 'num_1',
  });
  await server.close();
});
