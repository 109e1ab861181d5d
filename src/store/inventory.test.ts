import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import { connectClient } from './connection.ts';
import type { Scope } from './database.ts';
import {
  acquireInventoryNumber,
  analyzeInventory,
  deleteInventoryNumber,
  importInventoryNumbers,
  listInventoryNumbers,
  type NewInventoryNumber,
  releaseInventoryNumber,
  searchInventory,
} from './inventory.ts';

let database: TestDatabase;
let workspaceId: string;
let scope: Scope;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
});
afterAll(() => database.close());

const numberOf = (e164: string, changes: Partial<NewInventoryNumber> = {}): NewInventoryNumber => ({
  id: newId('number'),
  e164,
  country: 'US',
  type: 'local',
  locality: 'Somewhere',
  region: 'CA',
  friendlyName: e164,
  ...changes,
});

const add = (numbers: readonly NewInventoryNumber[]) =>
  importInventoryNumbers(scope, { workspaceId, numbers, at: noon });

/** Runs SQL as the owner of the tables. */
async function queryAsOwner(text: string) {
  const client = await connectClient(database.connection, 'test');
  const result = await client.query(text);
  await client.end();
  return result;
}

const searchNumbers = async (search: object) =>
  (await searchInventory(scope, { workspaceId, country: 'US', type: 'local', limit: 100, ...search })).map(
    ({ e164 }) => e164,
  );

describe('the inventory', () => {
  it('adds numbers and updates existing ones', async () => {
    expect(await add([numberOf('+14155550001'), numberOf('+14155550002')])).toEqual({ added: 2, updated: 0 });
    const update = [numberOf('+14155550002', { locality: 'Oakland', monthlyPriceUsd: 1.5 })];
    expect(await add(update)).toEqual({ added: 0, updated: 1 });
    const { rows } = await listInventoryNumbers(scope, {
      workspaceId,
      limit: 50,
      phoneNumber: '+14155550002',
    });
    expect(rows).toMatchObject([{ locality: 'Oakland', monthlyPriceUsd: 1.5, status: 'available' }]);
    expect(rows[0]!.id).not.toBe(update[0]!.id);
  });

  it('assigns a number to one of several concurrent requests until it is released', async () => {
    await add([numberOf('+14155550003')]);
    const key = { workspaceId, e164: '+14155550003', at: noon };
    const acquisitions = Array.from({ length: 8 }, () =>
      scope.transaction((tx) => acquireInventoryNumber(tx, key)),
    );
    const acquired = (await Promise.all(acquisitions)).filter((row) => row !== undefined);
    expect(acquired).toHaveLength(1);
    expect(await searchNumbers({ contains: '5550003' })).toEqual([]);
    expect(await deleteInventoryNumber(scope, { workspaceId, numberId: acquired[0]!.id })).toBe('acquired');
    expect(await releaseInventoryNumber(scope, key)).toBe(true);
    expect(await releaseInventoryNumber(scope, key)).toBe(false);
    expect(await searchNumbers({ contains: '5550003' })).toEqual(['+14155550003']);
    expect(await deleteInventoryNumber(scope, { workspaceId, numberId: acquired[0]!.id })).toBe('available');
    expect(await deleteInventoryNumber(scope, { workspaceId, numberId: acquired[0]!.id })).toBeUndefined();
  });

  it('is not visible to other workspaces', async () => {
    await add([numberOf('+14155550004')]);
    const other = await seedWorkspace(database.db);
    const elsewhere = database.db.inWorkspace(other.workspaceId);
    const search = { country: 'US', limit: 10, contains: '5550004' };
    for (const workspaceInQuery of [workspaceId, other.workspaceId]) {
      expect(await searchInventory(elsewhere, { workspaceId: workspaceInQuery, ...search })).toEqual([]);
      const key = { workspaceId: workspaceInQuery, e164: '+14155550004', at: noon };
      expect(await acquireInventoryNumber(elsewhere, key)).toBeUndefined();
    }
    expect(await searchNumbers({ contains: '5550004' })).toEqual(['+14155550004']);
  });
});

describe('the statistics of the inventory', () => {
  it('are updated by a role that does not own the table', async () => {
    await add([numberOf('+14155550005')]);
    await analyzeInventory(scope);
    const { rows } = await queryAsOwner(
      "select last_analyze is not null as done from pg_stat_user_tables where relname = 'inventory_numbers'",
    );
    expect(rows).toEqual([{ done: true }]);
  });
});

describe('a search', () => {
  const numbersOfSearch = [
    numberOf('+12025550143'),
    numberOf('+12025552020'),
    numberOf('+14152025555'),
    numberOf('+18005550199', { type: 'tollFree' }),
    numberOf('+442079460018', { country: 'GB' }),
    numberOf('+6591234567', { country: 'SG', type: 'mobile' }),
  ];
  beforeAll(() => add(numbersOfSearch));

  it.each([
    [{ country: 'GB', contains: '7946' }, ['+442079460018']],
    [{ country: 'SG', type: undefined, contains: '4567' }, ['+6591234567']],
    [{ type: 'tollFree', areaCode: '800' }, ['+18005550199']],
    [{ areaCode: '202' }, ['+12025550143', '+12025552020']],
    [{ areaCode: '202', contains: '20*0' }, ['+12025552020']],
    [{ areaCode: '415', contains: '202' }, ['+14152025555']],
    [{ contains: '14152025555' }, ['+14152025555']],
    [{ contains: '************' }, []],
    [{ contains: '1234567890123456' }, []],
    [{ areaCode: '202', limit: 1 }, ['+12025550143']],
  ])('returns matching numbers: %j', async (search, numbers) => {
    expect(await searchNumbers(search)).toEqual(numbers);
  });

  it('returns the same numbers as a full scan', async () => {
    const all = await searchNumbers({});
    const patterns = fc
      .array(fc.constantFrom(...'0123459*'), { minLength: 2, maxLength: 12 })
      .map((characters) => characters.join(''));
    const wildcardParts = fc
      .tuple(fc.constantFrom(...all), fc.nat(9), fc.integer({ min: 2, max: 11 }), fc.array(fc.boolean()))
      .map(([e164, from, length, isWildcard]) =>
        Array.from(e164.slice(1 + from, 1 + from + length), (digit, at) =>
          isWildcard[at] ? '*' : digit,
        ).join(''),
      )
      .filter((pattern) => pattern.length >= 2);
    await fc.assert(
      fc.asyncProperty(fc.oneof(patterns, wildcardParts), async (contains) => {
        const expression = new RegExp(contains.replaceAll('*', String.raw`\d`));
        expect(await searchNumbers({ contains })).toEqual(all.filter((e164) => expression.test(e164)));
      }),
      { numRuns: 200 },
    );
  });
});
