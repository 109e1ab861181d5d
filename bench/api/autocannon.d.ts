/** As much of autocannon 8 as is used here. */
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
    /** Requests a second of all connections together; left out, as many as are answered. */
    readonly overallRate?: number;
  }

  /** Emits `response` with the client, the status, the bytes and how long it took in milliseconds. */
  type Instance = EventEmitter & PromiseLike<unknown>;

  export default function autocannon(options: Options): Instance;
}
