import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import {
  NumberSourceError,
  type NumberSearch,
  type NumberSource,
  type NumberVendor,
} from '../number-source.ts';
import type { VendorTrouble } from './vendor-server.ts';
import type { StockedNumber } from './vendor-stock.ts';

export interface StockedSource {
  readonly source: NumberSource;
  readonly workspaceId: string;
  close(): Promise<void>;
}

const place = { friendlyName: '(415) 555-0100', locality: 'San Francisco', region: 'CA' };

/** What every source of the suite has in stock. */
export const suiteStock: readonly StockedNumber[] = [
  { phoneNumber: '+14155550100', country: 'US', type: 'local', ...place },
  { phoneNumber: '+14155550177', country: 'US', type: 'local', ...place },
  { phoneNumber: '+12025550177', country: 'US', type: 'local', ...place },
  { phoneNumber: '+18335550100', country: 'US', type: 'tollFree', ...place, locality: '', region: '' },
  { phoneNumber: '+61255501234', country: 'AU', type: 'local', ...place, locality: 'Sydney', region: 'NSW' },
  { phoneNumber: '+61491570156', country: 'AU', type: 'mobile', ...place, locality: '', region: '' },
];

/** What every source of numbers promises of its searches. */
export function numberSourceSuite(name: string, create: () => Promise<StockedSource>): void {
  describe(`${name} as a source of numbers`, () => {
    let stocked: StockedSource;
    beforeAll(async () => {
      stocked = await create();
    });
    afterAll(() => stocked.close());

    const search = async (wanted: Partial<NumberSearch>) => {
      const { source, workspaceId } = stocked;
      return source.search({ workspaceId, country: 'US', type: 'local', limit: 10, ...wanted });
    };

    it.each<[Partial<NumberSearch>, string[]]>([
      [{}, ['+12025550177', '+14155550100', '+14155550177']],
      [{ type: 'tollFree' }, ['+18335550100']],
      [{ type: 'mobile' }, []],
      [{ areaCode: '415' }, ['+14155550100', '+14155550177']],
      [{ contains: '0177' }, ['+12025550177', '+14155550177']],
      [{ contains: '415*550' }, ['+14155550100', '+14155550177']],
      [{ contains: '0177', areaCode: '202' }, ['+12025550177']],
      [{ contains: '**' }, ['+12025550177', '+14155550100', '+14155550177']],
      [{ country: 'AU', type: undefined }, ['+61255501234', '+61491570156']],
      [{ country: 'GB' }, []],
    ])('finds what fits: %j', async (wanted, numbers) => {
      const found = await search(wanted);
      expect(found.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers);
    });

    it('gives no more than the limit, also of several types', async () => {
      expect(await search({ limit: 2 })).toHaveLength(2);
      expect(await search({ country: 'AU', type: undefined, limit: 1 })).toHaveLength(1);
    });

    it('tells where a number is, and how it reads', async () => {
      const [number] = await search({ contains: '4155550100' });
      expect(number).toEqual({
        phoneNumber: '+14155550100',
        friendlyName: expect.stringContaining('555'),
        locality: 'San Francisco',
        region: 'CA',
      });
    });

    it('names the filters of a country', () => {
      expect(stocked.source.filtersOf('US')).toEqual(['contains', 'areaCode']);
      expect(stocked.source.filtersOf('GB')).toContain('contains');
    });
  });
}

export interface StockedVendor {
  readonly vendor: NumberVendor;
  /** From now on, this is wrong with the vendor. */
  makeTrouble(trouble: VendorTrouble): void;
  /** Resolves once so many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** How many numbers it has sold. */
  soldCount(): number;
  close(): Promise<void>;
}

/** What every vendor of numbers promises of its sales. Time-outs are to run on the clock. */
export function numberVendorSuite(
  name: string,
  create: (clock: ManualClock) => Promise<StockedVendor>,
): void {
  numberSourceSuite(name, async () => {
    const stocked = await create(new ManualClock());
    return { source: stocked.vendor, workspaceId: 'ws_suite', close: () => stocked.close() };
  });

  describe(`${name} as a vendor of numbers`, () => {
    let stocked: StockedVendor;
    let clock: ManualClock;
    const open = async () => {
      clock = new ManualClock();
      stocked = await create(clock);
      return stocked.vendor;
    };
    afterEach(async () => {
      await stocked.close();
      expect(clock.pendingTimers).toBe(0);
    });

    describeSales(open, () => stocked.soldCount());
    describeTroubles(open, () => ({ stocked, clock }));
  });
}

const purchase = { phoneNumber: '+14155550100', reference: 'num_01KAT0000000000000000000AA' };
const rival = { ...purchase, reference: 'num_01KAT0000000000000000000BB' };

function describeSales(open: () => Promise<NumberVendor>, soldCount: () => number): void {
  it('sells a number once, and finds the purchase by its reference alone', async () => {
    const vendor = await open();
    expect(await vendor.findPurchase(purchase)).toBeUndefined();
    const id = await vendor.buy(purchase);
    expect(await vendor.findPurchase(purchase)).toBe(id);
    expect(await vendor.findPurchase(rival)).toBeUndefined();
    expect(await failureOf(vendor.buy(rival))).toBe('unavailable');
    expect(soldCount()).toBe(1);
  });

  it('takes a number back, and again without complaint', async () => {
    const vendor = await open();
    const id = await vendor.buy(purchase);
    await vendor.release(id);
    await vendor.release(id);
    expect(soldCount()).toBe(0);
    expect(await vendor.findPurchase(purchase)).toBeUndefined();
  });

  it('does not sell what it does not have', async () => {
    const vendor = await open();
    expect(await failureOf(vendor.buy({ ...purchase, phoneNumber: '+14155550199' }))).toBe('unavailable');
  });
}

function describeTroubles(
  open: () => Promise<NumberVendor>,
  current: () => { readonly stocked: StockedVendor; readonly clock: ManualClock },
): void {
  it.each<[VendorTrouble, string]>([
    ['garbage', 'unknown'],
    ['endless', 'unknown'],
    ['cut', 'unknown'],
    ['redirect', 'unknown'],
    [500, 'unknown'],
    [401, 'refused'],
    [429, 'refused'],
  ])('says what a purchase came to when the answer is %s', async (trouble, failure) => {
    const vendor = await open();
    current().stocked.makeTrouble(trouble);
    expect(await failureOf(vendor.buy(purchase))).toBe(failure);
    expect(await failureOf(vendor.findPurchase(purchase))).toBe(failure);
    expect(
      await failureOf(vendor.search({ workspaceId: 'ws_suite', country: 'US', type: 'local', limit: 5 })),
    ).toBe(failure);
  });

  it('gives up a vendor that does not answer', async () => {
    const vendor = await open();
    const { stocked, clock } = current();
    stocked.makeTrouble('silent');
    const failure = failureOf(vendor.buy(purchase));
    await stocked.arrived(1);
    await clock.advance(60_000);
    expect(await failure).toBe('unknown');
  });
}

/** How it failed; what it was called to do stands in no message. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NumberSourceError);
  const { failure, message } = error as NumberSourceError;
  expect(message).not.toContain('555');
  return failure;
}
