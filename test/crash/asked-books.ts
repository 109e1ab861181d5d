import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A response of the pre-dial check. */
export interface BooksAnswer {
  readonly jobId: string;
  readonly attempt: number;
  readonly eligible: boolean;
  /** System time just before the response was sent. */
  readonly atMs: number;
}

interface Question {
  readonly jobId: string;
  readonly attempt: number;
  readonly phoneNumber: string;
}

/** The pre-dial check of a business. The second-last digit of the number determines its response. */
export class AskedBooks {
  readonly #server: Server;
  /** Key: path of the run. */
  readonly #answers = new Map<string, BooksAnswer[]>();
  readonly #seen = new Set<string>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<AskedBooks> {
    const server = createServer();
    const books = new AskedBooks(server);
    server.on('request', (request, response) => {
      // The program may die in the middle of its request.
      books.#answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return books;
  }

  urlOf(run: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${run}`;
  }

  answersOf(run: string): readonly BooksAnswer[] {
    return this.#answers.get(`/${run}`) ?? [];
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const eligible = this.#decide(request.url!, (await json(request)) as Question);
    if (eligible === undefined) response.destroy();
    else response.end(JSON.stringify({ eligible }));
  }

  /** Returns `undefined` to close the connection without a response: for some numbers, at the first request. */
  #decide(run: string, { jobId, attempt, phoneNumber }: Question): boolean | undefined {
    const digit = Number(phoneNumber.at(-2));
    const key = `${run} ${jobId}`;
    const isFirst = !this.#seen.has(key);
    this.#seen.add(key);
    if (digit === 9 && isFirst) return undefined;
    const eligible = digit !== 7 && digit !== 8;
    const answers = this.#answers.get(run) ?? [];
    answers.push({ jobId, attempt, eligible, atMs: Date.now() });
    this.#answers.set(run, answers);
    return eligible;
  }
}
