/** Types of the part of autocannon 8 that the benchmarks use. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Options {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Requests per second over all connections; unlimited if omitted. */
    readonly overallRate?: number;
  }

  /** Emits `response` with the client, the status, the number of bytes and the response time in ms. */
  type Instance = EventEmitter & PromiseLike<unknown>;

  export default function autocannon(options: Options): Instance;
}
