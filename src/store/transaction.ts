import type pg from 'pg';
import type { Queryable, Statement } from './queryable.ts';

/** Runs `work` between `begin` and `commit`, or `rollback` where it throws. The client pipelines. */
export async function inTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const tx = new Transaction(client);
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

type Query = pg.QueryConfig<unknown[]>;

/**
 * Statements go out together as far as nobody waits for their answers, `begin` with the first and writes with the next or with
 * `commit`: one round trip to the server for each answer that is waited for, and one write to its socket.
 */
class Transaction implements Queryable {
  readonly #client: pg.PoolClient;
  #unsent: Query[] = [{ text: 'begin' }];
  #begun = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return (await this.#send<Row>(queryOf(statement, values))).rows;
  }

  async row<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined> {
    return (await this.#send<Row>(queryOf(statement, values))).rows[0];
  }

  async execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return (await this.#send(queryOf(statement, values))).rowCount ?? 0;
  }

  async write(statement: Statement, values?: readonly unknown[]): Promise<void> {
    this.#unsent.push(queryOf(statement, values));
  }

  async commit(): Promise<void> {
    if (!this.#begun && this.#unsent.length === 1) return;
    const { command } = await this.#send({ text: 'commit' });
    if (command !== 'COMMIT')
      throw new Error('A transaction in which a statement failed cannot be committed.');
  }

  async rollback(): Promise<void> {
    if (!this.#begun) return;
    await this.#client.query('rollback').catch(() => {
      // The connection broke, and with it the transaction ended; what was thrown says why.
    });
  }

  /** What was not sent yet, and `last`; its answer. Throws what the first of them that failed met: those after it tell only that it did. */
  async #send<Row extends object>(last: Query): Promise<pg.QueryResult<Row>> {
    const together = [...this.#unsent, last];
    this.#unsent = [];
    this.#begun = true;
    const { stream } = this.#client.connection;
    stream.cork();
    const answers = together.map((query) => this.#client.query<Row>(query));
    stream.uncork();
    return (await Promise.all(answers)).at(-1)!;
  }
}

/** A statement with its values, as `pg` takes it. */
export const queryOf = (statement: Statement, values: readonly unknown[] = []): Query => ({
  ...statement,
  values: values as unknown[],
});
