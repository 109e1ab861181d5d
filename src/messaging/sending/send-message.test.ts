import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createTestMessaging, type TestMessaging } from '../../../test/support/messaging.ts';
import { LeaseLostError } from '../../jobs/job.ts';
import { changeMessageStatus } from '../../store/conversations/sending.ts';
import { addSuppressions, isSuppressed } from '../../store/suppressions.ts';
import { enqueueSend } from './send-jobs.ts';

const hourMs = 3_600_000;
const ada = '+12025550101';

let database: TestDatabase;
let messaging: TestMessaging;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  messaging = await createTestMessaging({ database });
});
afterAll(() => database.close());

const suppress = (address = ada) => {
  const { workspaceId } = messaging.fixture;
  const entries = [{ channel: 'sms' as const, address, reason: 'STOP' }];
  const at = new Date(messaging.clock.now());
  return messaging.scope.transaction((tx) =>
    addSuppressions(tx, { workspaceId, entries, createdBy: null, at }),
  );
};

const typesOfEvents = async () => (await messaging.events()).map(({ type }) => type);

describe('a due message', () => {
  it('is sent once, with an event', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    const { id } = await messaging.write(conversationId, { metadata: { order: 7 } });
    await messaging.runDue();
    expect(messaging.sms.accepted).toEqual([
      { channel: 'sms', reference: id, from: '+12025550199', to: ada, text: 'Hello' },
    ]);
    expect(await messaging.read(id)).toMatchObject({
      status: 'sent',
      attempts: 1,
      carrier: 'fake',
      fromAddress: '+12025550199',
      sentAt: new Date(messaging.clock.now()),
      failure: null,
    });
    expect(await messaging.events()).toEqual([
      {
        type: 'sms.sent',
        data: {
          conversationId,
          messageId: id,
          flowId: messaging.fixture.flow.id,
          agentId: null,
          channel: 'sms',
          from: '+12025550199',
          to: ada,
          status: 'sent',
          message: 'Hello',
          failure: null,
          metadata: { order: 7 },
          sequence: 2,
        },
      },
    ]);
  });

  it('is an email with a thread, a signed id and a reply address', async () => {
    const { id: conversationId } = await messaging.conversation('ada@example.com');
    const first = await messaging.write(conversationId, { subject: 'Your visit' });
    await messaging.runDue();
    const second = await messaging.write(conversationId);
    await messaging.runDue();
    const { tokens } = messaging.context;
    const [mail, answer] = messaging.mail.accepted;
    expect(mail).toMatchObject({
      subject: 'Your visit',
      fromName: 'Parley',
      inReplyTo: undefined,
      references: [],
    });
    expect(answer).toMatchObject({ subject: 'Re: Your visit', to: 'ada@example.com' });
    if (mail?.channel !== 'email' || answer?.channel !== 'email') throw new Error('Not emails.');
    expect(answer.references).toEqual([mail.messageId]);
    expect(answer.inReplyTo).toBe(mail.messageId);
    expect([mail, answer].map(({ messageId }) => tokens.readMessageId(messageId))).toEqual([
      first.id,
      second.id,
    ]);
    expect(tokens.readReplyAddress(mail.replyTo)).toBe(conversationId);
  });

  it('is not sent before the earlier messages of its conversation', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next({ type: 'fail', failure: 'unavailable' });
    const first = await messaging.write(conversationId, { content: 'First' });
    await messaging.runDue();
    const second = await messaging.write(conversationId, { content: 'Second' });
    await messaging.runDue();
    expect(messaging.sms.accepted).toEqual([]);
    expect([(await messaging.read(first.id)).status, (await messaging.read(second.id)).status]).toEqual([
      'scheduled',
      'approved',
    ]);
    await messaging.advance(10_000);
    expect(messaging.sms.accepted.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  it('does not wait for a draft or a delayed message', async () => {
    const { id } = await messaging.conversation(ada);
    const dueAt = new Date(messaging.clock.now() + hourMs);
    await messaging.write(id, { status: 'pending_approval', dueAt: null });
    await messaging.write(id, { status: 'scheduled', dueAt, content: 'Later' });
    await messaging.write(id, { content: 'Now' });
    await messaging.runDue();
    expect(messaging.sms.accepted.map(({ text }) => text)).toEqual(['Now']);
    await messaging.advance(hourMs);
    expect(messaging.sms.accepted.map(({ text }) => text)).toEqual(['Now', 'Later']);
  });

  it('is sent in order if many are due at once', async () => {
    const { id } = await messaging.conversation(ada);
    for (const content of ['1', '2', '3', '4', '5']) await messaging.write(id, { content });
    await messaging.runDue();
    expect(messaging.sms.accepted.map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('is never sent to a recipient who opted out after the approval', async () => {
    const { id } = await messaging.conversation(ada);
    const message = await messaging.write(id);
    await suppress();
    await messaging.runDue();
    expect(messaging.sms.accepted).toEqual([]);
    expect(await messaging.read(message.id)).toMatchObject({ status: 'rejected', decidedBy: 'system' });
    expect(await typesOfEvents()).toEqual(['conversation.opted_out']);
  });
});

describe('quiet hours', () => {
  /** Writes a message at noon UTC, which is 7 AM in New York, runs the due jobs, and returns the message. */
  const writeWith = async (quietHours: object, changes: object = {}) => {
    const flowId = await messaging.flow({ quietHours });
    const { id } = await messaging.conversation('+12125550101', { flowId });
    const message = await messaging.write(id, changes);
    await messaging.runDue();
    return messaging.read(message.id);
  };

  it('move a message to their end in the zone of the recipient', async () => {
    const { id, ...message } = await writeWith({ start: '21:00', end: '08:00' });
    expect(message).toMatchObject({
      status: 'scheduled',
      dueAt: new Date('2026-01-05T13:00:00Z'),
      attempts: 0,
    });
    await messaging.advance(hourMs - 1);
    expect(messaging.sms.accepted).toEqual([]);
    await messaging.advance(1);
    expect((await messaging.read(id)).status).toBe('sent');
  });

  it('do not apply if it is day in the zone that the flow sets', async () => {
    const message = await writeWith({ start: '21:00', end: '08:00', timezone: 'Europe/Berlin' });
    expect(message.status).toBe('sent');
  });

  it('reject a message if the flow says so', async () => {
    const message = await writeWith({ start: '21:00', end: '08:00', policy: 'drop' });
    expect(message).toMatchObject({
      status: 'rejected',
      decidedBy: 'system',
      decisionNote: 'The quiet hours of the flow had begun in America/New_York.',
    });
  });

  it('do not apply to a message that a person wrote', async () => {
    expect((await writeWith({ start: '21:00', end: '08:00' }, { origin: 'person' })).status).toBe('sent');
  });
});

describe('a carrier', () => {
  it('is tried again while it is unavailable, for 24 hours', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next(
      ...Array.from({ length: 1_000 }, () => ({ type: 'fail', failure: 'unavailable' }) as const),
    );
    const { id } = await messaging.write(conversationId);
    await messaging.runDue();
    const [first] = [await messaging.read(id)];
    expect(first).toMatchObject({
      status: 'scheduled',
      attempts: 1,
      failure: 'The fake carrier fails: unavailable.',
    });
    for (let hour = 0; hour < 23; hour += 1) await messaging.advance(hourMs);
    expect((await messaging.read(id)).status).toBe('scheduled');
    await messaging.advance(hourMs);
    await messaging.advance(hourMs);
    expect(await messaging.read(id)).toMatchObject({
      status: 'failed',
      failure:
        'The carrier did not accept the message within 24 hours. The last error: The fake carrier fails: unavailable.',
    });
    expect(await typesOfEvents()).toEqual(['sms.failed']);
  });

  it('determines the time of the next attempt if it requests a delay', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next({ type: 'fail', failure: 'unavailable', retryAfterMs: 120_000 });
    const { id } = await messaging.write(conversationId);
    await messaging.runDue();
    await messaging.advance(119_000);
    expect((await messaging.read(id)).status).toBe('scheduled');
    await messaging.advance(2_000);
    expect((await messaging.read(id)).status).toBe('sent');
  });

  it('that requests more than a day is tried again after 24 hours, for the last time', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    const twoDays = { type: 'fail', failure: 'unavailable', retryAfterMs: 48 * hourMs } as const;
    messaging.sms.next(twoDays, twoDays);
    const { id } = await messaging.write(conversationId);
    await messaging.runDue();
    await messaging.advance(24 * hourMs - 1_000);
    expect(await messaging.read(id)).toMatchObject({ status: 'scheduled', attempts: 1 });
    await messaging.advance(1_000);
    expect(await messaging.read(id)).toMatchObject({ status: 'failed', attempts: 2 });
  });

  it('that refuses a message is not tried again', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next({ type: 'fail', failure: 'refused' });
    const { id } = await messaging.write(conversationId);
    await messaging.runDue();
    await messaging.advance(hourMs);
    expect(await messaging.read(id)).toMatchObject({
      status: 'failed',
      failure: 'The fake carrier fails: refused.',
    });
    expect(messaging.sms.accepted).toEqual([]);
  });

  it('that reports an opt-out suppresses the recipient', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next({ type: 'fail', failure: 'opted_out' });
    const { id } = await messaging.write(conversationId);
    await messaging.runDue();
    expect((await messaging.read(id)).status).toBe('failed');
    const { workspaceId } = messaging.fixture;
    expect(await isSuppressed(messaging.scope, { workspaceId, channel: 'sms', address: ada })).toBe(true);
    expect(await typesOfEvents()).toEqual(['sms.failed', 'conversation.opted_out']);
  });
});

describe('a message whose acceptance is uncertain', () => {
  it('is unknown and is not sent again', async () => {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next({ type: 'accept-and-fail' });
    const { id } = await messaging.write(conversationId);
    await messaging.runDue();
    await messaging.advance(24 * hourMs);
    expect(await messaging.read(id)).toMatchObject({
      status: 'unknown',
      failure: 'The connection to the carrier failed during the transfer.',
    });
    expect(messaging.sms.accepted).toHaveLength(1);
  });

  it('is unknown after the death of its worker, if the carrier cannot search', async () => {
    const { id } = await startAndKill();
    await messaging.runDue();
    expect((await messaging.read(id)).status).toBe('unknown');
    expect(messaging.sms.accepted).toEqual([]);
  });

  it('is found at the carrier after the death of its worker', async () => {
    messaging = await createTestMessaging({ database, canFind: true });
    const startedAt = new Date(messaging.clock.now());
    const { id } = await startAndKill('accept-and-hold');
    await messaging.clock.advance(5_000);
    await messaging.runDue();
    expect(messaging.sms.searchedFrom).toEqual(startedAt);
    expect((await messaging.read(id)).status).toBe('sent');
    expect(messaging.sms.accepted).toHaveLength(1);
  });

  it('is sent again if the carrier certainly does not have it, after the dead worker can no longer hand it over', async () => {
    messaging = await createTestMessaging({ database, canFind: true });
    const { id } = await startAndKill();
    await messaging.runDue();
    expect((await messaging.read(id)).status).toBe('sending');
    await messaging.advance(91_000);
    await messaging.advance(10_000);
    expect((await messaging.read(id)).status).toBe('sent');
    expect(messaging.sms.accepted).toHaveLength(1);
  });

  it('is sent if its worker was only slow, and reports the acceptance later', async () => {
    const { id, running } = await startAndKill();
    await messaging.runDue();
    expect((await messaging.read(id)).status).toBe('unknown');
    messaging.sms.release();
    await expect(running).rejects.toThrow(LeaseLostError);
    expect(await messaging.read(id)).toMatchObject({ status: 'sent', failure: null });
    await messaging.sms.receipt(0);
    expect(await typesOfEvents()).toEqual(['task.created', 'sms.sent', 'sms.delivered']);
  });

  it('is not changed by the late result of a slow worker after it was sent again', async () => {
    const { id, conversationId, running } = await startAndKill();
    await messaging.runDue();
    const { workspaceId } = messaging.fixture;
    const at = new Date(messaging.clock.now());
    await messaging.scope.transaction(async (tx) => {
      const change = { workspaceId, messageId: id, status: 'approved', dueAt: at, at } as const;
      const target = { channel: 'sms', recipient: ada } as const;
      await enqueueSend(tx, target, (await changeMessageStatus(tx, change))!);
    });
    await messaging.runDue();
    expect(await messaging.read(id)).toMatchObject({ conversationId, status: 'sent', attempts: 2 });
    messaging.sms.release();
    await expect(running).rejects.toThrow(LeaseLostError);
    expect(await messaging.read(id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await typesOfEvents()).toEqual(['task.created', 'sms.sent']);
  });

  /**
   * Starts a worker that loses its job during the transfer, by default before the carrier has accepted the message. `running` settles when that worker ends,
   * after the carrier responds.
   */
  async function startAndKill(type: 'hold' | 'accept-and-hold' = 'hold') {
    const { id: conversationId } = await messaging.conversation(ada);
    messaging.sms.next({ type });
    const message = await messaging.write(conversationId);
    const [job] = await messaging.claim();
    const running = messaging.run(job!);
    running.catch(() => {});
    while (messaging.sms.active === 0) await new Promise((resolve) => setImmediate(resolve));
    await messaging.killWorkers();
    return { ...message, running };
  }
});
