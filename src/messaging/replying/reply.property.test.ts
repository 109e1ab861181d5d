import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { messagesOf, smsFrom } from '../../../test/support/inbound-messages.ts';
import { modelAgent, ReplyTest } from '../../../test/support/replies.ts';
import { edge, end } from '../../../test/support/run-flow.ts';
import { LeaseLostError } from '../../jobs/job.ts';
import type { MessageRow } from '../../store/conversations/messages.ts';
import { isSuppressed } from '../../store/suppressions.ts';

let database: TestDatabase;
let runs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What happens in a conversation, also while a reply is written. */
const change = fc.constantFrom('inbound', 'stop', 'start', 'takeover', 'release', 'send');

interface Step {
  readonly what: string;
  /** Happens after the reply was written and before it is stored. */
  readonly meanwhile?: string | undefined;
  /** Whether the customer writes before this step. */
  readonly afterInbound?: boolean;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: change.map((what) => ({ what })) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('reply', 'reply', 'crash', 'repeat'),
      meanwhile: fc.option(change, { nil: undefined }),
      afterInbound: fc.boolean(),
    }),
  },
);

const ask = (id: string) => ({
  id,
  type: 'ask',
  config: { prompt: `Question ${id}?`, variable: id, expect: 'text' },
});

/** A flow that asks two questions in turn, without end. */
const scripted = {
  startNodeId: 'a',
  variables: { a: {}, b: {} },
  nodes: [ask('a'), ask('b'), end()],
  edges: [
    edge('a', 'b', { type: 'result', ok: true }),
    edge('a', 'end', { type: 'result', ok: false }),
    edge('b', 'a', { type: 'result', ok: true }),
    edge('b', 'end', { type: 'result', ok: false }),
  ],
};

class Interleaving {
  readonly #test: ReplyTest;
  #texts = 0;
  #meanwhile: string | undefined;

  constructor(test: ReplyTest) {
    this.#test = test;
    const count = () => (this.#texts += 1);
    test.model.respond = async function* () {
      yield { type: 'text-delta', text: `Reply ${count()}` };
      yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
    };
  }

  async apply({ what, meanwhile, afterInbound = false }: Step) {
    this.#meanwhile = meanwhile;
    await this.#test.clock.advance(10_000);
    if (afterInbound) await this.#change('inbound');
    if (what === 'reply') await this.#reply({});
    else if (what === 'crash')
      await this.#reply({ beforeComplete: () => Promise.reject(new Error('killed')) });
    else if (what === 'repeat') {
      await this.#reply({});
      await this.#reply({});
    } else await this.#change(what);
  }

  async #reply(options: Parameters<ReplyTest['reply']>[0]): Promise<void> {
    if (!(await this.#test.isQueued())) {
      await this.#test.reply(options).catch(expectCrash);
      return;
    }
    const { database: db } = this.#test.context;
    const meanwhile = this.#meanwhile;
    this.#meanwhile = undefined;
    // Applies the change after the reply was written, immediately before the transaction that stores it.
    const asSystem = db.asSystem.bind(db);
    let isPending = meanwhile !== undefined;
    db.asSystem = () => {
      const scope = asSystem();
      return {
        ...scopeOf(scope),
        transaction: async (work) => {
          if (isPending) {
            isPending = false;
            db.asSystem = asSystem;
            await this.#change(meanwhile!);
          }
          return scope.transaction(work);
        },
      };
    };
    await this.#test.reply(options).catch(expectCrash);
    db.asSystem = asSystem;
  }

  async #change(what: string): Promise<void> {
    const { recipient } = this.#test.conversation;
    if (what === 'inbound') await this.#test.receive(smsFrom(recipient, `Text ${(this.#texts += 1)}`));
    else if (what === 'stop') await this.#test.receive(smsFrom(recipient, 'STOP'));
    else if (what === 'start') await this.#test.receive(smsFrom(recipient, 'START'));
    else if (what === 'takeover') await this.#test.change('taken_over_at = now()');
    else if (what === 'release') await this.#test.change('taken_over_at = null');
    else await this.#test.send();
  }
}

/** Rethrows an error, unless it means that the worker was killed or that another worker has completed the job. */
function expectCrash(error: unknown): void {
  if (!(error instanceof LeaseLostError) && String(error) !== 'Error: killed') throw error;
}

const scopeOf = (scope: ReturnType<TestDatabase['db']['asSystem']>) =>
  ({
    rows: scope.rows.bind(scope),
    row: scope.row.bind(scope),
    execute: scope.execute.bind(scope),
    write: scope.write.bind(scope),
  }) as typeof scope;

const isAutomatic = ({ direction, origin, keyword, status }: MessageRow): boolean =>
  direction === 'outbound' && origin !== 'person' && keyword === null && status !== 'pending_approval';

const isLive = (message: MessageRow): boolean => isAutomatic(message) && message.status !== 'rejected';

/** Returns whether an inbound message is between each two automatic replies, in the order of the conversation. */
function isOnePerGroup(messages: readonly MessageRow[]): boolean {
  let hasInbound = false;
  for (const message of messages.slice(1)) {
    if (message.direction === 'inbound' && message.keyword === null) hasInbound = true;
    if (!isLive(message)) continue;
    if (!hasInbound) return false;
    hasInbound = false;
  }
  return true;
}

describe('replies under any interleaving', () => {
  it.each([
    ['of a language model', {}],
    ['of a flow with nodes', scripted],
  ])('%s: one per group of inbound messages, none after STOP, none while taken over', async (_what, flow) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        runs += 1;
        const recipient = `+1202555${String(1000 + runs)}`;
        const test = await ReplyTest.open(database.db, { recipient, flow, agent: modelAgent });
        const { workspaceId } = test.conversation;
        const interleaving = new Interleaving(test);
        let live = new Set<string>();
        for (const one of steps) {
          await interleaving.apply(one);
          const messages = await messagesOf(database.db, test.conversation);
          expect(isOnePerGroup(messages)).toBe(true);
          const now = messages.slice(1).filter(isLive);
          const isNew = now.some(({ id }) => !live.has(id));
          const isStopped = await isSuppressed(database.db.inWorkspace(workspaceId), {
            workspaceId,
            channel: 'sms',
            address: recipient,
          });
          const { takenOverAt } = await test.row();
          expect(isNew && (isStopped || takenOverAt !== null)).toBe(false);
          expect(isStopped && now.some(({ status }) => status === 'approved')).toBe(false);
          live = new Set(now.map(({ id }) => id));
        }
      }),
      { numRuns: 40 },
    );
  });
});
