import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createTestMessaging, type TestMessaging } from '../../../test/support/messaging.ts';
import '../../../test/support/property-seed.ts';
import type { MessageCarrier } from '../../contracts/message-carrier.ts';
import { decideMessage, type MessageRow } from '../../store/conversations/messages.ts';
import type { Database, Scope } from '../../store/database.ts';
import { addSuppressions } from '../../store/suppressions.ts';
import type { SendingContext } from './send-jobs.ts';

const hourMs = 3_600_000;
const recipients = ['+12025550101', '+12025550102', '+12025550103'] as const;
const failures = ['refused', 'unavailable', 'accepted-and-lost'] as const;

const recipient = fc.nat(recipients.length - 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      recipient,
      delayMinutes: fc.constantFrom(0, 0, 0, 5),
    }),
  },
  // `deathAt`: the number of steps after which the process dies; it survives if its work has fewer.
  { weight: 5, arbitrary: fc.record({ type: fc.constant('run' as const), deathAt: fc.option(fc.nat(12)) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('advance' as const), minutes: fc.constantFrom(1, 2, 10) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('fail' as const), failure: fc.constantFrom(...failures) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('suppress' as const), recipient }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reject' as const), message: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('receipt' as const), message: fc.nat(20) }) },
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A process that dies at one of its steps: before or after a transaction, or before or after the carrier accepts a message. It does nothing afterwards. */
class MortalProcess {
  readonly context: SendingContext;
  #stepsLeft: number;

  constructor(context: SendingContext, deathAt: number | null) {
    this.#stepsLeft = deathAt ?? Infinity;
    const carriers = [...context.carriers].map(
      ([name, carrier]) => [name, this.#mortalCarrier(carrier)] as const,
    );
    this.context = {
      ...context,
      database: this.#mortalDatabase(context.database),
      carriers: new Map(carriers),
    };
  }

  get isDead(): boolean {
    return this.#stepsLeft <= 0;
  }

  #step(): void {
    if (this.isDead) throw new Error('The process is dead.');
    this.#stepsLeft -= 1;
    if (this.isDead) throw new Error('The process died.');
  }

  #mortalDatabase(database: Database): Database {
    const mortalScope = (scope: Scope): Scope => ({
      rows: (...statement) => scope.rows(...statement),
      row: (...statement) => scope.row(...statement),
      execute: (...statement) => scope.execute(...statement),
      write: (...statement) => scope.write(...statement),
      transaction: async (work) => {
        this.#step();
        const result = await scope.transaction(work);
        this.#step();
        return result;
      },
    });
    return {
      ...database,
      asSystem: () => mortalScope(database.asSystem()),
      inWorkspace: (workspaceId) => mortalScope(database.inWorkspace(workspaceId)),
    };
  }

  #mortalCarrier(carrier: MessageCarrier): MessageCarrier {
    return {
      name: carrier.name,
      channel: carrier.channel,
      ...(carrier.find !== undefined && { find: carrier.find.bind(carrier) }),
      send: async (message, signal) => {
        this.#step();
        const accepted = await carrier.send(message, signal);
        this.#step();
        return accepted;
      },
      checkHealth: () => carrier.checkHealth(),
      close: () => carrier.close(),
    };
  }
}

/** One run of the property. */
class Run {
  readonly messaging: TestMessaging;
  readonly messages: MessageRow[] = [];
  readonly delayed = new Set<string>();
  /** The number of messages that the carrier had accepted when the recipient was suppressed. */
  readonly acceptedBefore = new Map<string, number>();

  constructor(messaging: TestMessaging) {
    this.messaging = messaging;
  }

  async apply(action: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    const { messaging } = this;
    if (action.type === 'write') return this.#write(recipients[action.recipient]!, action.delayMinutes);
    if (action.type === 'run') return this.runDue(action.deathAt);
    if (action.type === 'advance') return messaging.clock.advance(action.minutes * 60_000);
    if (action.type === 'suppress') return this.#suppress(recipients[action.recipient]!);
    if (action.type === 'reject') return this.#reject(this.messages[action.message]);
    if (action.type === 'receipt') return this.#receipt(action.message);
    const { failure } = action;
    messaging.sms.next(
      failure === 'accepted-and-lost' ? { type: 'accept-and-fail' } : { type: 'fail', failure },
    );
  }

  /** Runs due jobs until none is left or the process dies. */
  async runDue(deathAt: number | null = null): Promise<void> {
    const { messaging } = this;
    const life = new MortalProcess(messaging.context, deathAt);
    messaging.restart(life.context);
    for (let jobs = await messaging.claim(); jobs.length > 0 && !life.isDead; jobs = await messaging.claim())
      await Promise.all(
        jobs.map((job) =>
          messaging.run(job).catch((error: unknown) => {
            if (!life.isDead) throw error;
          }),
        ),
      );
    await messaging.killWorkers();
  }

  async #write(to: string, delayMinutes: number): Promise<void> {
    const { id } = await this.messaging.conversation(to);
    const dueAt = new Date(this.messaging.clock.now() + delayMinutes * 60_000);
    const status = delayMinutes === 0 ? 'approved' : 'scheduled';
    const message = await this.messaging.write(id, { status, dueAt, content: to });
    this.messages.push(message);
    if (delayMinutes > 0) this.delayed.add(message.id);
  }

  async #suppress(address: string): Promise<void> {
    const { scope, fixture, clock, sms } = this.messaging;
    const entries = [{ channel: 'sms' as const, address, reason: 'STOP' }];
    const suppressions = {
      workspaceId: fixture.workspaceId,
      entries,
      createdBy: null,
      at: new Date(clock.now()),
    };
    await scope.transaction((tx) => addSuppressions(tx, suppressions));
    if (!this.acceptedBefore.has(address)) this.acceptedBefore.set(address, sms.accepted.length);
  }

  async #reject(message: MessageRow | undefined): Promise<void> {
    if (message === undefined) return;
    const { id: messageId, conversationId, workspaceId } = message;
    const at = new Date(this.messaging.clock.now());
    const decision = { workspaceId, conversationId, messageId, status: 'rejected', by: 'key_1', at } as const;
    await this.messaging.scope.transaction((tx) => decideMessage(tx, decision));
  }

  async #receipt(position: number): Promise<void> {
    if (position < this.messaging.sms.accepted.length) await this.messaging.sms.receipt(position);
  }
}

describe('sending under random crashes and failures', () => {
  it.each([true, false])(
    'hands no message over twice, loses none, and sends none after an opt-out (carrier that can search: %s)',
    { timeout: 120_000 },
    async (canFind) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
          const run = new Run(await createTestMessaging({ database, canFind }));
          for (const action of steps) await run.apply(action);
          for (let hour = 0; hour < 26; hour += 1) {
            await run.messaging.clock.advance(hourMs);
            await run.runDue();
          }
          expect(await faultsOf(run)).toEqual([]);
        }),
        { numRuns: 25 },
      );
    },
  );
});

/** Returns what is wrong after a run: messages that were handed over twice, after an opt-out, out of order, or whose status contradicts what the carrier accepted. */
async function faultsOf({ messaging, messages, delayed, acceptedBefore }: Run): Promise<string[]> {
  const accepted = messaging.sms.accepted.map(({ reference }) => reference);
  const twice = accepted.filter((id, index) => accepted.indexOf(id) !== index);
  const unwanted = [...acceptedBefore].flatMap(([address, count]) =>
    messaging.sms.accepted.slice(count).filter(({ to }) => to === address),
  );
  const faults = [
    ...twice.map((id) => `twice ${id}`),
    ...unwanted.map(({ to }) => `after the opt-out of ${to}`),
  ];
  for (const { id } of messages) {
    const { status } = await messaging.read(id);
    const possible = accepted.includes(id) ? ['sent', 'delivered'] : ['failed', 'rejected'];
    if (![...possible, 'unknown'].includes(status)) faults.push(`${status} ${id}`);
  }
  for (const to of recipients) {
    const sent = messaging.sms.accepted.filter((one) => one.to === to && !delayed.has(one.reference));
    const order = sent.map(({ reference }) => reference);
    const written = messages.map(({ id }) => id).filter((id) => order.includes(id));
    if (order.join() !== written.join()) faults.push(`out of order to ${to}`);
  }
  return faults;
}
