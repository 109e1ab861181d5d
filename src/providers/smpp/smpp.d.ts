/** The part of the npm package smpp 0.5.1 that is used. It has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  /** Text fields are ASCII. `short_message` may also be a string or `{ message, udh }`, which the filters of the package encode. */
  export interface PduFields {
    command_status?: number;
    sequence_number?: number;
    system_id?: string;
    password?: string;
    system_type?: string;
    interface_version?: number;
    service_type?: string;
    source_addr_ton?: number;
    source_addr_npi?: number;
    source_addr?: string;
    dest_addr_ton?: number;
    dest_addr_npi?: number;
    destination_addr?: string;
    esm_class?: number;
    protocol_id?: number;
    registered_delivery?: number;
    data_coding?: number;
    short_message?: Buffer | string | { readonly message: Buffer | string; readonly udh?: Buffer };
    message_payload?: Buffer | string;
    message_id?: string;
    receipted_message_id?: string;
    message_state?: number;
    user_message_reference?: number;
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    sc_interface_version?: number;
  }

  export interface PDU extends PduFields {
    /** Such as `submit_sm_resp`, or `unknown`. */
    readonly command: string;
    readonly command_id: number;
    command_status: number;
    sequence_number: number;
    isResponse(): boolean;
    response(fields?: PduFields): PDU;
    toBuffer(): Buffer;
    /** Converts texts and times when a PDU is decoded or encoded. */
    _filter(direction: 'decode' | 'encode'): void;
  }

  export const PDU: {
    /** @throws {Error} for a command that the package does not have, or a buffer that it cannot read */
    new (command: string | Buffer, fields?: PduFields): PDU;
    /** The largest accepted length in octets. */
    maxLength: number;
  };

  type Request = (fields: PduFields, onResponse?: (response: PDU) => void) => boolean;

  /** Emits `pdu`, the name of each command with its PDU, `close` and `error`. */
  export class Session extends EventEmitter {
    readonly socket: Socket;
    /** Returns false if the socket is not writable. */
    send(pdu: PDU, onResponse?: (response: PDU) => void): boolean;
    readonly bind_transceiver: Request;
    readonly submit_sm: Request;
    readonly deliver_sm: Request;
    readonly data_sm: Request;
    readonly enquire_link: Request;
    readonly unbind: Request;
    close(onClosed?: () => void): void;
    destroy(onClosed?: () => void): void;
  }

  export interface Server extends NetServer {
    readonly sessions: readonly Session[];
  }

  export function createServer(onSession: (session: Session) => void): Server;
  export function createServer(
    options: { readonly key?: string; readonly cert?: string },
    onSession: (session: Session) => void,
  ): Server;
  export function connect(options: { readonly url: string }, onConnected?: () => void): Session;
}
