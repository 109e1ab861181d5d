import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { seedMessageFlow } from '../../../test/support/conversations.ts';
import { seedConversations } from '../../../test/support/many-conversations.ts';
import { countedMatches } from './search-conversations.ts';

const reminders = 3_000;
const bills = 500;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { workspaceId, database } = api;
  const reminder = await seedMessageFlow(api);
  const bill = await seedMessageFlow(api, { name: 'Unpaid bill' });
  await seedConversations(database, { workspaceId, flowId: bill.id, first: 1, count: bills });
  await seedConversations(database, { workspaceId, flowId: reminder.id, first: bills + 1, count: reminders });
}, 60_000);
afterAll(() => api.close());

interface Found {
  readonly numbers: readonly number[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Returns the numbers of the conversations on one page. */
async function search(text: string, query = 'limit=50', key = api.key): Promise<Found> {
  const workspace = api.workspaceId;
  const path = `/v1/api/conversations?search=${encodeURIComponent(text)}&${query}`;
  const { body } = await api.send('GET', path, { workspace, key });
  const { conversations, total, nextCursor } = body.data;
  return {
    numbers: conversations.map((row: { _id: string }) => Number(row['_id'].slice(5))),
    total,
    nextCursor,
  };
}

/** Returns the numbers of the conversations that match, newest first. */
const matching = (matches: (number: number) => boolean): number[] =>
  Array.from({ length: reminders + bills }, (_, index) => reminders + bills - index).filter(matches);

const animal = (number: number): string => {
  const animals = [
    [1000, 'zebra'],
    [100, 'walrus'],
    [30, 'turtle'],
    [10, 'salmon'],
    [2, 'rabbit'],
  ] as const;
  return animals.find(([divisor]) => number % divisor === 0)?.[1] ?? 'quietly';
};

describe('the search of conversations', () => {
  it.each(['zebra', 'Walrus', 'TURTLE', 'salmon', 'rabbit', 'quietly'])(
    'finds %s on every page',
    async (text) => {
      const expected = matching((number) => animal(number) === text.toLowerCase());
      const pages: number[] = [];
      for (let page = 1; pages.length < Math.min(expected.length, 120); page += 1) {
        const { numbers, total } = await search(text, `limit=20&page=${page}`);
        expect(total).toBe(Math.min(expected.length, Math.max(total, countedMatches)));
        pages.push(...numbers);
      }
      expect(pages).toEqual(expected.slice(0, pages.length));
      const byCursor: number[] = [];
      let query = 'limit=20';
      for (let page = 0; page < 8; page += 1) {
        const { numbers, nextCursor } = await search(text, query);
        byCursor.push(...numbers);
        if (nextCursor === null) break;
        query = `limit=20&cursor=${nextCursor}`;
      }
      expect(byCursor).toEqual(expected.slice(0, Math.min(expected.length, 160)));
    },
  );

  it('finds a part of a recipient and the name of a flow', async () => {
    expect((await search('02000012')).numbers).toEqual(
      matching((number) => String(number).padStart(7, '0').startsWith('000012')),
    );
    const { numbers, total } = await search('unpaid', 'limit=5');
    expect(numbers).toEqual([500, 499, 498, 497, 496]);
    expect(total).toBeGreaterThan(countedMatches);
    expect(await search('visit number 4711 ')).toMatchObject({ numbers: [1570], total: 1, nextCursor: null });
  });

  it('combines the text with filters and dates', async () => {
    expect(await search('zebra', 'recipient=%2B12020002000')).toMatchObject({ numbers: [2000], total: 1 });
    expect(await search('zebra', 'createdAtFrom=2026-01-05T12:40:00.000Z')).toMatchObject({
      numbers: [3000],
    });
    expect(await search('zebra', 'status=closed')).toMatchObject({ numbers: [], total: 0 });
  });

  it('takes wildcards literally, and rejects texts that are too short', async () => {
    expect(await search('vis%t')).toMatchObject({ numbers: [], total: 0 });
    expect(await search('v_sit')).toMatchObject({ numbers: [], total: 0 });
    const { status, body } = await api.send('GET', '/v1/api/conversations?search=ab', {
      workspace: api.workspaceId,
    });
    expect([status, body.error.code]).toEqual([400, 'invalid_query']);
  });

  it('finds nothing of another workspace', async () => {
    const other = await seedOtherWorkspace(api);
    const { body } = await api.send('GET', '/v1/api/conversations?search=zebra', {
      key: other.key,
      workspace: other.workspaceId,
    });
    expect(body.data.total).toBe(0);
  });
});
