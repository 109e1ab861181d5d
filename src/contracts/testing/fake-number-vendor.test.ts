import { expect, it } from 'vitest';
import { FakeNumberVendor } from './fake-number-vendor.ts';
import { numberSourceSuite, suiteStock } from './number-source-suite.ts';

numberSourceSuite('the fake vendor', async () => ({
  source: new FakeNumberVendor('fake', suiteStock),
  workspaceId: 'ws_suite',
  close: async () => {},
}));

const purchase = { phoneNumber: '+14155550100', reference: 'num_1' };

it('may lose the answer to a purchase that it has made', async () => {
  const vendor = new FakeNumberVendor('fake', suiteStock);
  vendor.losesNextAnswer = true;
  await expect(vendor.buy(purchase)).rejects.toMatchObject({ failure: 'unknown' });
  const id = await vendor.findPurchase(purchase);
  expect(id).toBeDefined();
  await expect(vendor.buy(purchase)).rejects.toMatchObject({ failure: 'unavailable' });
  await vendor.release(id!);
  expect(vendor.stock.sold).toEqual([]);
});

it('fails as it is told to', async () => {
  const vendor = new FakeNumberVendor('fake', suiteStock);
  vendor.failure = 'refused';
  await expect(vendor.buy(purchase)).rejects.toMatchObject({ failure: 'refused' });
});
