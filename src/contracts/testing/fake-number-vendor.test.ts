import { expect, it } from 'vitest';
import { FakeNumberVendor } from './fake-number-vendor.ts';
import { numberSourceSuite, suiteNumbers } from './number-source-suite.ts';

numberSourceSuite('FakeNumberVendor', async () => ({
  source: new FakeNumberVendor('fake', suiteNumbers),
  workspaceId: 'ws_suite',
  close: async () => {},
}));

const purchase = { phoneNumber: '+14155550100', reference: 'num_1' };

it('loses the response to a successful purchase if requested', async () => {
  const vendor = new FakeNumberVendor('fake', suiteNumbers);
  vendor.losesNextResponse = true;
  await expect(vendor.buy(purchase)).rejects.toMatchObject({ failure: 'unknown' });
  const id = await vendor.findPurchase(purchase);
  expect(id).toBeDefined();
  await expect(vendor.buy(purchase)).rejects.toMatchObject({ failure: 'unavailable' });
  await vendor.release(id!);
  expect(vendor.inventory.sold).toEqual([]);
});

it('fails as scripted', async () => {
  const vendor = new FakeNumberVendor('fake', suiteNumbers);
  vendor.failure = 'refused';
  await expect(vendor.buy(purchase)).rejects.toMatchObject({ failure: 'refused' });
});
