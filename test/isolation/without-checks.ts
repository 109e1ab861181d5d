import type { Database, Queryable, Scope } from '../../src/store/database.ts';
import type { Statement } from '../../src/store/queryable.ts';

/** What the program writes into each query to keep workspaces apart. */
const check = /(?:\b\w+\.)?\bworkspace_id = \$(\d+)/g;

/** The statement with each `workspace_id = $1` made true; the parameter stays. */
export const withoutCheck = (text: string): string => text.replaceAll(check, '$$$1::text is not null');

/** The database without the program's own checks: within a workspace only row-level security stands. */
export class UncheckedDatabase implements Database {
  readonly #real: Database;
  /** How many statements had a check. */
  neutralised = 0;

  constructor(real: Database) {
    this.#real = real;
  }

  inWorkspace(workspaceId: string): Scope {
    const scope = this.#real.inWorkspace(workspaceId);
    return {
      ...this.#unchecked(scope),
      transaction: (work) => scope.transaction((tx) => work(this.#unchecked(tx))),
    };
  }

  asSystem(): Scope {
    return this.#real.asSystem();
  }

  listen(...told: Parameters<Database['listen']>): () => void {
    return this.#real.listen(...told);
  }

  checkHealth(): ReturnType<Database['checkHealth']> {
    return this.#real.checkHealth();
  }

  close(): Promise<void> {
    return this.#real.close();
  }

  #unchecked(db: Queryable): Queryable {
    const strip = (statement: Statement): Statement => {
      const text = withoutCheck(statement.text);
      if (text !== statement.text) this.neutralised += 1;
      return { ...statement, text };
    };
    return {
      rows: (statement, values) => db.rows(strip(statement), values),
      row: (statement, values) => db.row(strip(statement), values),
      execute: (statement, values) => db.execute(strip(statement), values),
    };
  }
}
