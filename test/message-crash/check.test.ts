import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import type { Facts, MessageFact } from './facts.ts';
import { keyOfText, type CustomerMessage, type Handover, type PeerRecord } from './records.ts';

const customer = '+14155552000';

const row = (changes: Partial<MessageFact> = {}): MessageFact => ({
  id: 'msg_1',
  conversationId: 'conv_1',
  sequence: 1,
  direction: 'outbound',
  status: 'sent',
  channel: 'sms',
  recipient: customer,
  content: 'This is M1.',
  origin: 'flow',
  keyword: null,
  createdAtMs: 10_000,
  updatedAtMs: 20_000,
  ...changes,
});
const handover = (changes: Partial<Handover> = {}): Handover => ({
  type: 'handover',
  channel: 'sms',
  to: customer,
  key: 'M1',
  part: 1,
  total: 1,
  externalId: 'a1',
  atMs: 15_000,
  outcome: 'accepted',
  isUncertain: false,
  ...changes,
});
const written = (id: string, changes: Partial<CustomerMessage> = {}): CustomerMessage => ({
  type: 'customer-message',
  channel: 'sms',
  from: customer,
  id,
  text: `This is ${id}.`,
  isStop: false,
  atMs: 30_000,
  ...changes,
});
const stop = written('C1', { text: 'STOP', isStop: true });
const acknowledged = (id: string, atMs = 30_000): PeerRecord => ({ type: 'acknowledgement', id, atMs });
const inbound = (changes: Partial<MessageFact> = {}): MessageFact =>
  row({
    id: 'msg_in',
    direction: 'inbound',
    status: 'received',
    content: 'This is C1.',
    sequence: 2,
    ...changes,
  });

/** Returns the violated invariants of a sent message, with changes. The confirmed message is the first one. */
function violationsOf(records: readonly PeerRecord[], changes: Partial<Facts> = {}): string[] {
  const messages = changes.messages ?? [row()];
  const facts: Facts = {
    records,
    confirmed: [{ messageId: 'msg_1', kind: 'created' }],
    conversations: [],
    messages,
    parts: [],
    suppressions: [],
    events: messages.map(({ id }) => ({ type: 'sms.sent', messageId: id })),
    disruptionsMs: [],
    leftovers: {},
    ...changes,
  };
  return check(facts).map((violation) => violation.slice(0, violation.indexOf(':')));
}

const resolved = (kind: Facts['confirmed'][number]['kind']): Facts['confirmed'] => [
  { messageId: 'msg_1', kind: 'created' },
  { messageId: 'msg_1', kind },
];

describe('keyOfText', () => {
  it('returns the tokens of a text, or the text', () => {
    expect(keyOfText('Part of M12. Part of M12. Part of M1')).toBe('M12');
    expect(keyOfText('You wrote C1. C2.')).toBe('C1 C2');
    expect(keyOfText('You are\n unsubscribed.')).toBe('You are unsubscribed.');
  });
});

describe('the check of outbound messages', () => {
  it('holds for messages that were accepted once', () => {
    expect(violationsOf([handover()])).toEqual([]);
    expect(violationsOf([handover({ outcome: 'temporary' }), handover()])).toEqual([]);
    const parts = [1, 2, 3].map((part) => handover({ part, total: 3, externalId: `a${part}` }));
    expect(violationsOf(parts)).toEqual([]);
  });

  it('fails for a message that was accepted twice, unless a user resent it', () => {
    const twice = [handover(), handover({ externalId: 'a2' })];
    expect(violationsOf(twice)).toEqual(['a message is accepted once']);
    expect(violationsOf(twice, { confirmed: resolved('resent') })).toEqual([]);
    expect(violationsOf([...twice, handover()], { confirmed: resolved('resent') })).toHaveLength(1);
  });

  it('fails for a part that was accepted twice', () => {
    const records = [1, 2, 2].map((part) => handover({ part, total: 2 }));
    expect(violationsOf(records)).toEqual(['a message is accepted once']);
  });

  it('fails for a message that no peer or only a part of it accepted', () => {
    const expected = ['a message that is sent was accepted'];
    expect(violationsOf([])).toEqual(expected);
    expect(violationsOf([handover({ part: 1, total: 2 })])).toEqual(expected);
    expect(violationsOf([handover({ outcome: 'temporary' })])).toEqual(expected);
    expect(violationsOf([], { confirmed: resolved('resolved-sent') })).toEqual([]);
  });

  it('fails for an accepted message without a row', () => {
    expect(violationsOf([handover(), handover({ key: 'M2' })])).toEqual(['an accepted message is stored']);
    expect(violationsOf([handover(), handover({ to: '+14155552017' })])).toEqual([
      'an accepted message is stored',
    ]);
  });

  it('fails for an accepted message that is rejected, failed or waiting', () => {
    const expected = 'an accepted message has a status that says so';
    for (const status of ['rejected', 'failed', 'scheduled', 'pending_approval'])
      expect(violationsOf([handover()], { messages: [row({ status })] })).toContain(expected);
    const failed = { messages: [row({ status: 'failed' })] };
    const refused = handover({ part: 2, total: 2, outcome: 'refused' });
    expect(violationsOf([handover({ total: 2 }), refused], failed)).toEqual([]);
    expect(violationsOf([handover(), handover({ outcome: 'refused' })], failed)).toEqual([expected]);
    const receipt: PeerRecord = { type: 'receipt', externalId: 'a1', outcome: 'failed' };
    expect(violationsOf([handover(), receipt], failed)).toEqual([]);
    expect(violationsOf([handover()], { ...failed, confirmed: resolved('resolved-failed') })).toEqual([]);
  });

  it('fails for a failure without a reason', () => {
    const failed = { messages: [row({ status: 'failed' })] };
    expect(violationsOf([], failed)).toEqual(['a failed message was refused']);
    expect(violationsOf([handover({ outcome: 'temporary' })], failed)).toHaveLength(1);
    expect(violationsOf([handover({ outcome: 'refused' })], failed)).toEqual([]);
  });

  it('fails for a rejection without a reason', () => {
    const rejected = { messages: [row({ status: 'rejected' })] };
    expect(violationsOf([], rejected)).toEqual(['a rejected message was rejected by a user or an opt-out']);
    expect(violationsOf([], { ...rejected, confirmed: resolved('rejected') })).toEqual([]);
    expect(violationsOf([stop], rejected)).toEqual([]);
  });

  it('fails for an unknown outcome without a failure near its time', () => {
    const unknown = { messages: [row({ status: 'unknown' })] };
    const expected = ['an outcome is unknown only after a failure'];
    expect(violationsOf([], unknown)).toEqual(expected);
    expect(violationsOf([handover()], unknown)).toEqual(expected);
    expect(violationsOf([], { ...unknown, disruptionsMs: [5_000, 40_000] })).toEqual(expected);
    expect(violationsOf([], { ...unknown, disruptionsMs: [15_000] })).toEqual([]);
    expect(violationsOf([handover({ isUncertain: true })], unknown)).toEqual([]);
    const disconnection = (channel: 'sms' | 'email') =>
      ({ type: 'disconnection', channel, atMs: 15_000 }) as const;
    expect(violationsOf([disconnection('sms')], unknown)).toEqual([]);
    expect(violationsOf([disconnection('email')], unknown)).toEqual(expected);
  });

  it('fails for a message that has not ended', () => {
    for (const status of ['approved', 'scheduled', 'sending'])
      expect(violationsOf([], { messages: [row({ status })] })).toEqual(['every message ends']);
    expect(violationsOf([], { messages: [row({ status: 'pending_approval' })] })).toEqual([]);
  });

  it('fails for a confirmed message without a row', () => {
    const confirmed = [{ messageId: 'msg_2', kind: 'created' }] as const;
    expect(violationsOf([handover()], { confirmed: [...resolved('created'), ...confirmed] })).toEqual([
      'a confirmed message is stored',
    ]);
  });

  it('fails for events that are missing or repeated', () => {
    expect(violationsOf([handover()], { events: [] })).toEqual(['every sent message has an event']);
    const twice = ['sms.sent', 'sms.sent'].map((type) => ({ type, messageId: 'msg_1' }));
    expect(violationsOf([handover()], { events: twice })).toEqual(['a message is reported as sent once']);
  });

  it('fails if work is left over', () => {
    expect(violationsOf([handover()], { leftovers: { jobs: 1 } })).toEqual(['nothing is left over']);
  });
});

describe('the check of opt-outs', () => {
  const stopped = inbound({ content: 'STOP', keyword: 'stop' });
  const suppressions = [{ channel: 'sms', address: customer }];
  const records = [handover(), stop, acknowledged('C1')];

  it('holds if the customer is suppressed and receives only the confirmation', () => {
    const confirmation = row({ id: 'msg_3', sequence: 3, content: 'You opted out.', keyword: 'stop' });
    const sent = handover({ key: 'You opted out.', atMs: 90_000 });
    const changes = { suppressions, messages: [row(), stopped, confirmation] };
    expect(violationsOf([...records, sent], changes)).toEqual([]);
    const again = row({ ...confirmation, id: 'msg_4', sequence: 4 });
    expect(
      violationsOf([...records, sent, sent], { suppressions, messages: [...changes.messages, again] }),
    ).toEqual(['an opt-out is confirmed once']);
  });

  it('fails for a customer who is not suppressed on the channel', () => {
    const changes = { messages: [row(), stopped] };
    const expected = ['an opt-out suppresses the customer'];
    expect(violationsOf(records, changes)).toEqual(expected);
    expect(
      violationsOf(records, { ...changes, suppressions: [{ channel: 'email', address: customer }] }),
    ).toEqual(expected);
  });

  it('fails for a message that is handed over more than a second after the acknowledgement', () => {
    const changes = { suppressions, messages: [row(), stopped] };
    const at = (atMs: number, outcome: Handover['outcome'] = 'accepted') =>
      violationsOf([handover({ atMs, outcome }), stop, acknowledged('C1')], changes);
    expect(at(31_000)).toEqual([]);
    expect(at(31_001)).toEqual(['nothing is handed over after an opt-out']);
    expect(at(31_001, 'refused')).toContain('nothing is handed over after an opt-out');
    expect(violationsOf([handover({ atMs: 99_000 }), stop], changes)).toEqual([]);
  });
});

describe('the check of customer messages', () => {
  const messages = [row(), inbound()];
  const records = [handover(), written('C1'), acknowledged('C1')];

  it('holds if each is stored once', () => {
    expect(violationsOf(records, { messages })).toEqual([]);
    expect(violationsOf([handover(), written('C1')], { messages })).toEqual([]);
    expect(violationsOf([handover(), written('C1')])).toEqual([]);
  });

  it('fails for one that is lost, stored twice or stored for another customer', () => {
    expect(violationsOf(records)).toEqual(['an acknowledged customer message is stored']);
    const twice = [...messages, inbound({ id: 'msg_in2', sequence: 3 })];
    expect(violationsOf(records, { messages: twice })).toEqual(['a customer message is stored once']);
    const other = [row(), inbound({ recipient: '+14155552017' })];
    expect(violationsOf(records, { messages: other })).toEqual([
      'a customer message is stored once',
      'an acknowledged customer message is stored',
    ]);
  });

  it('fails for two automatic replies to one group', () => {
    const reply = (sequence: number) =>
      row({ id: `msg_${sequence}`, sequence, content: `You wrote C1. M${sequence}.` });
    const sent = [3, 4].map((sequence) => handover({ key: `C1 M${sequence}` }));
    expect(violationsOf([...records, sent[0]!], { messages: [...messages, reply(3)] })).toEqual([]);
    expect(violationsOf([...records, ...sent], { messages: [...messages, reply(3), reply(4)] })).toEqual([
      'a group of customer messages has one automatic reply',
    ]);
  });
});

describe('the check of replies', () => {
  const reply = row({ id: 'msg_3', sequence: 3, content: 'You wrote C1.' });
  const records = [handover(), written('C1'), acknowledged('C1')];
  const conversation = { id: 'conv_1', isAnswered: true, attention: null };
  const violationsWith = (messages: readonly MessageFact[], changes: Partial<Facts> = {}) =>
    violationsOf(
      [...records, ...messages.slice(2).map(({ content }) => handover({ key: keyOfText(content) }))],
      {
        messages,
        conversations: [conversation],
        ...changes,
      },
    );

  it('holds if each group of messages is answered once', () => {
    expect(violationsWith([row(), inbound(), reply])).toEqual([]);
    const confirmed = [...resolved('created'), { messageId: reply.id, kind: 'resolved-sent' }] as const;
    expect(violationsWith([row(), inbound(), reply], { confirmed })).toEqual([]);
  });

  it('fails for messages without an answer', () => {
    const expected = ['a group of customer messages is answered'];
    expect(violationsWith([row(), inbound()])).toEqual(expected);
    const later = row({ id: 'msg_1', sequence: 3, content: 'This is M1.' });
    expect(violationsWith([inbound(), later])).toContain(expected[0]);
    expect(
      violationsWith([row(), inbound()], { conversations: [{ ...conversation, isAnswered: false }] }),
    ).toEqual([]);
    const attention = { conversations: [{ ...conversation, attention: 'message_limit' }] };
    expect(violationsWith([row(), inbound()], attention)).toEqual([]);
    expect(violationsWith([row({ origin: 'person' }), inbound()])).toEqual([]);
  });
});

describe('the check of receipts', () => {
  const receipt = (externalId: string, outcome: 'delivered' | 'failed'): PeerRecord => ({
    type: 'receipt',
    externalId,
    outcome,
  });
  const part = (externalId: string, outcome: string) => ({ messageId: 'msg_1', externalId, outcome });

  it('holds if the first receipt of each part is applied', () => {
    const records = [
      handover(),
      receipt('a1', 'delivered'),
      receipt('a1', 'delivered'),
      receipt('zz', 'delivered'),
    ];
    const changes = { messages: [row({ status: 'delivered' })], parts: [part('a1', 'delivered')] };
    expect(violationsOf(records, changes)).toEqual([]);
  });

  it('fails for a receipt that is not applied', () => {
    expect(violationsOf([handover(), receipt('a1', 'delivered')], { parts: [part('a1', 'sent')] })).toEqual([
      'every receipt is applied',
    ]);
    expect(violationsOf([handover()], { parts: [part('a1', 'delivered')] })).toEqual([
      'a message whose parts are delivered is delivered',
    ]);
  });
});
