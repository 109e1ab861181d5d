import type { Writable } from 'node:stream';
import pg from 'pg';

/** From how many bytes on a value is worth a write of its own. */
const largeBytes = 16 * 1024;

type Values = pg.QueryConfig<unknown[]>['values'];

/** Whether `pg` would copy some of these values several times on their way out. */
export const areLarge = (values: Values): boolean =>
  values?.some((value) => ArrayBuffer.isView(value) && value.byteLength >= largeBytes) === true;

/** Sends a query whose values go to the socket from where they lie: they are not to be changed before it is answered. */
export function askInPlace(
  client: pg.ClientBase,
  query: pg.QueryConfig<unknown[]>,
): Promise<pg.QueryResult<pg.QueryResultRow>> {
  return new Promise((resolve, reject) => {
    client.query(
      new QueryInPlace(query, (error, answer) => {
        if (error) reject(error);
        else resolve(answer);
      }),
    );
  });
}

/** What a query is asked to send as Bind, by `pg`. */
export interface BindConfig {
  readonly portal?: string;
  readonly statement?: string;
  readonly values?: readonly unknown[];
  /** To what `pg` sends: a text, a buffer, or null. */
  readonly valueMapper?: (value: unknown) => string | Buffer | null;
}

/** As much of `pg`'s connection as a query needs. */
interface BindingConnection {
  readonly stream: Pick<Writable, 'write' | 'writable'>;
  bind(config: BindConfig): void;
}

/**
 * `pg` copies each value into a message that grows, and leaves megabytes for each statement to the collector, which lets 64 MB of them
 * gather before it comes.
 */
class QueryInPlace extends pg.Query<pg.QueryResultRow, unknown[]> {
  constructor(
    query: pg.QueryConfig<unknown[]>,
    settle: (error: Error | undefined, answer: pg.QueryResult) => void,
  ) {
    super(query, undefined, settle);
    const { submit } = pg.Query.prototype;
    this.submit = (connection) =>
      submit.call(this, bindingInPlace(connection as unknown as BindingConnection));
  }
}

/** The connection itself in all but one thing. */
function bindingInPlace(connection: BindingConnection): pg.Connection {
  const bind = (config: BindConfig): void => {
    const { stream } = connection;
    if (stream.writable) for (const piece of bindMessage(config)) stream.write(piece);
  };
  return Object.create(connection, { bind: { value: bind } }) as pg.Connection;
}

const bindCode = 'B'.charCodeAt(0);
const textFormat = 0;
const binaryFormat = 1;

/**
 * Bind, of the unnamed portal (PostgreSQL, Message Formats), in pieces of which the large values are some. Answers come as text.
 */
export function bindMessage({ portal = '', statement = '', values = [], valueMapper }: BindConfig): Buffer[] {
  const mapped = values
    .map((value) => valueMapper!(value))
    .map((value) => {
      return typeof value === 'string'
        ? { format: textFormat, bytes: Buffer.from(value) }
        : { format: binaryFormat, bytes: value };
    });
  const names = Buffer.from(`${portal}\0${statement}\0`);
  const head = Buffer.alloc(5 + names.length + 4 + mapped.length * 2);
  names.copy(head, 5);
  let at = head.writeInt16BE(mapped.length, 5 + names.length);
  for (const { format, bytes } of mapped) at = head.writeInt16BE(bytes === null ? textFormat : format, at);
  head.writeInt16BE(mapped.length, at);
  const pieces = [head, ...mapped.flatMap(({ bytes }) => piecesOf(bytes)), answersAsText];
  head.writeUInt8(bindCode, 0);
  head.writeInt32BE(
    pieces.reduce((sum, piece) => sum + piece.length, -1),
    1,
  );
  return joined(pieces);
}

const answersAsText = Buffer.from([0, 1, 0, 0]);

function piecesOf(bytes: Buffer | null): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes?.length ?? -1);
  return bytes === null ? [length] : [length, bytes];
}

/** Neighbours that are small are one write. */
function joined(pieces: readonly Buffer[]): Buffer[] {
  const writes: Buffer[] = [];
  let small: Buffer[] = [];
  const close = () => {
    if (small.length > 0) writes.push(Buffer.concat(small));
    small = [];
  };
  for (const piece of pieces) {
    if (piece.length < largeBytes) {
      small.push(piece);
      continue;
    }
    close();
    writes.push(piece);
  }
  close();
  return writes;
}
