import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

export type Channel = 'sms' | 'email';

/** A message, or a part of an SMS, that the program handed to a peer. */
export interface Handover {
  readonly type: 'handover';
  readonly channel: Channel;
  /** The recipient: E.164, or an email address. */
  readonly to: string;
  /** Names the message, as `keyOfText` returns it. */
  readonly key: string;
  /** 1 to `total`. */
  readonly part: number;
  readonly total: number;
  /** The id of an accepted part of an SMS; empty otherwise. */
  readonly externalId: string;
  /** System time in ms at which the peer received it. */
  readonly atMs: number;
  readonly outcome: 'accepted' | 'refused' | 'temporary' | 'none';
  /** Whether the program may not know the outcome: the connection ended, or the program was killed. */
  readonly isUncertain: boolean;
}

/** The peer, or the kill of a process, ended connections of the program, which loses the responses in transit. */
export interface Disconnection {
  readonly type: 'disconnection';
  readonly channel: Channel;
  readonly atMs: number;
}

/** A delivery receipt that the program acknowledged. */
export interface AcknowledgedReceipt {
  readonly type: 'receipt';
  readonly externalId: string;
  readonly outcome: 'delivered' | 'failed';
}

/** A message that a customer began to send. It is repeated until the program acknowledges it. */
export interface CustomerMessage {
  readonly type: 'customer-message';
  readonly channel: Channel;
  /** The customer's address. */
  readonly from: string;
  /** Unique in the run. */
  readonly id: string;
  readonly text: string;
  /** Whether the text is an opt-out. */
  readonly isStop: boolean;
  /** System time in ms of the first attempt. */
  readonly atMs: number;
}

/** The first acknowledgement of a customer's message. */
export interface CustomerAcknowledgement {
  readonly type: 'acknowledgement';
  readonly id: string;
  readonly atMs: number;
}

export type PeerRecord =
  | Handover
  | Disconnection
  | AcknowledgedReceipt
  | CustomerMessage
  | CustomerAcknowledgement;

/** The texts of flows, users and customers contain such a token, and a long text has it in every part. The end of a part can cut a token. */
const tokens = /\b[MEPC]\d+(?=\.)/g;

/** Returns the different tokens of a text in their order, or the text if it has none, such as the answer to STOP. */
export function keyOfText(text: string): string {
  const found = [...new Set(text.match(tokens))];
  return found.length === 0 ? text.replaceAll(/\s+/g, ' ').trim() : found.join(' ');
}

/** Returns whether a text is that of a flow, a user or a customer, and not the answer to a keyword. */
export const hasToken = (text: string): boolean => text.search(tokens) !== -1;

/** Appends records to a file. A record is in the file when `write` returns. */
export class RecordFile {
  readonly #file: number;

  constructor(file: string) {
    this.#file = openSync(file, 'a');
  }

  write(record: PeerRecord): void {
    writeSync(this.#file, `${JSON.stringify(record)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

export const readPeerRecords = (file: string): PeerRecord[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PeerRecord);
