import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { PduFields } from 'smpp';
import { commandStatus, decodePdu, encodePdu, PduReader, type Pdu } from '../../src/providers/smpp/pdu.ts';

/** Delay before a rejected delivery is repeated, in ms. */
const repeatAfterMs = 200;

/** A `submit_sm` that the switch has received. */
export interface SubmittedPart {
  readonly from: string;
  readonly to: string;
  /** Octets of the text, with the header of a concatenated message. */
  readonly octets: Buffer;
  readonly dataCoding: number;
}

/**
 * An SMSC (SMPP 3.4) between two peers. What one of them submits is delivered to the other, with its octets unchanged: the peers encode and decode each
 * other's texts. It keeps a message until the other peer is bound and has acknowledged it, and sends the delivery receipt after that.
 */
export class SmsSwitch {
  /** Every `submit_sm` of each peer, in the order of arrival. */
  readonly submitted = new Map<string, SubmittedPart[]>();
  /** Whether it accepts each `submit_sm` without a response. */
  isSilent = false;
  readonly #server: Server;
  readonly #ports = new Map<string, SwitchPort>();
  #count = 0;

  private constructor(systemIds: readonly [string, string]) {
    for (const systemId of systemIds) {
      this.#ports.set(systemId, new SwitchPort());
      this.submitted.set(systemId, []);
    }
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Listens on the loopback interface. */
  static async start(systemIds: readonly [string, string]): Promise<SmsSwitch> {
    const smsSwitch = new SmsSwitch(systemIds);
    smsSwitch.#server.listen(0, '127.0.0.1');
    await once(smsSwitch.#server, 'listening');
    return smsSwitch;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Whether the peer is bound. */
  isBound(systemId: string): boolean {
    return this.#ports.get(systemId)!.isBound;
  }

  close(): void {
    for (const port of this.#ports.values()) port.close();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    const reader = new PduReader();
    let systemId = '';
    socket.on('error', () => undefined);
    socket.on('close', () => this.#ports.get(systemId)?.unbind(socket));
    socket.on('data', (chunk: Buffer) => {
      for (const octets of reader.read(chunk)) {
        const pdu = decodePdu(octets)!;
        if (pdu.command === 'bind_transceiver') systemId = pdu.system_id ?? '';
        this.#receive(socket, systemId, pdu);
      }
    });
  }

  #receive(socket: Socket, systemId: string, pdu: Pdu): void {
    const respond = (fields: PduFields = {}) => {
      const header = { sequence_number: pdu.sequence_number, command_status: commandStatus.ok };
      socket.write(encodePdu(`${pdu.command}_resp`, { ...header, ...fields }));
    };
    const port = this.#ports.get(systemId);
    switch (pdu.command) {
      case 'bind_transceiver':
        respond(port === undefined ? { command_status: commandStatus.invalidSystemId } : { system_id: 'sw' });
        port?.bind(socket);
        break;
      case 'submit_sm':
        this.#submit(systemId, pdu, (id) => {
          if (!this.isSilent) respond({ message_id: id });
        });
        break;
      case 'deliver_sm_resp':
        port?.acknowledge(pdu);
        break;
      case 'enquire_link':
        respond();
        break;
      case 'unbind':
        respond();
        socket.end();
        break;
      default:
    }
  }

  #submit(systemId: string, pdu: Pdu, respond: (id: string) => void): void {
    this.#count += 1;
    const id = `switch-${this.#count}`;
    this.submitted.get(systemId)!.push({
      from: pdu.source_addr ?? '',
      to: pdu.destination_addr ?? '',
      octets: pdu.short_message ?? Buffer.alloc(0),
      dataCoding: pdu.data_coding ?? 0,
    });
    respond(id);
    const [, other] = [...this.#ports].find(([name]) => name !== systemId)!;
    const wantsReceipt = ((pdu.registered_delivery ?? 0) & 1) === 1;
    const onDelivered = () => this.#ports.get(systemId)!.deliver(receiptOf(id, pdu));
    other.deliver(deliveryOf(pdu), wantsReceipt ? onDelivered : undefined);
  }
}

interface Delivery {
  readonly fields: PduFields;
  readonly onDelivered: (() => void) | undefined;
}

/** The messages for one peer. Each is delivered again until the peer acknowledges it. */
class SwitchPort {
  /** What awaits an acknowledgement, by sequence number. */
  readonly #pending = new Map<number, Delivery>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #socket: Socket | undefined;
  #sequence = 0;

  get isBound(): boolean {
    return this.#socket !== undefined;
  }

  bind(socket: Socket): void {
    this.#socket = socket;
    for (const sequence of this.#pending.keys()) this.#write(sequence);
  }

  unbind(socket: Socket): void {
    if (this.#socket === socket) this.#socket = undefined;
  }

  deliver(fields: PduFields, onDelivered?: () => void): void {
    this.#sequence += 1;
    this.#pending.set(this.#sequence, { fields, onDelivered });
    this.#write(this.#sequence);
  }

  acknowledge({ sequence_number: sequence, command_status: status }: Pdu): void {
    if (status !== commandStatus.ok) {
      this.#timers.add(setTimeout(() => this.#write(sequence), repeatAfterMs));
      return;
    }
    this.#pending.get(sequence)?.onDelivered?.();
    this.#pending.delete(sequence);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket?.destroy();
  }

  #write(sequence: number): void {
    const delivery = this.#pending.get(sequence);
    if (delivery === undefined) return;
    this.#socket?.write(encodePdu('deliver_sm', { ...delivery.fields, sequence_number: sequence }));
  }
}

const addressesOf = (pdu: Pdu): PduFields => ({
  source_addr_ton: pdu.source_addr_ton ?? 0,
  source_addr_npi: pdu.source_addr_npi ?? 0,
  source_addr: pdu.source_addr ?? '',
  dest_addr_ton: pdu.dest_addr_ton ?? 0,
  dest_addr_npi: pdu.dest_addr_npi ?? 0,
  destination_addr: pdu.destination_addr ?? '',
});

/** Bit of `esm_class`: the text begins with a user data header (SMPP 3.4 §5.2.12). */
const hasHeader = 0x40;

const deliveryOf = (pdu: Pdu): PduFields => ({
  ...addressesOf(pdu),
  esm_class: (pdu.esm_class ?? 0) & hasHeader,
  data_coding: pdu.data_coding ?? 0,
  short_message: pdu.short_message ?? Buffer.alloc(0),
  ...(pdu.message_payload === undefined ? {} : { message_payload: pdu.message_payload }),
});

/** The receipt in the form of SMPP 3.4 Appendix B, from the recipient to the sender of the message. */
const receiptOf = (id: string, pdu: Pdu): PduFields => ({
  source_addr_ton: pdu.dest_addr_ton ?? 0,
  source_addr_npi: pdu.dest_addr_npi ?? 0,
  source_addr: pdu.destination_addr ?? '',
  dest_addr_ton: pdu.source_addr_ton ?? 0,
  dest_addr_npi: pdu.source_addr_npi ?? 0,
  destination_addr: pdu.source_addr ?? '',
  esm_class: 0x04,
  data_coding: 0,
  short_message: Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2601051200 done date:2601051201 stat:DELIVRD err:000 text:`,
  ),
});
