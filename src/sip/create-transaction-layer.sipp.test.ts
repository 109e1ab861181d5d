import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { silentLogger as logger } from '../core/logger.ts';
import { systemRandom as random } from '../core/random.ts';
import { createSipTransactionLayer } from './create-transaction-layer.ts';
import { DigestServer } from './digest-server.ts';
import { chooseChallenge, DigestClient } from './digest.ts';
import { challengesOf, credentialsOf } from './header-fields.ts';
import { createRequest, createResponse, type SipResponse } from './message.ts';
import type { ServerTransaction, SipTransactionLayer } from './transaction-layer.ts';
import { openTcpTransport } from './transport/tcp-transport.ts';
import type { TransportProtocol } from './transport/transport.ts';
import { openUdpTransport } from './transport/udp-transport.ts';

const hasSipp = spawnSync('sipp', ['-v']).error === undefined;
const address = '127.0.0.1';

const scenario = (steps: string) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<scenario name="parley">${steps}</scenario>\n`;

const optionsRequest = (cseq: number, fields = '') => `<![CDATA[
OPTIONS sip:parley@[remote_ip]:[remote_port] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]
To: <sip:parley@[remote_ip]:[remote_port]>
Call-ID: [call_id]
CSeq: ${cseq} OPTIONS
Max-Forwards: 70
${fields}Content-Length: 0

]]>`;

const optionsScenario = scenario(`<send retrans="500">${optionsRequest(1)}</send><recv response="200"/>`);

const authenticatedOptionsScenario = scenario(
  `<send retrans="500">${optionsRequest(1)}</send><recv response="401" auth="true"/>` +
    `<send retrans="500">${optionsRequest(2, '[authentication username=alice password=secret]\n')}</send><recv response="200"/>`,
);

const responseText = (status: string, fields = '') => `<![CDATA[
SIP/2.0 ${status}
[last_Via:]
[last_From:]
[last_To:];tag=sipp[call_number]
[last_Call-ID:]
[last_CSeq:]
${fields}Content-Length: 0

]]>`;

const answerScenario = scenario(`<recv request="OPTIONS"/><send>${responseText('200 OK')}</send>`);

const challengeScenario = scenario(
  `<recv request="OPTIONS"/><send>${responseText('401 Unauthorized', 'WWW-Authenticate: Digest realm="sipp", nonce="47ebe028cda119c35d4877b383027d28da013815", algorithm=MD5, qop="auth"\n')}</send>` +
    `<recv request="OPTIONS"><action><verifyauth assign_to="right" username="alice" password="secret"/></action></recv>` +
    `<nop next="fine" test="right"/><send>${responseText('403 Forbidden')}</send><label id="fine"/><send>${responseText('200 OK')}</send>`,
);

describe.skipIf(!hasSipp)('with SIPp as the remote side (needs sipp)', () => {
  let folder: string;
  let layer: SipTransactionLayer;
  const running: { stop(): void }[] = [];

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sip-sipp-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    const udp = await openUdpTransport({ address, port: 0, logger });
    const tcp = await openTcpTransport({ address, port: 0, clock: systemClock, logger });
    layer = createSipTransactionLayer({ clock: systemClock, random, transports: [udp, tcp], logger });
  });

  afterEach(async () => {
    for (const process of running.splice(0)) process.stop();
    await layer.close();
  });

  /** Starts SIPp. `ended` resolves with its exit code and its error log: '0' if every call followed the scenario. */
  async function sipp(xml: string, protocol: TransportProtocol, extraOptions: string[]) {
    const port = await freePort();
    const file = path.join(folder, `${port}.xml`);
    writeFileSync(file, xml);
    const options = ['-sf', file, '-i', address, '-p', String(port), '-ci', address, '-cp', String(port + 1)];
    const child = spawn(
      'sipp',
      [
        ...extraOptions,
        ...options,
        '-t',
        protocol === 'udp' ? 'u1' : 't1',
        '-nostdin',
        '-trace_err',
        '-timeout',
        '15s',
        '-timeout_error',
      ],
      {
        cwd: folder,
        stdio: 'ignore',
      },
    );
    running.push({ stop: () => void child.kill('SIGKILL') });
    const ended = new Promise<string>((resolve) =>
      child.once('exit', (code) => resolve(`${code}${errorsIn(folder)}`)),
    );
    return { port, ended };
  }

  function listen(onRequest: (transaction: ServerTransaction) => void): void {
    layer.listen({ onRequest, onAck: () => undefined, onStray2xx: () => undefined });
  }

  it.each(['udp', 'tcp'] as const)('answers 100 requests over %s', async (protocol) => {
    listen((transaction) => transaction.respond(createResponse(transaction.request, 200, { toTag: 'p' })));
    const target = `${address}:${layer.sentBy(protocol)!.port}`;
    const { ended } = await sipp(optionsScenario, protocol, [target, '-m', '100', '-r', '200']);
    expect(await ended).toBe('0');
  });

  it('authenticates a client with the right password', async () => {
    const server = new DigestServer({
      realm: 'parley',
      clock: systemClock,
      random,
      key: random.bytes(32),
      algorithms: ['MD5'],
    });
    listen((transaction) => {
      const { request } = transaction;
      const [credentials] = credentialsOf(request, 'Authorization');
      const isAlice =
        credentials !== undefined && server.verify(credentials, request, 'secret') === 'accepted';
      const headers = isAlice ? [] : server.challenge().map((value) => ['WWW-Authenticate', value] as const);
      transaction.respond(createResponse(request, isAlice ? 200 : 401, { toTag: 'p', headers }));
    });
    const { ended } = await sipp(authenticatedOptionsScenario, 'udp', [
      `${address}:${layer.sentBy('udp')!.port}`,
      '-m',
      '10',
      '-r',
      '50',
    ]);
    expect(await ended).toBe('0');
  });

  it.each(['udp', 'tcp'] as const)('receives a response over %s', async (protocol) => {
    const { port } = await sipp(answerScenario, protocol, ['-m', '1']);
    const response = await request(protocol, port, 1);
    expect(response.status).toBe(200);
  });

  it('authenticates to a server with digest', async () => {
    const { port, ended } = await sipp(challengeScenario, 'udp', ['-m', '1']);
    const unauthorized = await request('udp', port, 1);
    const challenge = chooseChallenge(challengesOf(unauthorized, 'WWW-Authenticate'))!;
    const digestRequest = { method: 'OPTIONS', uri: `sip:sipp@${address}:${port}`, body: Buffer.alloc(0) };
    const authorization = new DigestClient(
      challenge,
      { username: 'alice', password: 'secret' },
      random,
    ).answer(digestRequest);
    const response = await request('udp', port, 2, [['Authorization', authorization]]);
    expect([unauthorized.status, response.status, await ended]).toEqual([401, 200, '0']);
  });

  /** Sends OPTIONS until SIPp, which may still be starting, answers it. */
  async function request(
    protocol: TransportProtocol,
    port: number,
    cseq: number,
    fields: [string, string][] = [],
  ): Promise<SipResponse> {
    const message = createRequest('OPTIONS', `sip:sipp@${address}:${port}`, [
      ['From', `<sip:parley@${address}>;tag=p`],
      ['To', `<sip:sipp@${address}>`],
      ['Call-ID', `call-${port}`],
      ['CSeq', `${cseq} OPTIONS`],
      ...fields,
    ]);
    for (;;) {
      const outcome = await new Promise<SipResponse | Error>((resolve) => {
        layer.request(
          message,
          { protocol, address, port },
          {
            onResponse: (response) => resolve(response),
            onTimeout: () => resolve(new Error('no answer')),
            onTransportError: (error) => resolve(error),
          },
        );
      });
      if (!(outcome instanceof Error)) return outcome;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});

function errorsIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('_errors.log'));
  return files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
}

/** Finds a free port, because SIPp cannot report the port that it binds. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, address, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
