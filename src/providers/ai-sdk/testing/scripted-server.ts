import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAiFormat } from './openai-format.ts';
import type { ServedReply, WireFormat } from './wire-format.ts';

export type { ServedReply } from './wire-format.ts';

/** A received request, as far as tests check it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Resolves when the client closes the connection before the end of the response. */
  readonly aborted: Promise<void>;
}

/** Replies in request order, for all models together or per model, or what returns the reply to the body of a request. */
export type Script =
  | readonly ServedReply[]
  | Readonly<Record<string, readonly ServedReply[]>>
  | ((body: Record<string, unknown>) => ServedReply);

/** Loopback server that streams scripted replies in the format of a vendor, OpenAI's by default. Requests beyond the script fail. */
export class ScriptedServer {
  readonly requests: ReceivedRequest[] = [];
  /** Number of requests of any kind, also those outside the script. */
  requestCount = 0;
  /** Number of accepted connections. */
  connectionCount = 0;
  /** The listed models. */
  models: readonly string[] = [];
  readonly #server: Server;
  readonly #script: Script;
  readonly #format: WireFormat;
  /** Number of replies sent per model; under an empty name for a script without models. */
  readonly #sentReplies = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #abortedCount = 0;

  private constructor(script: Script, format: WireFormat) {
    this.#script = script;
    this.#format = format;
    this.#server = createServer((request, response) => {
      this.requestCount += 1;
      this.#respond(request, response).catch(() => response.destroy());
    });
    this.#server.on('connection', () => {
      this.connectionCount += 1;
      this.#notifyWaiting();
    });
  }

  static async start(script: Script, format = openAiFormat): Promise<ScriptedServer> {
    const server = new ScriptedServer(script, format);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Resolves when the given number of requests of the model, or of all models, has arrived. */
  readonly waitForRequests = (count: number, model?: string): Promise<void> =>
    this.#until(() => this.requestsOf(model).length >= count);

  /** Resolves when the given number of connections has been accepted. */
  readonly waitForConnections = (count: number): Promise<void> =>
    this.#until(() => this.connectionCount >= count);

  /** Returns the requests of the model, or of all models, in order of arrival. */
  requestsOf(model?: string): readonly ReceivedRequest[] {
    return this.requests.filter(({ body }) => model === undefined || body['model'] === model);
  }

  /** Restarts the script of the model and removes its requests. */
  restartScript(model: string): void {
    this.#sentReplies.delete(model);
    const others = this.requests.filter(({ body }) => body['model'] !== model);
    this.requests.splice(0, this.requests.length, ...others);
  }

  /** Resolves when the client has closed the given number of connections before the end of the response. */
  readonly waitForAborts = (count: number): Promise<void> => this.#until(() => this.#abortedCount >= count);

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #notifyWaiting(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.endsWith('/models')) this.#sendModels(response);
    else await this.#respondFromScript(request, path, response);
  }

  #sendModels(response: ServerResponse): void {
    const data = this.models.map((id) => ({ id, object: 'model' }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
  }

  async #respondFromScript(request: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    response.on('close', () => {
      if (response.writableFinished) return;
      this.#abortedCount += 1;
      resolve();
      this.#notifyWaiting();
    });
    const { headers } = request;
    this.requests.push({ path, authorization: headers.authorization, headers, body, aborted });
    const reply = this.#replyTo(path, body);
    this.#notifyWaiting();
    await reply.after;
    sendReply(reply, this.#format, response);
  }

  #replyTo(path: string, body: Record<string, unknown>): ServedReply {
    if (typeof this.#script === 'function') return this.#script(body);
    const model = this.#format.modelOf(path, body);
    const [name, replies] = isList(this.#script) ? ['', this.#script] : [model, this.#script[model] ?? []];
    const sentCount = this.#sentReplies.get(name) ?? 0;
    this.#sentReplies.set(name, sentCount + 1);
    return replies[sentCount] ?? { ending: 'refused' };
  }
}

const isList = (script: Script): script is readonly ServedReply[] => Array.isArray(script);

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const statuses = { overloaded: 503, refused: 400 } as const;

function sendReply(reply: ServedReply, format: WireFormat, response: ServerResponse): void {
  const { ending, failure, fault } = reply;
  if (fault === 'silent') return;
  if (failure !== undefined) {
    const headers = { 'content-type': 'application/json', ...failure.headers };
    response.writeHead(failure.status, headers).end(failure.body);
    return;
  }
  if (ending === 'overloaded' || ending === 'refused') {
    const status = statuses[ending];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(format.errorBody(status, ending)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of format.partsOf(reply)) response.write(event);
  if (fault !== undefined) return sendFault(fault, format, response);
  if (ending === 'stall') return;
  if (ending === 'cut') {
    setImmediate(() => response.destroy());
    return;
  }
  for (const event of format.endOf(reply)) response.write(event);
  response.end();
}

function sendFault(
  fault: NonNullable<ServedReply['fault']>,
  format: WireFormat,
  response: ServerResponse,
): void {
  // An event without its last 20 characters is incomplete in each format.
  if (fault === 'half-event') response.end(format.textEvent('never heard').slice(0, -20));
  else if (fault === 'broken-json') response.end('data: {"choices": [{]}\n\n');
  else if (fault === 'error-event') response.end(format.errorEvent('The engine stopped.'));
  else if (fault === 'endless') repeat(response, format.textEvent('and so on '.repeat(20)));
  else repeat(response, ' '.repeat(65_536));
}

function repeat(response: ServerResponse, chunk: string): void {
  while (!response.destroyed && response.write(chunk));
  response.once('drain', () => repeat(response, chunk));
}
