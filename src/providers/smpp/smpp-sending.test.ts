import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PDU } from 'smpp';
import type { DeliveryReceipt, MessageCarrierError, OutboundSms } from '../../contracts/message-carrier.ts';
import { suiteMessage } from '../../contracts/testing/message-carrier-suite.ts';
import type { ManualClock } from '../../core/manual-clock.ts';
import type { SmppCarrier } from './smpp-carrier.ts';
import { openTestCarrier, untilHealth } from './testing/open-test-carrier.ts';
import type { ScriptedSmsc } from './testing/scripted-smsc.ts';

const sms = (text: string, changes: Partial<OutboundSms> = {}): OutboundSms => ({
  ...(suiteMessage('sms', text) as OutboundSms),
  ...changes,
});
const signal = new AbortController().signal;
const threeParts = 'x'.repeat(400);

describe('SmppCarrier', () => {
  let smsc: ScriptedSmsc;
  let clock: ManualClock;
  let carrier: SmppCarrier;
  let receipts: DeliveryReceipt[];
  beforeEach(async () => {
    receipts = [];
    ({ smsc, clock, carrier } = await openTestCarrier({
      onMessage: async () => {},
      onReceipt: async (receipt) => void receipts.push(receipt),
    }));
  });
  afterEach(async () => {
    const closed = carrier.close();
    // Ends the waits for outstanding responses and for a response to `unbind`, if the SMSC gives none.
    await clock.advance(5_000);
    await clock.advance(2_000);
    await closed;
    await smsc.close();
  });

  const failureOf = (sending: Promise<unknown>): Promise<MessageCarrierError> =>
    sending.then(
      () => Promise.reject(new Error('The message was accepted.')),
      (error: unknown) => error as MessageCarrierError,
    );
  const respondTo = (pdu: PDU, fields: { message_id?: string; command_status?: number }): void =>
    void smsc.sessions.at(-1)!.send(pdu.response(fields));

  it('binds as transceiver with version 3.4', () => {
    expect(smsc.binds[0]).toMatchObject({ interface_version: 0x34, system_type: '', system_id: 'parley' });
  });

  it.each([
    ['+12025550100', { source_addr_ton: 1, source_addr_npi: 1, source_addr: '12025550100' }],
    ['72975', { source_addr_ton: 3, source_addr_npi: 0, source_addr: '72975' }],
    ['Parley Inc', { source_addr_ton: 5, source_addr_npi: 0, source_addr: 'Parley Inc' }],
  ])('sends from %s with its type and numbering plan', async (from, fields) => {
    await carrier.send(sms('Hello.', { from }), signal);
    expect(smsc.submits[0]).toMatchObject({
      ...fields,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: '12025550123',
      registered_delivery: 1,
      data_coding: 0,
      esm_class: 0,
    });
  });

  it('sends the parts of a message with the same references', async () => {
    const { externalIds } = await carrier.send(sms(`${'字'.repeat(100)}.`), signal);
    expect(externalIds).toEqual(['smsc-1', 'smsc-2']);
    expect(smsc.submits).toMatchObject([
      { data_coding: 8, esm_class: 0x40 },
      { data_coding: 8, esm_class: 0x40 },
    ]);
    const [first, second] = smsc.submits.map(
      ({ short_message: message }) => (message as unknown as { udh: [Buffer] }).udh[0],
    );
    expect([first![3], first![4], second![3], second![4]]).toEqual([2, 1, 2, 2]);
    expect(second![2]).toBe(first![2]);
    expect(smsc.submits[1]?.user_message_reference).toBe(smsc.submits[0]?.user_message_reference);
  });

  it('keeps at most a window of messages without a response', async () => {
    smsc.behaviour = 'ignore';
    const sending = Array.from({ length: 25 }, (_, index) => carrier.send(sms(`Message ${index}`), signal));
    for (let answered = 0; answered < 25; answered += 1) {
      await smsc.waitUntil(() => smsc.submits.length >= Math.min(25, answered + 10));
      expect(smsc.submits.length).toBeLessThanOrEqual(answered + 10);
      respondTo(smsc.submits[answered]!, { message_id: `id-${answered}` });
      if (answered < 24) await sending[answered];
    }
    const ids = (await Promise.all(sending)).flatMap(({ externalIds }) => externalIds);
    expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => `id-${index}`));
  });

  it('removes an aborted message from the queue of the window', async () => {
    smsc.behaviour = 'ignore';
    const first = Array.from({ length: 10 }, () => carrier.send(sms('Waits.'), signal));
    await smsc.waitUntil(() => smsc.submits.length === 10);
    const abort = new AbortController();
    const queued = failureOf(carrier.send(sms('Queued.'), abort.signal));
    const next = carrier.send(sms('Next.'), signal);
    abort.abort();
    expect((await queued).failure).toBe('unavailable');
    for (const pdu of smsc.submits) respondTo(pdu, { message_id: 'x' });
    await smsc.waitUntil(() => smsc.submits.length === 11);
    respondTo(smsc.submits[10]!, { message_id: 'y' });
    await Promise.all([...first, next]);
    expect(smsc.messages.map(({ text }) => text)).not.toContain('Queued.');
  });

  it('reports a late response as a receipt with the reference', async () => {
    smsc.behaviour = 'ignore';
    const [accepted, refused, busy] = [sms('A'), sms('B'), sms('C')];
    const failures = [accepted, refused, busy].map((message) => failureOf(carrier.send(message, signal)));
    await smsc.waitUntil(() => smsc.submits.length === 3);
    await clock.advance(30_000);
    expect((await Promise.all(failures)).map(({ failure }) => failure)).toEqual(Array(3).fill('unknown'));
    const [a, b, c] = smsc.submits as [PDU, PDU, PDU];
    respondTo(c, { command_status: 0x58 });
    respondTo(b, { command_status: 0x0b });
    respondTo(a, { message_id: 'late' });
    smsc.behaviour = 'accept';
    await carrier.send(sms('Next.'), signal);
    expect(receipts).toMatchObject([
      { externalId: null, reference: refused.reference, outcome: 'failed' },
      { externalId: 'late', reference: accepted.reference, outcome: 'sent', detail: '' },
    ]);
  });

  it('resolves a lost response by the reference in a receipt', async () => {
    smsc.behaviour = 'lose_response';
    const message = sms('Lost.');
    expect((await failureOf(carrier.send(message, signal))).failure).toBe('unknown');
    smsc.behaviour = 'accept';
    await clock.advance(1_000);
    await untilHealth(carrier, true);
    const receipt = {
      esm_class: 0x04,
      source_addr: '12025550123',
      receipted_message_id: 'smsc-1',
      message_state: 2,
      user_message_reference: smsc.submits[0]!.user_message_reference!,
    };
    expect(await smsc.request(receipt)).toBe(0);
    expect(await smsc.request({ ...receipt, source_addr: '12025550124' })).toBe(0);
    expect(receipts).toMatchObject([
      { externalId: 'smsc-1', reference: message.reference, outcome: 'delivered' },
      { externalId: 'smsc-1', reference: null },
    ]);
  });

  it('sends nothing while the SMSC throttles, and pauses longer each time', async () => {
    smsc.behaviour = 'busy';
    expect(await failureOf(carrier.send(sms('A'), signal))).toMatchObject({ retryAfterMs: 1_000 });
    await clock.advance(400);
    expect(await failureOf(carrier.send(sms('B'), signal))).toMatchObject({
      failure: 'unavailable',
      retryAfterMs: 600,
    });
    expect(smsc.submits).toHaveLength(1);
    await clock.advance(600);
    expect(await failureOf(carrier.send(sms('C'), signal))).toMatchObject({ retryAfterMs: 2_000 });
    smsc.behaviour = 'accept';
    await clock.advance(2_000);
    await carrier.send(sms('D'), signal);
    smsc.behaviour = 'busy';
    expect(await failureOf(carrier.send(sms('E'), signal))).toMatchObject({ retryAfterMs: 1_000 });
  });

  it.each([
    [0x14, 'unavailable'],
    [0x08, 'unavailable'],
    [0x64, 'unavailable'],
    [0x0a, 'refused'],
    [0x45, 'refused'],
    [0x0400, 'refused'],
  ])('reports the status %i as %s', async (status, failure) => {
    smsc.respond = () => ({ command_status: status });
    expect((await failureOf(carrier.send(sms('Hello.'), signal))).failure).toBe(failure);
  });

  it('sends no further part if the first is not accepted', async () => {
    smsc.behaviour = 'refuse';
    expect((await failureOf(carrier.send(sms(threeParts), signal))).failure).toBe('refused');
    expect(smsc.submits).toHaveLength(1);
  });

  it('sends a throttled part again', async () => {
    smsc.respond = () => (smsc.submits.length === 2 ? { command_status: 0x58 } : undefined);
    const sent = carrier.send(sms(threeParts), signal);
    await smsc.waitUntil(() => smsc.submits.length === 3);
    smsc.respond = () => undefined;
    // The other part is accepted in the meantime.
    while (smsc.submits.length < 4) await clock.advance(1_000);
    expect((await sent).externalIds).toHaveLength(3);
    expect(smsc.submits).toHaveLength(4);
  });

  it('reports a message of which only parts were accepted', async () => {
    smsc.respond = () => (smsc.submits.length === 3 ? { command_status: 0x45 } : undefined);
    const refused = await failureOf(carrier.send(sms(threeParts), signal));
    expect([refused.failure, refused.message]).toEqual([
      'refused',
      'The SMSC accepted only some of the parts of the message.',
    ]);
    smsc.submits.length = 0;
    smsc.respond = () => {
      if (smsc.submits.length === 2) smsc.sessions.at(-1)!.destroy();
      return smsc.submits.length >= 2 ? { command_status: 0 } : undefined;
    };
    expect((await failureOf(carrier.send(sms(threeParts), signal))).failure).toBe('unknown');
  });

  it('accepts a message without an id', async () => {
    smsc.respond = () => ({ message_id: '' });
    expect(await carrier.send(sms('Hello.'), signal)).toEqual({ externalIds: [] });
  });

  it('rejects an email', async () => {
    expect((await failureOf(carrier.send(suiteMessage('email', 'x'), signal))).failure).toBe('refused');
  });

  it('unbinds after the outstanding responses when it closes', async () => {
    smsc.behaviour = 'ignore';
    const stopping = new AbortController();
    const message = sms('Interrupted.');
    const sending = failureOf(carrier.send(message, stopping.signal));
    await smsc.waitUntil(() => smsc.submits.length === 1);
    stopping.abort();
    expect((await sending).failure).toBe('unknown');
    const commands: string[] = [];
    smsc.sessions[0]!.on('pdu', (pdu: PDU) => commands.push(pdu.command));
    const closed = carrier.close();
    await smsc.roundTrip();
    expect(commands).not.toContain('unbind');
    respondTo(smsc.submits[0]!, { message_id: 'late' });
    await closed;
    expect(commands.at(-1)).toBe('unbind');
    expect(receipts).toMatchObject([{ reference: message.reference, externalId: 'late', outcome: 'sent' }]);
  });

  it('unbinds when it closes', async () => {
    const commands: string[] = [];
    smsc.sessions[0]!.on('pdu', (pdu: PDU) => commands.push(pdu.command));
    await carrier.close();
    await smsc.waitUntil(() => smsc.sessions.length === 0);
    expect(commands).toEqual(['unbind']);
    expect(clock.pendingTimers).toBe(0);
  });
});
