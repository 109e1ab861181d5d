import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import type { Scope } from './database.ts';
import { insertDisposition } from './dispositions/dispositions.ts';
import { listDispositions } from './dispositions/list-dispositions.ts';
import type { ListCursor } from './listing.ts';

let database: TestDatabase;
let scope: Scope;
let workspaceId: string;
const rowCount = 23;

/** Inserts three rows per instant, which are ordered only by their ids. */
beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
  for (let index = 0; index < rowCount; index += 1) {
    await insertDisposition(scope, {
      id: newId('disposition'),
      workspaceId,
      callId: null,
      phoneNumber: `+1202555${String(index).padStart(4, '0')}`,
      disposition: index % 2 === 0 ? 'answered' : 'busy',
      status: 'completed',
      scheduledAt: null,
      attempt: 1 + (index % 3),
      agentId: `agent_${index % 2}`,
      agentName: index === 5 ? 'Zoë 100%_sure' : 'Ada',
      batchId: index < 4 ? 'batch_1' : null,
      notes: index === 7 ? String.raw`a back\slash` : '',
      at: new Date(noon.getTime() + Math.floor(index / 3) * 1000),
    });
  }
});

afterAll(() => database.close());

const list = (window: object) => listDispositions(scope, { workspaceId, limit: 1000, ...window });

describe('a list', () => {
  it('is ordered by time, newest first, and then by id', async () => {
    const { rows } = await list({});
    const expected = rows.toSorted(
      (left, right) => right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1),
    );
    expect(rows).toHaveLength(rowCount);
    expect(rows).toEqual(expected);
  });

  it('has the same rows by page and by cursor, for any limit', async () => {
    const all = (await list({})).rows.map((row) => row.id);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: rowCount + 2 }), async (limit) => {
        const byPage: string[] = [];
        for (let page = 1; page <= Math.ceil(rowCount / limit); page += 1)
          byPage.push(...(await list({ limit, page })).rows.map((row) => row.id));
        const byCursor: string[] = [];
        let after: ListCursor | undefined;
        do {
          const found = await list({ limit, after });
          expect(found.total).toBe(rowCount);
          byCursor.push(...found.rows.map((row) => row.id));
          after = found.next ?? undefined;
        } while (after !== undefined);
        expect(byPage).toEqual(all);
        expect(byCursor).toEqual(all);
      }),
      { numRuns: 15 },
    );
  });

  it('returns no rows, but the total, for a page after the last one', async () => {
    expect(await list({ limit: 10, page: 9 })).toEqual({ rows: [], total: rowCount, next: null });
  });

  it('includes both ends of a date range', async () => {
    const at = new Date(noon.getTime() + 1000);
    expect((await list({ createdAtFrom: at, createdAtTo: at })).total).toBe(3);
  });

  it('applies every filter of dispositions', async () => {
    const totalOf = async (filters: object) => (await list(filters)).total;
    expect(await totalOf({ phoneNumber: '+12025550003' })).toBe(1);
    expect(await totalOf({ batchId: 'batch_1' })).toBe(4);
    expect(await totalOf({ agentId: 'agent_1' })).toBe(11);
    expect(await totalOf({ status: 'pending' })).toBe(0);
    expect(await totalOf({ disposition: 'busy', attempt: 1 })).toBe(4);
  });

  it('matches search text literally', async () => {
    const totalOf = async (search: string) => (await list({ search })).total;
    expect(await totalOf('zoë 100%_SURE')).toBe(1);
    expect(await totalOf('100_')).toBe(0);
    expect(await totalOf('%')).toBe(1);
    expect(await totalOf(String.raw`back\slash`)).toBe(1);
    expect(await totalOf('BUSY')).toBe(11);
    expect(await totalOf(`'; drop table dispositions; --`)).toBe(0);
  });
});
