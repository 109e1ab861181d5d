import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import {
  NumberSourceError,
  type NumberSearch,
  type NumberSource,
  type NumberVendor,
} from '../number-source.ts';
import type { VendorFault } from './vendor-server.ts';
import type { VendorNumber } from './vendor-inventory.ts';

export interface SourceUnderTest {
  readonly source: NumberSource;
  readonly workspaceId: string;
  close(): Promise<void>;
}

const display = { friendlyName: '(415) 555-0100', locality: 'San Francisco', region: 'CA' };

/** The numbers of each source under test. */
export const suiteNumbers: readonly VendorNumber[] = [
  { phoneNumber: '+14155550100', country: 'US', type: 'local', ...display },
  { phoneNumber: '+14155550177', country: 'US', type: 'local', ...display },
  { phoneNumber: '+12025550177', country: 'US', type: 'local', ...display },
  {
    phoneNumber: '+18335550100',
    country: 'US',
    type: 'tollFree',
    ...display,
    locality: '',
    region: '',
  },
  {
    phoneNumber: '+61255501234',
    country: 'AU',
    type: 'local',
    ...display,
    locality: 'Sydney',
    region: 'NSW',
  },
  { phoneNumber: '+61491570156', country: 'AU', type: 'mobile', ...display, locality: '', region: '' },
];

/** Conformance tests of `NumberSource` searches. */
export function numberSourceSuite(name: string, create: () => Promise<SourceUnderTest>): void {
  describe(`${name} as number source`, () => {
    let tested: SourceUnderTest;
    beforeAll(async () => {
      tested = await create();
    });
    afterAll(() => tested.close());

    const search = async (filters: Partial<NumberSearch>) => {
      const { source, workspaceId } = tested;
      return source.search({ workspaceId, country: 'US', type: 'local', limit: 10, ...filters });
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
    ])('returns the matching numbers for %j', async (filters, numbers) => {
      const found = await search(filters);
      expect(found.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers);
    });

    it('returns at most `limit` numbers, even of several types', async () => {
      expect(await search({ limit: 2 })).toHaveLength(2);
      expect(await search({ country: 'AU', type: undefined, limit: 1 })).toHaveLength(1);
    });

    it('returns locality, region and display format', async () => {
      const [number] = await search({ contains: '4155550100' });
      expect(number).toEqual({
        phoneNumber: '+14155550100',
        friendlyName: expect.stringContaining('555'),
        locality: 'San Francisco',
        region: 'CA',
      });
    });

    it('returns the filters of a country', () => {
      expect(tested.source.filtersOf('US')).toEqual(['contains', 'areaCode']);
      expect(tested.source.filtersOf('GB')).toContain('contains');
    });
  });
}

export interface VendorUnderTest {
  readonly vendor: NumberVendor;
  /** Sets the fault of all further responses. */
  setFault(fault: VendorFault): void;
  /** Resolves when the given number of requests has arrived. */
  waitForRequests(count: number): Promise<void>;
  /** Returns the number of sold numbers. */
  soldCount(): number;
  close(): Promise<void>;
}

/** Conformance tests of `NumberVendor`. Timeouts must use the clock. */
export function numberVendorSuite(
  name: string,
  create: (clock: ManualClock) => Promise<VendorUnderTest>,
): void {
  numberSourceSuite(name, async () => {
    const tested = await create(new ManualClock());
    return { source: tested.vendor, workspaceId: 'ws_suite', close: () => tested.close() };
  });

  describe(`${name} as number vendor`, () => {
    let tested: VendorUnderTest;
    let clock: ManualClock;
    const open = async () => {
      clock = new ManualClock();
      tested = await create(clock);
      return tested.vendor;
    };
    afterEach(async () => {
      await tested.close();
      expect(clock.pendingTimers).toBe(0);
    });

    describeSales(open, () => tested.soldCount());
    describeFailures(open, () => ({ tested, clock }));
  });
}

const purchase = { phoneNumber: '+14155550100', reference: 'num_01KAT0000000000000000000AA' };
const otherPurchase = { ...purchase, reference: 'num_01KAT0000000000000000000BB' };

function describeSales(open: () => Promise<NumberVendor>, soldCount: () => number): void {
  it('sells a number once, and finds the purchase only by its reference', async () => {
    const vendor = await open();
    expect(await vendor.findPurchase(purchase)).toBeUndefined();
    const id = await vendor.buy(purchase);
    expect(await vendor.findPurchase(purchase)).toBe(id);
    expect(await vendor.findPurchase(otherPurchase)).toBeUndefined();
    expect(await failureOf(vendor.buy(otherPurchase))).toBe('unavailable');
    expect(soldCount()).toBe(1);
  });

  it('releases a number, and accepts a second release', async () => {
    const vendor = await open();
    const id = await vendor.buy(purchase);
    await vendor.release(id);
    await vendor.release(id);
    expect(soldCount()).toBe(0);
    expect(await vendor.findPurchase(purchase)).toBeUndefined();
  });

  it('does not sell unknown numbers', async () => {
    const vendor = await open();
    expect(await failureOf(vendor.buy({ ...purchase, phoneNumber: '+14155550199' }))).toBe('unavailable');
  });
}

function describeFailures(
  open: () => Promise<NumberVendor>,
  current: () => { readonly tested: VendorUnderTest; readonly clock: ManualClock },
): void {
  it.each<[VendorFault, string]>([
    ['garbage', 'unknown'],
    ['endless', 'unknown'],
    ['cut', 'unknown'],
    ['redirect', 'unknown'],
    [500, 'unknown'],
    [401, 'refused'],
    [429, 'refused'],
  ])('reports the kind of failure when the response is %s', async (fault, failure) => {
    const vendor = await open();
    current().tested.setFault(fault);
    expect(await failureOf(vendor.buy(purchase))).toBe(failure);
    expect(await failureOf(vendor.findPurchase(purchase))).toBe(failure);
    expect(
      await failureOf(vendor.search({ workspaceId: 'ws_suite', country: 'US', type: 'local', limit: 5 })),
    ).toBe(failure);
  });

  it('reports an unknown failure after a timeout', async () => {
    const vendor = await open();
    const { tested, clock } = current();
    tested.setFault('silent');
    const failure = failureOf(vendor.buy(purchase));
    await tested.waitForRequests(1);
    await clock.advance(60_000);
    expect(await failure).toBe('unknown');
  });
}

/** Returns the failure; checks that the message contains no phone number. */
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
