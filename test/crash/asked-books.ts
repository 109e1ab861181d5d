import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What somebody was told who asked whether a call may be made. */
export interface BooksAnswer {
  readonly jobId: string;
  readonly attempt: number;
  readonly eligible: boolean;
  /** By the machine's clock, before the answer left. */
  readonly atMs: number;
}

interface Question {
  readonly jobId: string;
  readonly attempt: number;
  readonly phoneNumber: string;
}

/** The books of a business that is asked before each call; the last digit but one of the number tells what it says. */
export class AskedBooks {
  readonly #server: Server;
  /** By run. */
  readonly #answers = new Map<string, BooksAnswer[]>();
  readonly #seen = new Set<string>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<AskedBooks> {
    const server = createServer();
    const books = new AskedBooks(server);
    server.on('request', (request, response) => {
      // Who asks may die in the middle of the question.
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

  /** Undefined: it breaks off, as it does the first time it is asked about some. */
  #decide(run: string, { jobId, attempt, phoneNumber }: Question): boolean | undefined {
    const digit = Number(phoneNumber.at(-2));
    const asked = `${run} ${jobId}`;
    const isFirst = !this.#seen.has(asked);
    this.#seen.add(asked);
    if (digit === 9 && isFirst) return undefined;
    const eligible = digit !== 7 && digit !== 8;
    const answers = this.#answers.get(run) ?? [];
    answers.push({ jobId, attempt, eligible, atMs: Date.now() });
    this.#answers.set(run, answers);
    return eligible;
  }
}
