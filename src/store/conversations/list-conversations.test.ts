import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../database.ts';
import {
  applyConversationCountDeltas,
  listConversations,
  recountConversations,
} from './list-conversations.ts';
import { openConversation, type NewConversation } from './conversations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Changes = Pick<NewConversation, 'workspaceId' | 'flowId' | 'agentId' | 'channel' | 'recipient'>;

const open = (scope: Scope, changes: Changes) =>
  scope.transaction((tx) =>
    openConversation(tx, {
      id: newId('conversation'),
      flowVersion: 1,
      userId: 'key_1',
      customer: {},
      dynamic: {},
      inactivityHours: 24,
      at: noon,
      ...changes,
    }),
  );

const conversation = fc.record({
  flowId: fc.constantFrom('flow_1', 'flow_2'),
  agentId: fc.constantFrom(null, 'agent_1', 'agent_2'),
  channel: fc.constantFrom('sms' as const, 'email' as const),
  recipient: fc.constantFrom('+12025550101', '+12025550102', '+12025550103', '+12025550104'),
});
const filters = fc.record(
  {
    flowId: fc.constantFrom('flow_1', 'flow_2', 'flow_3'),
    agentId: fc.constantFrom('agent_1', 'agent_2'),
    channel: fc.constantFrom('sms' as const, 'email' as const),
    // Counted row by row.
    createdAtTo: fc.constant(noon),
  },
  { requiredKeys: [] },
);
type Operation =
  | (Omit<Changes, 'workspaceId'> & { readonly type: 'open' })
  | { readonly type: 'apply' }
  | { readonly type: 'remove'; readonly recipient: string };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: conversation.map((fields) => ({ type: 'open' as const, ...fields })) },
  { weight: 2, arbitrary: fc.constant({ type: 'apply' as const }) },
  {
    weight: 1,
    arbitrary: conversation.map(({ recipient }) => ({ type: 'remove' as const, recipient })),
  },
);

async function run(scope: Scope, workspaceId: string, item: Operation): Promise<void> {
  if (item.type === 'open') await open(scope, { workspaceId, ...item });
  else if (item.type === 'apply') await applyConversationCountDeltas(database.db.asSystem());
  else await scope.execute({ text: 'delete from conversations where recipient = $1' }, [item.recipient]);
}

describe('the total of a list of conversations', () => {
  it('equals the number of rows after concurrent changes and applied deltas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { maxLength: 6 }), { minLength: 1, maxLength: 8 }),
        fc.array(filters, { minLength: 1, maxLength: 6 }),
        async (groups, filterSets) => {
          const { workspaceId } = await seedWorkspace(database.db);
          const scope = database.db.inWorkspace(workspaceId);
          for (const group of groups) await Promise.all(group.map((item) => run(scope, workspaceId, item)));
          for (const item of [{}, ...filterSets]) {
            const { rows, total } = await listConversations(scope, { workspaceId, limit: 1000, ...item });
            expect(total).toBe(rows.length);
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(await recountConversations(database.db.asSystem())).toBe(0);
  }, 120_000);

  it('is read from the counters, which the recount corrects', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    const count = async () => (await listConversations(scope, { workspaceId, limit: 1 })).total;
    const recipient = '+12025550101';
    await open(scope, { workspaceId, flowId: 'flow_1', agentId: null, channel: 'sms', recipient });
    await applyConversationCountDeltas(database.db.asSystem());
    await scope.execute(
      { text: 'update conversation_counts set count = count + 1 where workspace_id = $1' },
      [workspaceId],
    );
    expect(await count()).toBe(2);
    expect(await recountConversations(database.db.asSystem())).toBe(1);
    expect(await count()).toBe(1);
  });
});
