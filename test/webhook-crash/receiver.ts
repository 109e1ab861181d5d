/**
 * The receiver as a process that is not killed: verifies each request with `standardwebhooks`, fails some first requests by the seed, and
 * appends a record of each response to a file. Reports how many different deliveries it accepted to its parent.
 */
import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { keyOf } from './check.ts';
import { faultOf, type ReceiverFault } from './plan.ts';
import { digestOf, digestOfData, type ReceivedRequest } from './records.ts';

/** Settings from the parent, as JSON in the only argument. */
export interface ReceiverSettings {
  readonly seed: number;
  /** Factor of the shares of faults. */
  readonly faults: number;
  readonly file: string;
}

/** From the parent: the secrets of the endpoints, in their order, or the request to write all records and exit. */
export type ReceiverCommand = { readonly secrets: readonly string[] } | { readonly finish: true };
export type ReceiverMessage = { readonly port: number } | { readonly accepted: number };

const { seed, faults, file } = JSON.parse(process.argv[2]!) as ReceiverSettings;
const reportEveryMs = 100;
const slowMs = 2_000;

const output = createWriteStream(file, { flags: 'a' });
const accepted = new Set<string>();
/** The deliveries whose fault has occurred. */
const failed = new Set<string>();
const usedConnections = new WeakSet<Socket>();
let verifiers: readonly Webhook[] = [];

const send = (message: ReceiverMessage): void => void process.send?.(message);

interface EventBody {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly callId: string; readonly sequence: number };
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isNewConnection = !usedConnections.has(request.socket);
  usedConnections.add(request.socket);
  const endpoint = Number(request.url!.slice(1));
  const body = await text(request);
  const headers = request.headers as Record<string, string>;
  const record = (outcome: ReceivedRequest['outcome'], details: Partial<ReceivedRequest> = {}): void => {
    const webhookId = headers['webhook-id'];
    output.write(`${JSON.stringify({ endpoint, webhookId, eventId: webhookId, ...details, outcome })}\n`);
  };
  let event: EventBody;
  try {
    event = verifiers[endpoint]!.verify(body, headers) as EventBody;
  } catch {
    record('rejected');
    response.writeHead(400).end();
    return;
  }
  const { callId: subjectId, sequence } = event.data;
  const details = {
    eventId: event.id,
    subjectId,
    sequence,
    bodyDigest: digestOf(body),
    dataDigest: digestOfData(event.data),
  };
  const key = keyOf(endpoint, event.id);
  const fault = failed.has(key) ? 'none' : faultOf(seed, faults, endpoint, details);
  // A reset of an idle connection does not count as a failure: the request is sent again on a new one.
  if (fault !== 'reset' || isNewConnection) failed.add(key);
  if (await respondsWith(fault, response)) {
    record('accepted', details);
    accepted.add(key);
  } else record('failed', details);
}

/** Responds, and returns whether it accepted the request. */
async function respondsWith(fault: ReceiverFault, response: ServerResponse): Promise<boolean> {
  switch (fault) {
    case 'none':
      response.end();
      return true;
    case 'slow':
      await sleep(slowMs);
      if (response.socket?.destroyed !== false) return false;
      response.end();
      return true;
    case 'status-500':
      response.writeHead(500).end();
      return false;
    case 'reset':
      response.socket?.resetAndDestroy();
      return false;
    case 'no-response':
      return false;
  }
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  // The program was killed during the request.
  receive(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => send({ port: (server.address() as AddressInfo).port }));
setInterval(() => send({ accepted: accepted.size }), reportEveryMs);
process.on('message', (command: ReceiverCommand) => {
  if ('secrets' in command) verifiers = command.secrets.map((secret) => new Webhook(secret));
  else output.end(() => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
