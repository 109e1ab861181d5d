import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScriptedReply } from '../../contracts/testing/scripted-reply.ts';

/** A received request, as far as tests check it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
  /** Resolves when the client closes the connection before the end of the response. */
  readonly aborted: Promise<void>;
}

/** `failure`: the HTTP response with this status and body is sent instead of a reply. */
export interface ServedReply extends ScriptedReply {
  readonly failure?: { readonly status: number; readonly body: string };
}

/** Replies in request order, for all models together or per model. */
export type Script = readonly ServedReply[] | Readonly<Record<string, readonly ServedReply[]>>;

/** Loopback server that streams scripted chat completions in OpenAI format. Requests beyond the script fail. */
export class ScriptedServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #script: Script;
  /** Number of replies sent per model; under an empty name for a script without models. */
  readonly #sentReplies = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #abortedCount = 0;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  static async start(script: Script): Promise<ScriptedServer> {
    const server = new ScriptedServer(script);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Resolves when the given number of requests of the model, or of all models, has arrived. */
  readonly waitForRequests = (count: number, model?: string): Promise<void> =>
    this.#until(() => this.requestsOf(model).length >= count);

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
    if (path.endsWith('/models')) {
      response.setHeader('content-type', 'application/json').end('{"object":"list","data":[]}');
      return;
    }
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    response.on('close', () => {
      if (response.writableFinished) return;
      this.#abortedCount += 1;
      resolve();
      this.#notifyWaiting();
    });
    this.requests.push({ path, authorization: request.headers.authorization, body, aborted });
    sendReply(this.#nextReply(String(body['model'])), response);
    this.#notifyWaiting();
  }

  #nextReply(model: string): ServedReply {
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

function sendReply(reply: ServedReply, response: ServerResponse): void {
  const { ending, failure } = reply;
  if (failure !== undefined) {
    response.writeHead(failure.status, { 'content-type': 'application/json' }).end(failure.body);
    return;
  }
  if (ending === 'overloaded' || ending === 'refused') {
    response.writeHead(statuses[ending], { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: ending, type: 'server_error' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const delta of deltasOf(reply)) send(response, { delta, finish_reason: null });
  if (ending === 'cut') setImmediate(() => response.destroy());
  if (ending !== undefined) return;
  send(response, { delta: {}, finish_reason: finishReason(reply) });
  const usage = { prompt_tokens: reply.inputTokens ?? 0, completion_tokens: reply.outputTokens ?? 0 };
  write(response, { choices: [], usage: { ...usage, total_tokens: 0 } });
  response.end('data: [DONE]\n\n');
}

function deltasOf({ pieces = [], toolCall }: ScriptedReply): object[] {
  const texts = pieces.map((content) => ({ role: 'assistant', content }));
  if (toolCall === undefined) return texts;
  const call = {
    index: 0,
    id: toolCall.id,
    type: 'function',
    function: { name: toolCall.name, arguments: JSON.stringify(toolCall.arguments) },
  };
  return [...texts, { role: 'assistant', content: null, tool_calls: [call] }];
}

const finishReason = ({ toolCall, reason }: ScriptedReply): string =>
  reason ?? (toolCall === undefined ? 'stop' : 'tool_calls');

const send = (response: ServerResponse, choice: object): void =>
  write(response, { choices: [{ index: 0, ...choice }] });

function write(response: ServerResponse, chunk: object): void {
  const event = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'm', ...chunk };
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}
