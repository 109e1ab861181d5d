import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { PersonaDialogs } from './persona-dialogs.ts';
import { smpp, type ReceivedPdu, type SmppSession } from './smpp-library.ts';
import { TestPhones } from './test-phones.ts';
import { MemoryMessageLog } from './testing/memory-log.ts';

const own = '+12025550188';
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Fields = Readonly<Record<string, unknown>>;
type Client = SmppSession &
  Record<
    'bind_transceiver' | 'submit_sm' | 'enquire_link',
    (fields: Fields, done: (pdu: ReceivedPdu) => void) => boolean
  >;

async function openPhones() {
  const clock = new ManualClock();
  const random = seededRandom(7);
  const log = new MemoryMessageLog();
  const logger = createLogger('silent');
  const dialogs = new PersonaDialogs({ random });
  const phones = await TestPhones.open({ clock, random, logger, log, dialogs });
  closers.push(() => phones.close());
  return { clock, log, phones, dialogs };
}

/** Connects an ESME that acknowledges each `deliver_sm` with `status`. */
async function bind(phones: TestPhones, { password = phones.credentials.password, status = 0 } = {}) {
  const library = smpp as unknown as { connect(options: object): Client };
  const session = library.connect({ host: '127.0.0.1', port: phones.port });
  closers.push(() => session.destroy());
  const delivered: ReceivedPdu[] = [];
  session.on('error', () => undefined);
  session.on('pdu', (pdu) => {
    if (pdu.command !== 'deliver_sm') return;
    delivered.push(pdu);
    session.send(pdu.response({ command_status: status }));
  });
  const request = (command: 'bind_transceiver' | 'submit_sm' | 'enquire_link', fields: Fields) =>
    new Promise<ReceivedPdu & { message_id?: string }>((resolve) => session[command](fields, resolve));
  const bound = await request('bind_transceiver', { system_id: phones.credentials.systemId, password });
  const submit = (to: string, text: string | object, fields: Fields = {}) =>
    request('submit_sm', {
      source_addr_ton: 1,
      source_addr: own.slice(1),
      dest_addr_ton: 1,
      destination_addr: to.slice(1),
      registered_delivery: 1,
      short_message: text,
      ...fields,
    });
  return { session, delivered, request, submit, bound };
}

const textOf = (pdu: ReceivedPdu | undefined) => String(pdu?.short_message?.message);

describe('test phones', () => {
  it('deliver a message, report it and answer as the persona', async () => {
    const { clock, log, phones } = await openPhones();
    const { delivered, submit } = await bind(phones);
    const { message_id: id } = await submit('+12025550100', 'Hello Ada, see you at ten.');
    expect(log.arrivals).toEqual([
      {
        channel: 'sms',
        person: '+12025550100',
        peer: own,
        subject: '',
        text: 'Hello Ada, see you at ten.',
        externalIds: [id],
      },
    ]);
    await clock.advance(200);
    await vi.waitFor(() => expect(delivered).toHaveLength(1));
    expect(delivered[0]).toMatchObject({
      esm_class: 4,
      source_addr: '12025550100',
      destination_addr: own.slice(1),
      receipted_message_id: id,
      message_state: 2,
    });
    expect(textOf(delivered[0])).toMatch(
      new RegExp(`^id:${id} sub:001 dlvrd:001 .* stat:DELIVRD err:000 text:Hello`),
    );
    await clock.advance(2_500);
    await vi.waitFor(() => expect(delivered).toHaveLength(2));
    expect(textOf(delivered[1])).toBe('Yes, that works for me. Thank you!');
    expect(log.answers).toEqual([{ answers: '1', text: 'Yes, that works for me. Thank you!' }]);
  });

  it('join the parts of a long message, in any order', async () => {
    const { log, phones } = await openPhones();
    const { submit } = await bind(phones);
    const part = (number: number, message: string) =>
      submit('+12025550104', { udh: Buffer.from([5, 0, 3, 9, 2, number]), message });
    const second = await part(2, 'and this the end.');
    expect(log.arrivals).toEqual([]);
    const first = await part(1, 'This is the start ');
    expect(log.arrivals).toMatchObject([
      { text: 'This is the start and this the end.', externalIds: [first.message_id, second.message_id] },
    ]);
    await submit('+12025550104', 'Grüße 🙂 مرحبا', { data_coding: 8 });
    expect(log.arrivals[1]?.text).toBe('Grüße 🙂 مرحبا');
    await submit('+12025550104', '', { message_payload: { message: 'x'.repeat(500) } });
    expect(log.arrivals[2]?.text).toBe('x'.repeat(500));
  });

  it.each([
    ['+12025550117', 0x45],
    ['+12025550118', 0x0b],
    ['+14155550000', 0x0b],
  ])('refuse a message to %s with status %d', async (to, status) => {
    const { log, phones } = await openPhones();
    const { submit } = await bind(phones);
    expect(await submit(to, 'Hello')).toMatchObject({ command_status: status });
    expect(log.arrivals).toEqual([]);
  });

  it('refuse the first attempt of an overloaded carrier', async () => {
    const { log, phones } = await openPhones();
    const { submit } = await bind(phones);
    expect(await submit('+12025550119', 'Hello')).toMatchObject({ command_status: 0x58 });
    expect(await submit('+12025550119', 'Hello')).toMatchObject({ command_status: 0 });
    expect(log.arrivals).toHaveLength(1);
  });

  it('report a failed delivery, and none for persona 09', async () => {
    const { clock, log, phones } = await openPhones();
    const { delivered, submit } = await bind(phones);
    await submit('+12025550108', 'Hello');
    await submit('+12025550109', 'Hello');
    await clock.advance(10_000);
    await vi.waitFor(() => expect(delivered).toHaveLength(1));
    expect(textOf(delivered[0])).toContain('stat:UNDELIV err:001');
    expect(log.arrivals.map(({ person }) => person)).toEqual(['+12025550109']);
  });

  it('repeat a message that was not acknowledged', async () => {
    const { clock, phones } = await openPhones();
    phones.send('+12025550100', own, 'Are you there?');
    await clock.advance(1);
    const { delivered } = await bind(phones, { status: 0x45 });
    await clock.advance(1_000);
    await vi.waitFor(() => expect(delivered).toHaveLength(1));
    await vi.waitFor(() => expect(clock.pendingTimers).toBe(1));
    await clock.advance(5_000);
    await vi.waitFor(() => expect(delivered).toHaveLength(2));
    expect(textOf(delivered[1])).toBe('Are you there?');
  });

  it('send a long answer in parts', async () => {
    const { clock, phones } = await openPhones();
    const { delivered } = await bind(phones);
    phones.send('+12025550100', own, `${'a'.repeat(100)}🙂`);
    await clock.advance(1);
    await vi.waitFor(() => expect(delivered).toHaveLength(2));
    expect(delivered.map(textOf).join('')).toBe(`${'a'.repeat(100)}🙂`);
    expect(delivered[0]?.short_message?.udh?.[0]?.subarray(0, 2)).toEqual(Buffer.from([0, 3]));
  });

  it('end the answers of a persona that a user has replaced', async () => {
    const { clock, log, phones, dialogs } = await openPhones();
    const { submit } = await bind(phones);
    await submit('+12025550100', 'Hello');
    dialogs.takeOver('+12025550100', own);
    await submit('+12025550100', 'Are you there?');
    await clock.advance(10_000);
    expect(log.answers).toEqual([]);
    expect(log.arrivals).toHaveLength(2);
  });

  it('accept messages only after a bind with the password', async () => {
    const { phones } = await openPhones();
    const { bound } = await bind(phones, { password: 'wrong' });
    expect(bound.command_status).toBe(0x0d);
    const library = smpp as unknown as { connect(options: object): Client };
    const session = library.connect({ host: '127.0.0.1', port: phones.port });
    closers.push(() => session.destroy());
    const response = await new Promise<ReceivedPdu>((resolve) => session.submit_sm({}, resolve));
    expect(response.command_status).toBe(0x04);
  });

  it('end a session that sends garbage', async () => {
    const { phones } = await openPhones();
    const socket = connect(phones.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(Buffer.alloc(64, 0xff));
    await once(socket, 'close');
    const { submit } = await bind(phones);
    expect(await submit('+12025550100', 'Hello')).toMatchObject({ command_status: 0 });
  });
});
