import type { Database, Queryable, Scope } from '../../src/store/database.ts';
import type { Statement } from '../../src/store/queryable.ts';

/** Scope of a statement: one workspace, or all workspaces. */
export type Reach = 'workspace' | 'system';

/** Receives each statement before it runs, and returns the text to run. */
export type Seer = (statement: Statement, reach: Reach) => string;

/** Passes each statement of a database to a `Seer` before it runs. */
export class SeenDatabase implements Database {
  readonly #real: Database;
  readonly #see: Seer;

  constructor(real: Database, see: Seer) {
    this.#real = real;
    this.#see = see;
  }

  inWorkspace(workspaceId: string): Scope {
    return this.#seenScope(this.#real.inWorkspace(workspaceId), 'workspace');
  }

  asSystem(): Scope {
    return this.#seenScope(this.#real.asSystem(), 'system');
  }

  get waiting(): number {
    return this.#real.waiting;
  }

  listen(...parameters: Parameters<Database['listen']>): () => void {
    return this.#real.listen(...parameters);
  }

  checkHealth(): ReturnType<Database['checkHealth']> {
    return this.#real.checkHealth();
  }

  close(): Promise<void> {
    return this.#real.close();
  }

  #seenScope(scope: Scope, reach: Reach): Scope {
    return {
      ...this.#seen(scope, reach),
      transaction: (work) => scope.transaction((tx) => work(this.#seen(tx, reach))),
    };
  }

  #seen(db: Queryable, reach: Reach): Queryable {
    const see = (statement: Statement): Statement => ({ ...statement, text: this.#see(statement, reach) });
    return {
      rows: (statement, values) => db.rows(see(statement), values),
      row: (statement, values) => db.row(see(statement), values),
      execute: (statement, values) => db.execute(see(statement), values),
      write: (statement, values) => db.write(see(statement), values),
    };
  }
}
