import { expect, it } from 'vitest';
import { numberVendorSuite, suiteNumbers } from '../../contracts/testing/number-source-suite.ts';
import { VendorInventory } from '../../contracts/testing/vendor-inventory.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTwilioNumbers } from './number-vendor.ts';
import { accountSid, authToken, startTwilioServer } from './testing/twilio-server.ts';

numberVendorSuite('Twilio', async (clock) => {
  const inventory = new VendorInventory(suiteNumbers);
  const server = await startTwilioServer(inventory);
  return {
    vendor: createTwilioNumbers({ accountSid, authToken, baseUrl: server.baseUrl, clock }),
    setFault: (fault) => (server.fault = fault),
    waitForRequests: (count) => server.waitForRequests(count),
    soldCount: () => inventory.sold.length,
    close: () => server.close(),
  };
});

it('sends requests in Twilio format', async () => {
  const server = await startTwilioServer(new VendorInventory(suiteNumbers));
  const vendor = createTwilioNumbers({
    accountSid,
    authToken,
    baseUrl: server.baseUrl,
    clock: new ManualClock(),
  });
  await vendor.search({
    workspaceId: 'ws_1',
    country: 'US',
    type: 'tollFree',
    contains: '83*555',
    limit: 20,
  });
  await vendor.buy({ phoneNumber: '+14155550100', reference: 'num_1' });
  const [search, purchase] = server.requests;
  expect(decodeURIComponent(search!.url.pathname + search!.url.search)).toBe(
    `/2010-04-01/Accounts/${accountSid}/AvailablePhoneNumbers/US/TollFree.json?PageSize=20&VoiceEnabled=true&Contains=83*555`,
  );
  expect(purchase).toMatchObject({ method: 'POST', body: 'PhoneNumber=%2B14155550100&FriendlyName=num_1' });
  await server.close();
});

it('reports a wrong token; the message contains neither the token nor the number', async () => {
  const server = await startTwilioServer(new VendorInventory(suiteNumbers));
  const settings = {
    accountSid,
    authToken: 'wrong-token',
    baseUrl: server.baseUrl,
    clock: new ManualClock(),
  };
  const purchase = { phoneNumber: '+14155550100', reference: 'num_1' };
  await expect(createTwilioNumbers(settings).buy(purchase)).rejects.toMatchObject({
    failure: 'refused',
    message: 'Twilio: 401 20003.',
  });
  await server.close();
});
