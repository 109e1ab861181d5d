import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** An event whose transaction was committed, as the writer recorded it after the commit. */
export interface CommittedEvent {
  readonly id: string;
  readonly subjectId: string;
  readonly sequence: number;
  readonly dataDigest: string;
}

/** A request to the receiver, recorded when it was answered. The order of the records is that of the responses. */
export interface ReceivedRequest {
  /** Index of the endpoint. */
  readonly endpoint: number;
  /** The header `webhook-id`. */
  readonly webhookId: string;
  /** The id in the body. */
  readonly eventId: string;
  readonly subjectId: string;
  readonly sequence: number;
  readonly bodyDigest: string;
  readonly dataDigest: string;
  /** `accepted`: with 200; `failed`: not with 2xx; `rejected`: its signature was wrong. */
  readonly outcome: 'accepted' | 'failed' | 'rejected';
}

/** Returns a digest of the text. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Returns a digest of the fields of an event, in any order. */
export const digestOfData = (data: Readonly<Record<string, unknown>>): string =>
  digestOf(JSON.stringify(Object.entries(data).toSorted(([left], [right]) => (left < right ? -1 : 1))));

/** Reads a file with one JSON text per line. */
export async function* readRecords<Entry>(file: string): AsyncGenerator<Entry> {
  for await (const line of createInterface({ input: createReadStream(file) }))
    yield JSON.parse(line) as Entry;
}
