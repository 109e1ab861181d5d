import type pg from 'pg';
import { sendCorked, type Query } from './gathered.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Where a transaction finds what it is sent over. The clients pipeline. */
export interface Connections {
  borrow(): Promise<pg.PoolClient>;
  giveBack(client: pg.PoolClient, error?: unknown): void;
}

/** Runs `work` between `begin` and `commit`, or `rollback` where it throws. */
export async function inTransaction<T>(
  connections: Connections,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const tx = new Transaction(connections);
  try {
    const result = await work(tx);
    await tx.commit();
    tx.end();
    return result;
  } catch (error) {
    await tx.rollback();
    tx.end(error);
    throw error;
  }
}

const begin: Query = { text: 'begin' };
const end: Query = { text: 'commit' };

/**
 * Statements go out together as far as nobody waits for their answers, `begin` with the first and writes with the next or with
 * `commit`: one round trip to the server for each answer that is waited for, and one write to its socket. What comes down to one
 * statement goes out without either, for that is a transaction too.
 */
class Transaction implements Queryable {
  readonly #connections: Connections;
  #client: pg.PoolClient | undefined;
  #unsent: Query[] = [];
  #begun = false;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return (await this.#ask<Row>(statement, values)).rows;
  }

  async row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#ask<Row>(statement, values)).rows[0];
  }

  async execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return (await this.#ask(statement, values)).rowCount ?? 0;
  }

  async write(statement: Statement, values: readonly unknown[] = []): Promise<void> {
    this.#unsent.push(queryOf(statement, values));
  }

  async commit(): Promise<void> {
    if (!this.#begun && this.#unsent.length === 0) return;
    if (!this.#begun && this.#unsent.length === 1) return void (await this.#send(this.#unsent));
    const { command } = await this.#send([...this.#opening(), ...this.#unsent, end]);
    if (command !== 'COMMIT')
      throw new Error('A transaction in which a statement failed cannot be committed.');
  }

  async rollback(): Promise<void> {
    if (!this.#begun) return;
    await this.#client?.query('rollback').catch(() => {
      // The connection broke, and with it the transaction ended; what was thrown says why.
    });
  }

  /** Gives back what it was sent over, after `commit` or `rollback`. @param error what the transaction met */
  end(error?: unknown): void {
    if (this.#client !== undefined) this.#connections.giveBack(this.#client, error);
  }

  /** What was not sent yet, and this; its answer. */
  #ask<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    return this.#send<Row>([...this.#opening(), ...this.#unsent, queryOf(statement, values)]);
  }

  #opening(): Query[] {
    const opening = this.#begun ? [] : [begin];
    this.#begun = true;
    return opening;
  }

  /** The answer to the last. Throws what the first of them that failed met: those after it tell only that it did. */
  async #send<Row extends object>(queries: readonly Query[]): Promise<pg.QueryResult<Row>> {
    this.#unsent = [];
    this.#client ??= await this.#connections.borrow();
    return (await Promise.all(sendCorked(this.#client, queries))).at(-1)!;
  }
}

/** A statement with its values, as `pg` takes it. */
export const queryOf = ({ name, text }: Statement, values: readonly unknown[] = []): Query => ({
  ...(name !== undefined && { name }),
  text,
  values: values as unknown[],
});
