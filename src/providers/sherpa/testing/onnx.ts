/* Writes ONNX models, which are messages of Protocol Buffers (onnx.proto3). */

/** Element types of tensors. */
export const float = 1;
export const int64 = 7;

export interface Tensor {
  readonly name: string;
  readonly type: typeof float | typeof int64;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

export interface Node {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** An input or output. Dimensions with names have any length. */
export interface Port {
  readonly name: string;
  readonly type: typeof float | typeof int64;
  readonly dims: readonly (number | string)[];
}

export interface Model {
  readonly nodes: readonly Node[];
  readonly constants: readonly Tensor[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly metadata: Readonly<Record<string, string | number>>;
}

const irVersion = 8;
const opsetVersion = 13;
const attributeTypes = { int: 2, ints: 7 };

export function encodeModel({ nodes, constants, inputs, outputs, metadata }: Model): Buffer {
  const graph = [
    ...nodes.map((node) => message(1, nodeFields(node))),
    text(2, 'graph'),
    ...constants.map((tensor) => message(5, tensorFields(tensor))),
    ...inputs.map((port) => message(11, portFields(port))),
    ...outputs.map((port) => message(12, portFields(port))),
  ];
  return Buffer.concat([
    number(1, irVersion),
    message(7, graph),
    message(8, [text(1, ''), number(2, opsetVersion)]),
    ...Object.entries(metadata).map(([key, value]) => message(14, [text(1, key), text(2, String(value))])),
  ]);
}

const nodeFields = ({ type, inputs, output, attributes = {} }: Node): Buffer[] => [
  ...inputs.map((name) => text(1, name)),
  text(2, output),
  text(4, type),
  ...Object.entries(attributes).map(([name, value]) =>
    message(5, [
      text(1, name),
      ...(typeof value === 'number'
        ? [number(3, value), number(20, attributeTypes.int)]
        : [...value.map((one) => number(8, one)), number(20, attributeTypes.ints)]),
    ]),
  ),
];

function tensorFields({ name, type, dims, values }: Tensor): Buffer[] {
  const raw = Buffer.from(
    type === float ? Float32Array.from(values).buffer : BigInt64Array.from(values, BigInt).buffer,
  );
  return [...dims.map((size) => number(1, size)), number(2, type), text(8, name), bytes(9, raw)];
}

const portFields = ({ name, type, dims }: Port): Buffer[] => [
  text(1, name),
  message(2, [
    message(1, [
      number(1, type),
      message(
        2,
        dims.map((size) => message(1, [typeof size === 'number' ? number(1, size) : text(2, size)])),
      ),
    ]),
  ]),
];

function varint(value: number): Buffer {
  const parts: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    parts.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...parts, Number(rest)]);
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);

const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

const message = (field: number, fields: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(fields));
