import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type AddressInfo, type Socket } from 'node:net';

const recordTypes = { 1: 'A', 28: 'AAAA' } as const;
export type RecordType = (typeof recordTypes)[keyof typeof recordTypes];

/** An answer: addresses of the queried type, or a response code (RFC 1035 §4.1.1), after a delay. */
export interface DnsAnswer {
  readonly addresses?: readonly string[];
  readonly rcode?: 'NXDOMAIN' | 'SERVFAIL';
  readonly delayMs?: number;
}

export interface DnsServer {
  /** `address:port` */
  readonly server: string;
  /** The queries so far, as `A name`, or `TCP A name`. */
  readonly queries: string[];
  close(): void;
}

const rcodes = { NXDOMAIN: 3, SERVFAIL: 2 };
/** A longer response over UDP is truncated. */
const maxUdpBytes = 512;

/** Opens a DNS server for UDP and TCP on the loopback interface. A query whose answer is undefined is never answered. */
export async function openDnsServer(
  answerTo: (name: string, type: RecordType) => DnsAnswer | undefined,
): Promise<DnsServer> {
  const queries: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const sockets = new Set<Socket>();
  const respond = (query: Buffer, transport: 'TCP ' | '', send: (response: Buffer) => void): void => {
    const { name, type } = parseQuestion(query);
    queries.push(`${transport}${type} ${name}`);
    const answer = answerTo(name, type);
    if (answer === undefined) return;
    timers.add(setTimeout(() => send(serializeResponse(query, answer)), answer.delayMs ?? 0));
  };
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) =>
      respond(data.subarray(2), 'TCP ', (response) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(response.length);
        socket.write(Buffer.concat([length, response]));
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (query, from: RemoteInfo) =>
    respond(query, '', (response) => udp.send(truncated(query, response), from.port, from.address)),
  );
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    server: `127.0.0.1:${port}`,
    queries,
    close() {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      tcp.close();
      udp.close();
    },
  };
}

const headerBytes = 12;

function questionEnd(query: Buffer): number {
  let offset = headerBytes;
  while (query[offset] !== 0) offset += query[offset]! + 1;
  return offset + 5;
}

function parseQuestion(query: Buffer): { readonly name: string; readonly type: RecordType } {
  const labels: string[] = [];
  let offset = headerBytes;
  while (query[offset] !== 0) {
    const end = offset + 1 + query[offset]!;
    labels.push(query.toString('latin1', offset + 1, end));
    offset = end;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: recordTypes[query.readUInt16BE(offset + 1) as keyof typeof recordTypes],
  };
}

/** Writes the header with its flags and counts, the question, and the records (RFC 1035 §4.1). */
function serializeResponse(query: Buffer, { addresses = [], rcode }: DnsAnswer): Buffer {
  const head = Buffer.from(query.subarray(0, questionEnd(query)));
  head.writeUInt16BE(0x8180 | (rcode === undefined ? 0 : rcodes[rcode]), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map(recordOf)]);
}

/** A record whose name is a pointer to the question, with a TTL of 1 s. */
function recordOf(address: string): Buffer {
  const isIpv6 = isIPv6(address);
  const data = isIpv6
    ? Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number));
  return Buffer.concat([Buffer.from([0xc0, 12, 0, isIpv6 ? 28 : 1, 0, 1, 0, 0, 0, 1, 0, data.length]), data]);
}

/** Returns the response as it fits into a UDP packet: with the TC flag and without records if it is too long. */
function truncated(query: Buffer, response: Buffer): Buffer {
  if (response.length <= maxUdpBytes) return response;
  const head = Buffer.from(response.subarray(0, questionEnd(query)));
  head.writeUInt16BE(response.readUInt16BE(2) | 0x0200, 2);
  head.writeUInt16BE(0, 6);
  return head;
}
