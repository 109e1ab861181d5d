import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isIP, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { EgressClient, EgressError } from '../../src/egress/egress-client.ts';
import { EgressPolicy } from '../../src/egress/egress-policy.ts';
import { HostNameError, type HostResolver } from '../../src/egress/host-resolver.ts';
import { createCertificate, hasOpenssl, type Certificate } from '../support/certificates.ts';
import { ConnectionRecord, portOf, type Connection } from './connection-record.ts';
import { deniedRanges, isIn, publicRanges } from './denied-ranges.ts';
import { generatedRequest, receiverDomain, type GeneratedRequest } from './generated-requests.ts';

const defaultCases = 2_000;
/** Generated requests. PARLEY_EGRESS_CASES overrides the number. */
const cases = Number(process.env['PARLEY_EGRESS_CASES'] ?? defaultCases);
const controlCases = 300;
const timeout = 20_000 + cases * 20;

let record: ConnectionRecord;
let certificate: Certificate;
const ports = { plain: 0, secure: 0 };
const servers: Server[] = [];
const sockets = new Set<Socket>();
/** The response of the receivers to the current request. */
let response: Pick<GeneratedRequest, 'status' | 'location'>;
const totals = {
  connections: 0,
  openedConnections: 0,
  responses: 0,
  deniedUrls: 0,
  deniedNames: 0,
  invalidUrls: 0,
};

beforeAll(async () => {
  if (!hasOpenssl) return;
  certificate = createCertificate('self-signed', `DNS:*.${receiverDomain}`);
  const listener: RequestListener = (_request, reply) => {
    const { status, location } = response;
    const headers = { location: encodeURI(location), refresh: `0; url=${encodeURI(location)}` };
    reply.writeHead(status, headers).end();
  };
  ports.plain = await listen(createServer(listener));
  const { certificatePem: cert, privateKeyPem: key } = certificate;
  ports.secure = await listen(createSecureServer({ cert, key }, listener));
  record = await ConnectionRecord.open();
});
afterAll(() => {
  if (hasOpenssl) record.close();
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

/** Returns a resolver that gives another answer in each lookup. */
function resolverOf({ answers }: GeneratedRequest): Pick<HostResolver, 'resolve'> {
  let count = 0;
  return {
    resolve: async () => {
      const answer = answers[Math.min(count, answers.length - 1)]!;
      count += 1;
      if (answer === 'ENOTFOUND') throw new HostNameError('its host name has no address in DNS');
      return answer;
    },
  };
}

/** Sends the requests. Returns the connections of the first one and of all. */
async function send(request: GeneratedRequest, url: URL, policy: EgressPolicy) {
  const client = new EgressClient({
    clock: new ManualClock(0),
    policy,
    resolver: resolverOf(request),
    ca: certificate.certificatePem,
  });
  response = request;
  record.port = url.protocol === 'https:' ? ports.secure : ports.plain;
  const { reuseConnection } = request;
  const common = {
    workspaceId: 'ws_1',
    method: 'POST',
    headers: {},
    body: '{}',
    timeoutMs: 15_000,
    maxResponseBytes: 4_096,
  } as const;
  const connections: Connection[][] = [];
  for (let sent = 0; sent < request.count; sent += 1) {
    await client.send({ ...common, url, reuseConnection }).then(
      () => (totals.responses += 1),
      (error: unknown) => {
        if (!(error instanceof EgressError)) throw error;
      },
    );
    connections.push(record.take());
  }
  client.close();
  return { first: connections[0]!, all: connections.flat() };
}

/** An opening of a block or of one address. */
const isOpened = (openings: readonly string[], address: string): boolean =>
  isIn(
    openings.map((one) => (one.includes('/') ? mappedRange(one) : `${one}/${one.includes(':') ? 128 : 32}`)),
    address,
  );

const mappedRange = (range: string): string => (range === '::ffff:10.0.0.0/104' ? '10.0.0.0/8' : range);

const isPermitted = (openings: readonly string[], { protocol }: URL, address: string): boolean =>
  isOpened(openings, address) || (protocol === 'https:' && !isIn(deniedRanges, address));

const isCertainlyPermitted = (openings: readonly string[], { protocol }: URL, address: string): boolean =>
  isOpened(openings, address) || (protocol === 'https:' && isIn(publicRanges, address));

/** Returns whether the first request must open a connection: it has no credentials and an address that is certainly permitted. */
function mustConnect({ openings, answers }: GeneratedRequest, url: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? answers[0]! : [host];
  return addresses !== 'ENOTFOUND' && addresses.some((one) => isCertainlyPermitted(openings, url, one));
}

/** Sends a generated request to the end. Returns the connections to denied addresses, and whether a required one is missing. */
async function violationsOf(request: GeneratedRequest, policy = new EgressPolicy(request.openings)) {
  const url = URL.parse(request.url);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    totals.invalidUrls += 1;
    return { denied: [], isMissing: false };
  }
  const { first, all } = await send(request, url, policy);
  const denied = all.filter(({ address }) => !isPermitted(request.openings, url, address));
  totals.connections += all.length;
  totals.openedConnections += all.filter(({ address }) => isIn(deniedRanges, address)).length;
  if (first.length === 0)
    totals[isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? 'deniedNames' : 'deniedUrls'] += 1;
  return { denied, isMissing: first.length === 0 && mustConnect(request, url) };
}

describe.skipIf(!hasOpenssl)('requests to generated URLs and DNS answers', { timeout }, () => {
  it(`open no connection to a denied address in ${cases} cases`, async () => {
    await fc.assert(
      fc.asyncProperty(generatedRequest, async (request) => {
        expect(await violationsOf(request)).toEqual({ denied: [], isMissing: false });
      }),
      { numRuns: cases },
    );
    if (cases !== defaultCases) console.info(JSON.stringify({ cases, ...totals }));
    expect(Object.values(totals).every((count) => count > cases / 100)).toBe(true);
  });

  it('are recorded: a policy without rules opens connections to denied addresses', async () => {
    const withoutRules = { allows: () => true, isAllowlisted: () => true } as unknown as EgressPolicy;
    let denied = 0;
    for (const request of fc.sample(generatedRequest, controlCases))
      denied += (await violationsOf(request, withoutRules)).denied.length;
    expect(denied).toBeGreaterThan(controlCases / 5);
  });
});
