import { createRequire } from 'node:module';
import type { Server, Socket } from 'node:net';

/** The fields of a PDU that the SMSC reads (SMPP 3.4 §4). The library decodes texts, and separates their user data header. */
export interface ReceivedPdu {
  readonly command: string;
  readonly command_status: number;
  readonly system_id?: string;
  readonly password?: string;
  readonly source_addr?: string;
  readonly source_addr_ton?: number;
  readonly destination_addr?: string;
  readonly registered_delivery?: number;
  readonly short_message?: EncodedText;
  readonly message_payload?: EncodedText;
  readonly sar_msg_ref_num?: number;
  readonly sar_total_segments?: number;
  readonly sar_segment_seqnum?: number;
  response(fields?: Readonly<Record<string, unknown>>): object;
}

interface EncodedText {
  readonly message?: string | Buffer;
  /** The information elements of the user data header (3GPP TS 23.040 §9.2.3.24): identifier, length, data. */
  readonly udh?: readonly Buffer[];
}

export interface SmppSession {
  readonly socket: Socket;
  on(event: 'pdu', listener: (pdu: ReceivedPdu) => void): void;
  on(event: 'close' | 'error', listener: () => void): void;
  off(event: 'close', listener: () => void): void;
  setMaxListeners(count: number): void;
  /** Returns false if the connection is closed. */
  send(pdu: object): boolean;
  deliver_sm(fields: Readonly<Record<string, unknown>>, onResponse: (pdu: ReceivedPdu) => void): boolean;
  close(): void;
  destroy(): void;
}

interface SmppLibrary {
  createServer(onSession: (session: SmppSession) => void): Server;
}

const require = createRequire(import.meta.url);

export const smpp = require('smpp') as SmppLibrary;
