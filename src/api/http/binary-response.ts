import type { Readable } from 'node:stream';

/** A response that is not JSON. */
export interface BinaryResponse {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: Readable;
}
