import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A response of the pre-dial check. */
export interface PredialResponse {
  readonly jobId: string;
  readonly attempt: number;
  readonly eligible: boolean;
  /** System time in ms, just before the response was sent. */
  readonly atMs: number;
}

interface PredialRequest {
  readonly jobId: string;
  readonly attempt: number;
  readonly phoneNumber: string;
}

/** An HTTP server for pre-dial checks. The second-last digit of the number determines its response. */
export class PredialServer {
  readonly #server: Server;
  /** Responses by path; each run has a path. */
  readonly #responses = new Map<string, PredialResponse[]>();
  readonly #knownJobs = new Set<string>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<PredialServer> {
    const server = createServer();
    const predialServer = new PredialServer(server);
    server.on('request', (request, response) => {
      // The program may be killed while it sends the request.
      predialServer.#respond(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return predialServer;
  }

  /** Returns the URL for the checks of a run. */
  urlOf(run: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${run}`;
  }

  responsesOf(run: string): readonly PredialResponse[] {
    return this.#responses.get(`/${run}`) ?? [];
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const eligible = this.#decide(request.url!, (await json(request)) as PredialRequest);
    if (eligible === undefined) response.destroy();
    else response.end(JSON.stringify({ eligible }));
  }

  /** Returns whether the number may be called. `undefined`, for the first request of some jobs, closes the connection without a response. */
  #decide(run: string, { jobId, attempt, phoneNumber }: PredialRequest): boolean | undefined {
    const digit = Number(phoneNumber.at(-2));
    const key = `${run} ${jobId}`;
    const isFirst = !this.#knownJobs.has(key);
    this.#knownJobs.add(key);
    if (digit === 9 && isFirst) return undefined;
    const eligible = digit !== 7 && digit !== 8;
    const responses = this.#responses.get(run) ?? [];
    responses.push({ jobId, attempt, eligible, atMs: Date.now() });
    this.#responses.set(run, responses);
    return eligible;
  }
}
