import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { createSipTransactionLayer } from './create-transaction-layer.ts';
import { createRequest, createResponse, type HeaderEntry, type SipResponse } from './message.ts';
import { MemoryNetwork } from './testing/memory-network.ts';
import type { LayerHandlers, ServerTransaction, SipTransactionLayer } from './transaction-layer.ts';
import type { SipTarget, Transport } from './transport/transport.ts';

const bob: SipTarget = { protocol: 'udp', address: '192.0.2.2', port: 5060 };

let clock: ManualClock;
let network: MemoryNetwork;
let caller: SipTransactionLayer;
let callee: SipTransactionLayer;
let calleeTransport: Transport;
let requests: ServerTransaction[];
let receivedLog: string[];

function layerOn(transports: Transport[], seed: number, maxServerTransactions = 10): SipTransactionLayer {
  return createSipTransactionLayer({
    clock,
    random: seededRandom(seed),
    transports,
    logger: silentLogger,
    maxServerTransactions,
  });
}

function handlers(overrides: Partial<LayerHandlers> = {}): LayerHandlers {
  return {
    onRequest: (transaction) => {
      requests.push(transaction);
      transaction.listen({
        onCancel: () => receivedLog.push('cancel'),
        onAcknowledged: () => receivedLog.push('acknowledged'),
        onUnacknowledged: () => receivedLog.push('unacknowledged'),
      });
    },
    onAck: () => receivedLog.push('ack'),
    onStray2xx: () => receivedLog.push('stray 2xx'),
    ...overrides,
  };
}

const fieldsOf = (method: string): HeaderEntry[] => [
  ['From', '<sip:alice@192.0.2.1>;tag=a'],
  ['To', '<sip:bob@192.0.2.2>'],
  ['Call-ID', 'call-1'],
  ['CSeq', `1 ${method}`],
];

function send(method: string, target: SipTarget = bob, body?: string) {
  const outcomes: (number | string)[] = [];
  const responses: SipResponse[] = [];
  const content = body === undefined ? undefined : { contentType: 'text/plain', content: body };
  const request = createRequest(method, 'sip:bob@192.0.2.2', fieldsOf(method), content);
  const transaction = caller.request(request, target, {
    onResponse: (response) => {
      outcomes.push(response.status);
      responses.push(response);
    },
    onTimeout: () => outcomes.push('timeout'),
    onTransportError: () => outcomes.push('transport error'),
  });
  return { transaction, outcomes, responses };
}

function answer(status: number, transaction = requests[0]!): void {
  transaction.respond(createResponse(transaction.request, status, { toTag: 'b' }));
}

const countSent = (start: string) => network.startLines().filter((line) => line.startsWith(start)).length;

beforeEach(() => {
  clock = new ManualClock();
  network = new MemoryNetwork();
  requests = [];
  receivedLog = [];
  calleeTransport = network.open('udp', '192.0.2.2');
  caller = layerOn([network.open('udp', '192.0.2.1')], 1);
  callee = layerOn([calleeTransport], 2);
  caller.listen(handlers());
  callee.listen(handlers());
});

afterEach(async () => {
  await caller.close();
  await callee.close();
});

describe('a request', () => {
  it('is answered once although both the request and the response were lost', async () => {
    network.shouldDrop = () => network.sentMessages.length === 1 || network.sentMessages.length === 3;
    const { outcomes } = send('OPTIONS');
    await clock.advance(500);
    answer(200);
    await clock.advance(1_000);
    expect(outcomes).toEqual([200]);
    expect(requests).toHaveLength(1);
    expect(countSent('OPTIONS')).toBe(3);
  });

  it('is retransmitted at the intervals of timer E and times out with timer F', async () => {
    network.shouldDrop = () => true;
    const { outcomes } = send('OPTIONS');
    const times: number[] = [];
    for (let ms = 0; ms < 32_000; ms += 500) {
      const before = countSent('OPTIONS');
      await clock.advance(500);
      if (countSent('OPTIONS') > before) times.push(clock.monotonicMs());
    }
    expect(times).toEqual([500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]);
    expect(outcomes).toEqual(['timeout']);
    expect(caller.counts.client).toBe(0);
  });

  it('leaves no state behind after its timers', async () => {
    send('OPTIONS');
    await clock.advance(0);
    answer(200);
    await clock.advance(40_000);
    expect([caller.counts, callee.counts]).toEqual([
      { client: 0, server: 0 },
      { client: 0, server: 0 },
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('arrives with received and rport in its Via', async () => {
    send('OPTIONS');
    await clock.advance(0);
    expect(requests[0]!.request.headers.get('Via')).toMatch(
      /^SIP\/2\.0\/UDP 192\.0\.2\.1:5060;rport=5060;branch=z9hG4bK[0-9a-f]{24};received=192\.0\.2\.1$/,
    );
  });

  it('fails at once if no transport reaches its target', async () => {
    const { outcomes } = send('OPTIONS', { protocol: 'tls', address: '192.0.2.2', port: 5061 });
    await clock.advance(0);
    expect(outcomes).toEqual(['transport error']);
  });
});

describe('an INVITE', () => {
  it('is retransmitted at the intervals of timer A and times out with timer B', async () => {
    network.shouldDrop = () => true;
    const { outcomes } = send('INVITE');
    await clock.advance(31_999);
    expect([countSent('INVITE'), outcomes]).toEqual([7, []]);
    await clock.advance(1);
    expect(outcomes).toEqual(['timeout']);
  });

  it('is answered with 100 after 200 ms, and is then no longer retransmitted', async () => {
    const { outcomes } = send('INVITE');
    await clock.advance(10_000);
    expect(outcomes).toEqual([100]);
    expect(countSent('INVITE')).toBe(1);
  });

  it('that is rejected is acknowledged each time the rejection arrives', async () => {
    const { outcomes } = send('INVITE');
    await clock.advance(0);
    let acksToLose = 2;
    network.shouldDrop = ({ text }) => text.startsWith('ACK') && acksToLose-- > 0;
    answer(486);
    await clock.advance(2_000);
    expect(outcomes).toEqual([486]);
    expect(countSent('SIP/2.0 486')).toBe(3);
    expect(countSent('ACK')).toBe(3);
    expect(receivedLog).toEqual(['acknowledged']);
  });

  it('times out with timer H if its rejection is never acknowledged', async () => {
    send('INVITE');
    await clock.advance(0);
    network.shouldDrop = ({ text }) => text.startsWith('ACK');
    answer(486);
    await clock.advance(32_000);
    expect(receivedLog).toEqual(['unacknowledged']);
  });

  it('has every 2xx reported during the transaction, and a later 2xx reported as stray', async () => {
    const { outcomes } = send('INVITE');
    await clock.advance(0);
    answer(200);
    await clock.advance(500);
    answer(200);
    await clock.advance(0);
    expect(outcomes).toEqual([200, 200]);
    const last2xx = network.sentMessages.findLast(({ text }) => text.startsWith('SIP/2.0 200'))!;
    await clock.advance(32_000);
    await calleeTransport.send(Buffer.from(last2xx.text, 'latin1'), { ...bob, address: '192.0.2.1' });
    await clock.advance(0);
    expect(receivedLog).toEqual(['stray 2xx']);
  });

  it('that is answered has the ACK of its 2xx passed to the handler of the callee', async () => {
    send('INVITE');
    await clock.advance(0);
    answer(200);
    caller.sendAck(createRequest('ACK', 'sip:bob@192.0.2.2', fieldsOf('ACK')), bob);
    await clock.advance(0);
    expect(receivedLog).toEqual(['ack']);
  });

  it('is ignored when retransmitted after its 2xx', async () => {
    send('INVITE');
    await clock.advance(0);
    answer(200);
    const invite = network.sentMessages[0]!;
    await network.open('udp', '192.0.2.1').send(Buffer.from(invite.text, 'latin1'), bob);
    await clock.advance(0);
    expect(requests).toHaveLength(1);
    expect(countSent('SIP/2.0 200')).toBe(1);
  });
});

describe('a cancellation', () => {
  it('waits for a provisional response and ends with 487', async () => {
    const { transaction, outcomes } = send('INVITE');
    transaction.cancel([['Reason', 'SIP;cause=200']]);
    await clock.advance(0);
    expect(countSent('CANCEL')).toBe(0);
    answer(180);
    await clock.advance(0);
    expect(countSent('CANCEL')).toBe(1);
    expect(receivedLog).toEqual(['cancel']);
    answer(487);
    await clock.advance(0);
    expect(outcomes).toEqual([180, 487]);
  });

  it('is not sent after a final response', async () => {
    const { transaction, outcomes } = send('INVITE');
    await clock.advance(0);
    answer(200);
    await clock.advance(0);
    transaction.cancel();
    await clock.advance(0);
    expect([countSent('CANCEL'), outcomes]).toEqual([0, [200]]);
  });

  it('leaves the call answered if it crosses a 200', async () => {
    const { transaction, outcomes } = send('INVITE');
    await clock.advance(0);
    answer(180);
    await clock.advance(0);
    transaction.cancel();
    answer(200);
    await clock.advance(0);
    expect(outcomes).toEqual([180, 200]);
    expect(receivedLog).toEqual([]);
  });

  it('times out 32 s later if the INVITE remains unanswered', async () => {
    const { transaction, outcomes } = send('INVITE');
    await clock.advance(0);
    answer(180);
    await clock.advance(60_000);
    transaction.cancel();
    await clock.advance(31_999);
    expect(outcomes).toEqual([180]);
    await clock.advance(1);
    expect(outcomes).toEqual([180, 'timeout']);
  });

  it('of an unknown INVITE is answered with 481', async () => {
    await network
      .open('udp', '192.0.2.9')
      .send(
        Buffer.from(
          'CANCEL sip:bob@192.0.2.2 SIP/2.0\r\nVia: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKx\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:c@d>\r\nCall-ID: x\r\nCSeq: 1 CANCEL\r\nContent-Length: 0\r\n\r\n',
        ),
        bob,
      );
    await clock.advance(0);
    expect(countSent('SIP/2.0 481')).toBe(1);
  });
});

describe('an incoming message', () => {
  const options = (fields: string) =>
    Buffer.from(
      `OPTIONS sip:bob@192.0.2.2 SIP/2.0\r\nVia: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKx\r\n${fields}\r\n\r\n`,
    );
  const validFields =
    'From: <sip:a@b>;tag=1\r\nTo: <sip:c@d>\r\nCall-ID: x\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0';

  async function sendRaw(bytes: Buffer): Promise<void> {
    await network.open('udp', '192.0.2.9').send(bytes, bob);
    await clock.advance(0);
  }

  it('is answered with 400 if it is malformed but has the fields that a response copies', async () => {
    await sendRaw(options(validFields.replace('CSeq: 1', 'CSeq: x')));
    expect(network.startLines().at(-1)).toMatch(/^SIP\/2\.0 400 Bad Request - CSeq/);
    expect(requests).toEqual([]);
  });

  it.each([
    ['From', '"Alice <sip:a@b>;tag=1'],
    ['From', '<sip:a@b>;tag="1'],
    ['Contact', '"x <sip:a@b>'],
    ['P-Asserted-Identity', '"x <sip:a@b>'],
    ['Authorization', 'Digest username="a, realm=b'],
    ['Reason', 'Q.850;cause=16;text="x'],
    ['Content-Type', 'multipart/mixed;boundary="x'],
    ['Refer-To', '"x <sip:a@b>'],
  ])('is answered with 400 if a quoted string is not closed: %s: %s', async (name, value) => {
    const others = validFields.split('\r\n').filter((line) => !line.startsWith(`${name}:`));
    await sendRaw(options([...others, `${name}: ${value}`].join('\r\n')));
    expect(network.startLines().at(-1)).toMatch(/^SIP\/2\.0 400 Bad Request/);
    expect(requests).toEqual([]);
  });

  it.each(['"a \\" b" <sip:a@b>;tag=1', '<sip:"@b>;tag=1'])(
    'is accepted with an escaped quote, or a quote within angle brackets: %s',
    async (from) => {
      await sendRaw(options(validFields.replace(/From: [^\r]*/, `From: ${from}`)));
      expect(network.startLines().at(-1)).not.toMatch(/quoted/);
    },
  );

  it('is dropped if it lacks the fields that a response copies', async () => {
    await sendRaw(options('From: <sip:a@b>;tag=1'));
    await sendRaw(Buffer.from('\r\n\r\n'));
    await sendRaw(Buffer.from([0, 1, 2, 255]));
    expect(network.sentMessages).toHaveLength(3);
  });

  it('is dropped silently if its source is not admitted, malformed or not', async () => {
    callee.listen(handlers({ admit: (source) => source.address === '192.0.2.1' }));
    await sendRaw(options(validFields));
    await sendRaw(options(validFields.replace('CSeq: 1', 'CSeq: x')));
    expect(network.sentMessages).toHaveLength(2);
    expect(callee.counts.server).toBe(0);
  });

  it('is rejected with 503 and Retry-After above the transaction limit', async () => {
    for (let number = 0; number <= 10; number += 1) {
      await sendRaw(Buffer.from(options(validFields).toString().replace('bKx', `bK${number}`)));
    }
    expect(requests).toHaveLength(10);
    expect(network.sentMessages.at(-1)!.text).toMatch(/^SIP\/2\.0 503 [\s\S]*Retry-After: [2-9]\r\n/);
  });

  it('is answered without a transaction if it is an OPTIONS that the handler answers', async () => {
    callee.listen(handlers({ onOptions: (request) => createResponse(request, 200, { toTag: 'k' }) }));
    await sendRaw(options(validFields));
    expect(countSent('SIP/2.0 200')).toBe(1);
    expect(callee.counts.server).toBe(0);
  });

  it('is accepted as a response despite a malformed optional field', async () => {
    const { outcomes, responses } = send('OPTIONS');
    await clock.advance(0);
    const headers: HeaderEntry[] = [['Expires', 'never']];
    requests[0]!.respond(createResponse(requests[0]!.request, 200, { toTag: 'b', headers }));
    await clock.advance(0);
    expect([outcomes, responses[0]!.headers.has('Expires')]).toEqual([[200], false]);
  });

  it('is ignored as a response if its Via is not ours', async () => {
    const { outcomes } = send('OPTIONS');
    await clock.advance(0);
    const response = createResponse(requests[0]!.request, 200, { toTag: 'b' });
    response.headers.replaceFirst('Via', response.headers.get('Via')!.replace('192.0.2.1:', '192.0.2.77:'));
    requests[0]!.respond(response);
    await clock.advance(0);
    expect(outcomes).toEqual([]);
  });

  it('does not stop the layer if a handler throws', async () => {
    callee.listen(
      handlers({
        onRequest: () => {
          throw new Error('a defect');
        },
      }),
    );
    await sendRaw(options(validFields));
    expect(countSent('SIP/2.0 500')).toBe(1);
    callee.listen(handlers());
    await sendRaw(Buffer.from(options(validFields).toString().replace('bKx', 'bKy')));
    expect(requests).toHaveLength(1);
  });
});

describe('an RFC 2543 caller without a unique branch', () => {
  const message = (method: string, toTag = '') =>
    Buffer.from(
      `${method} sip:bob@192.0.2.2 SIP/2.0\r\nVia: SIP/2.0/UDP 192.0.2.9\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:c@d>${toTag}\r\nCall-ID: x\r\nCSeq: 1 ${method}\r\nContent-Length: 0\r\n\r\n`,
    );

  it('has retransmissions, ACK and CANCEL matched by header fields', async () => {
    const old = network.open('udp', '192.0.2.9');
    await old.send(message('INVITE'), bob);
    await old.send(message('INVITE'), bob);
    await old.send(message('CANCEL'), bob);
    await clock.advance(0);
    expect([requests.length, receivedLog]).toEqual([1, ['cancel']]);
    answer(487);
    await old.send(message('ACK', ';tag=b'), bob);
    await clock.advance(0);
    expect(receivedLog).toEqual(['cancel', 'acknowledged']);
  });
});

describe('a request of more than 1,300 bytes to a UDP target', () => {
  let both: SipTransactionLayer;
  const large = 'x'.repeat(1_400);

  beforeEach(async () => {
    await caller.close();
    both = layerOn([network.open('udp', '192.0.2.1'), network.open('tcp', '192.0.2.1')], 3);
    caller = both;
  });

  it('is sent over TCP', async () => {
    const tcp = layerOn([network.open('tcp', '192.0.2.2')], 4);
    tcp.listen(handlers());
    const { outcomes, transaction } = send('INFO', bob, large);
    await clock.advance(0);
    answer(200);
    await clock.advance(0);
    expect([outcomes, transaction.target.protocol]).toEqual([[200], 'tcp']);
    expect(requests[0]!.request.headers.get('Via')).toContain('SIP/2.0/TCP');
    await tcp.close();
  });

  it('falls back to UDP if TCP is refused', async () => {
    const { outcomes, transaction } = send('INFO', bob, large);
    await clock.advance(0);
    answer(200);
    await clock.advance(0);
    expect([outcomes, transaction.target.protocol]).toEqual([[200], 'udp']);
    expect(requests[0]!.request.headers.get('Via')).toContain('SIP/2.0/UDP');
  });

  it.each([
    [true, ['tcp']],
    [false, ['tcp', 'udp']],
  ])('has an ACK that obeys the same rule (TCP is open: %s)', async (isOpen, protocols) => {
    if (isOpen) network.open('tcp', '192.0.2.2');
    const route = ['Route', `<sip:192.0.2.2;lr;x=${large}>`] as const;
    both.sendAck(createRequest('ACK', 'sip:bob@192.0.2.2', [route, ...fieldsOf('ACK')]), bob);
    await clock.advance(0);
    expect(network.sentMessages.map(({ protocol }) => protocol)).toEqual(protocols);
  });
});

describe('closing', () => {
  it('ends all transactions silently, and can be repeated', async () => {
    const { outcomes } = send('INVITE');
    await clock.advance(0);
    const before = network.sentMessages.length;
    await caller.close();
    await caller.close();
    await callee.close();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(60_000);
    expect([network.sentMessages.length, outcomes]).toEqual([before, []]);
  });
});

describe('a defect in the transaction user', () => {
  const fail = () => {
    throw new Error('a defect');
  };

  it('in a request handler causes a 500, and the next request is handled', async () => {
    callee.listen(handlers({ onRequest: fail }));
    const { outcomes } = send('MESSAGE');
    await clock.advance(0);
    expect(outcomes).toEqual([500]);
    callee.listen(handlers());
    const next = send('MESSAGE');
    await clock.advance(0);
    answer(200);
    await clock.advance(0);
    expect(next.outcomes).toEqual([200]);
  });

  it('in a response handler ends that transaction with an error, and no other', async () => {
    let reported: Error | undefined;
    const request = createRequest('MESSAGE', 'sip:bob@192.0.2.2', fieldsOf('MESSAGE'));
    caller.request(request, bob, {
      onResponse: fail,
      onTimeout: () => undefined,
      onTransportError: (error) => (reported = error),
    });
    const other = send('MESSAGE');
    await clock.advance(0);
    for (const transaction of requests) answer(200, transaction);
    await clock.advance(0);
    expect([reported?.message, other.outcomes]).toEqual(['an internal error ended the transaction', [200]]);
    await clock.advance(40_000);
    expect([caller.counts.client, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('in the CANCEL handler causes a 500 to the INVITE', async () => {
    callee.listen(handlers({ onRequest: (transaction) => transaction.listen({ onCancel: fail }) }));
    const { transaction, outcomes } = send('INVITE');
    await clock.advance(300);
    transaction.cancel();
    await clock.advance(0);
    expect(outcomes).toEqual([100, 500]);
    await clock.advance(40_000);
    expect(callee.counts.server).toBe(0);
  });
});
