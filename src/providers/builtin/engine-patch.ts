/*
 * Patches the WebAssembly 1.0 module of PocketSphinx in two ways:
 *
 * - Conversions from float to integer saturate instead of trapping: opcodes 0xA8-0xAB and 0xAE-0xB1 become 0xFC 0-7 (WebAssembly 2.0 core specification
 *   §5.4.6). Telephone speech produces log-likelihoods below -2^31, whose conversion is undefined in C.
 * - The imported memory has no maximum. The original limit of 96 MB is enough for eight decoders, but leaves little for grammars.
 *
 *   module    magic (4) version (4) section*
 *   section   id (1) size (LEB128) contents
 *   import    count [module name, name, kind (1), description]*
 *   code      count [size, locals, instructions]*
 */
const preambleBytes = 8;
const importSection = 2;
const codeSection = 10;
const saturatingPrefix = 0xfc;

/** Operand formats of the WebAssembly 1.0 instructions. */
type Operands = 'none' | 'byte' | 'index' | 'memory' | 'call-indirect' | 'table' | 'float32' | 'float64';

/** Returns the patched module. Throws for instructions that WebAssembly 1.0 does not have. */
export function patchEngine(module: Uint8Array): Uint8Array {
  const reader = new Reader(module, preambleBytes);
  const out: Uint8Array[] = [module.subarray(0, preambleBytes)];
  while (reader.at < module.length) {
    const start = reader.at;
    const id = reader.byte();
    const end = reader.unsigned() + reader.at;
    const contents = rewrite(id, reader, end);
    if (contents === undefined) out.push(module.subarray(start, end));
    else out.push(Uint8Array.of(id), encodeUnsigned(contents.length), contents);
    reader.at = end;
  }
  return Buffer.concat(out);
}

function rewrite(section: number, reader: Reader, end: number): Uint8Array | undefined {
  if (section === codeSection) return rewriteCode(reader);
  return section === importSection ? rewriteImports(reader, end) : undefined;
}

class Reader {
  readonly bytes: Uint8Array;
  at: number;
  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.bytes[this.at++]!;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value >>> 0;
    }
  }

  skipName(): void {
    const length = this.unsigned();
    this.at += length;
  }

  skipNumber(): void {
    while ((this.byte() & 0x80) !== 0);
  }
}

/** Encodes an unsigned LEB128 number. */
function encodeUnsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let remaining = value; ; remaining >>>= 7) {
    if (remaining < 0x80) return Uint8Array.from([...bytes, remaining]);
    bytes.push((remaining & 0x7f) | 0x80);
  }
}

/** The import kind of a memory. `skipImport` has the other kinds. */
const memoryKind = 2;
const skipImport: Readonly<Record<number, (reader: Reader) => void>> = {
  /** A function: its type. */
  0: (reader) => reader.skipNumber(),
  /** A table: the type of its elements, and limits. */
  1(reader) {
    reader.byte();
    skipLimits(reader);
  },
  /** A global: its type and its mutability. */
  3: (reader) => void (reader.at += 2),
};
/** The first byte of limits. */
const withMaximum = 1;
const withoutMaximum = 0;

function rewriteImports(reader: Reader, end: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let copied = reader.at;
  for (let count = reader.unsigned(); count > 0; count--) {
    reader.skipName();
    reader.skipName();
    const kind = reader.byte();
    if (kind !== memoryKind) {
      skipImport[kind]!(reader);
      continue;
    }
    parts.push(reader.bytes.subarray(copied, reader.at), Uint8Array.of(withoutMaximum));
    const hasMaximum = reader.byte() === withMaximum;
    const minimumAt = reader.at;
    reader.skipNumber();
    parts.push(reader.bytes.subarray(minimumAt, reader.at));
    if (hasMaximum) reader.skipNumber();
    copied = reader.at;
  }
  parts.push(reader.bytes.subarray(copied, end));
  return Buffer.concat(parts);
}

function skipLimits(reader: Reader): void {
  const hasMaximum = reader.byte() === withMaximum;
  reader.skipNumber();
  if (hasMaximum) reader.skipNumber();
}

function rewriteCode(reader: Reader): Uint8Array {
  const count = reader.unsigned();
  const parts: Uint8Array[] = [encodeUnsigned(count)];
  for (let i = 0; i < count; i++) {
    const body = rewriteBody(reader);
    parts.push(encodeUnsigned(body.length), body);
  }
  return Buffer.concat(parts);
}

function rewriteBody(reader: Reader): Uint8Array {
  const end = reader.unsigned() + reader.at;
  const parts: Uint8Array[] = [];
  let copied = reader.at;
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.skipNumber();
    reader.byte();
  }
  while (reader.at < end) {
    const start = reader.at;
    const opcode = reader.byte();
    const saturating = saturatingOf(opcode);
    if (saturating === undefined) {
      skipOperands(reader, operandsOf(opcode));
    } else {
      parts.push(reader.bytes.subarray(copied, start), Uint8Array.of(saturatingPrefix, saturating));
      copied = reader.at;
    }
  }
  parts.push(reader.bytes.subarray(copied, end));
  return Buffer.concat(parts);
}

/** Returns the opcode after the saturating prefix: 0-3 for i32.trunc_f32_s to i32.trunc_f64_u, 4-7 for the i64 conversions. */
function saturatingOf(opcode: number): number | undefined {
  if (opcode >= 0xa8 && opcode <= 0xab) return opcode - 0xa8;
  if (opcode >= 0xae && opcode <= 0xb1) return opcode - 0xae + 4;
  return undefined;
}

const operandsByRange: readonly (readonly [first: number, last: number, operands: Operands])[] = [
  [0x00, 0x01, 'none'],
  [0x02, 0x04, 'byte'], // block, loop, if
  [0x05, 0x0b, 'none'],
  [0x0c, 0x0d, 'index'], // br, br_if
  [0x0e, 0x0e, 'table'], // br_table
  [0x0f, 0x0f, 'none'],
  [0x10, 0x10, 'index'], // call
  [0x11, 0x11, 'call-indirect'],
  [0x1a, 0x1b, 'none'],
  [0x20, 0x24, 'index'], // locals and globals
  [0x28, 0x3e, 'memory'], // loads and stores: alignment and offset
  [0x3f, 0x40, 'byte'], // memory.size, memory.grow
  [0x41, 0x42, 'index'], // i32.const, i64.const
  [0x43, 0x43, 'float32'],
  [0x44, 0x44, 'float64'],
  [0x45, 0xbf, 'none'],
];

function operandsOf(opcode: number): Operands {
  const range = operandsByRange.find(([first, last]) => opcode >= first && opcode <= last);
  if (range === undefined)
    throw new Error(`the module contains the unknown instruction ${opcode.toString(16)}`);
  return range[2];
}

function skipOperands(reader: Reader, operands: Operands): void {
  switch (operands) {
    case 'none':
      return;
    case 'byte':
      reader.byte();
      return;
    case 'index':
      return reader.skipNumber();
    case 'memory':
      reader.skipNumber();
      return reader.skipNumber();
    case 'call-indirect':
      reader.skipNumber();
      reader.byte();
      return;
    case 'table':
      for (let targets = reader.unsigned() + 1; targets > 0; targets--) reader.skipNumber();
      return;
    case 'float32':
      reader.at += 4;
      return;
    case 'float64':
      reader.at += 8;
  }
}
