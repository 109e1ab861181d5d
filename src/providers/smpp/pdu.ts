import { PDU, type PduFields } from 'smpp';

/*
 * SMPP 3.4 §3.2: each PDU begins with four integers of 32 bits, the highest octet first.
 *
 *   0               4               8               12              16
 *   ├ command_length ┼ command_id     ┼ command_status ┼ sequence       ┼ mandatory fields, then TLVs
 *
 * command_length counts the whole PDU. Bit 31 of command_id marks a response.
 */
const headerBytes = 16;

/** The largest PDU: the largest message_payload (§5.3.2.32) and all other fields. A peer that announces more does not speak SMPP. */
export const maxPduBytes = 72 * 1024;
PDU.maxLength = maxPduBytes;

/** A PDU with the octets of texts and the characters of times as they are on the line. The conversions of the package are lossy, and throw for unexpected values. */
export class Pdu extends PDU {
  declare readonly short_message?: Buffer;
  declare readonly message_payload?: Buffer;

  override _filter(): void {
    // Nothing is converted.
  }
}

/** Command statuses (SMPP 3.4 §5.1.3). */
export const commandStatus = {
  ok: 0x00,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  invalidBindStatus: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  messageQueueFull: 0x14,
  throttled: 0x58,
  temporaryAppError: 0x64,
} as const;

/** Thrown if the octets from a peer have no PDU boundaries. The connection cannot continue. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

/** Divides a stream of octets into PDUs. Memory is limited to one PDU and one chunk. */
export class PduReader {
  #chunks: Uint8Array[] = [];
  #sizeBytes = 0;
  /** Octets that are necessary for the next step. */
  #neededBytes = headerBytes;

  /**
   * Yields each complete PDU.
   * @throws {FramingError}
   */
  *read(chunk: Uint8Array): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#sizeBytes += chunk.length;
    while (this.#sizeBytes >= this.#neededBytes) {
      const octets = joinChunks(this.#chunks);
      const length = octets.readUInt32BE(0);
      if (length < headerBytes || length > maxPduBytes) {
        throw new FramingError(`The length of a PDU is ${length}.`);
      }
      const isComplete = octets.length >= length;
      const rest = isComplete ? octets.subarray(length) : octets;
      this.#chunks = [rest];
      this.#sizeBytes = rest.length;
      this.#neededBytes = isComplete ? headerBytes : length;
      if (isComplete) yield octets.subarray(0, length);
    }
  }
}

/** Copies only if there are several chunks. */
function joinChunks(chunks: readonly Uint8Array[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined
    ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
    : Buffer.concat(chunks);
}

/** Decodes a complete PDU. Returns undefined if its fields or TLVs exceed it. */
export function decodePdu(octets: Buffer): Pdu | undefined {
  try {
    return new Pdu(octets);
  } catch {
    return undefined;
  }
}

/** Returns the sequence number of a complete PDU. */
export const sequenceNumberOf = (octets: Buffer): number => octets.readUInt32BE(12);

/** Encodes a PDU. */
export const encodePdu = (command: string, fields: PduFields): Buffer => new Pdu(command, fields).toBuffer();

const noOctets = Buffer.alloc(0);

/** Returns the octets of a text: `short_message`, or `message_payload` if it is empty (SMPP 3.4 §5.3.2.32). */
export const octetsOf = ({
  short_message: short = noOctets,
  message_payload: payload = noOctets,
}: Pdu): Buffer => (short.length > 0 ? short : payload);
