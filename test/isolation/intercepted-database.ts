import type { Database, Queryable, Scope } from '../../src/store/database.ts';
import type { Statement } from '../../src/store/queryable.ts';

/** Whether a statement runs in the scope of one workspace, or of all workspaces. */
export type ScopeKind = 'workspace' | 'system';

/** Receives each statement before it runs, and returns the SQL text to run. */
export type StatementInterceptor = (statement: Statement, kind: ScopeKind) => string;

/** Passes each statement of a database to a `StatementInterceptor` before it runs. */
export class InterceptedDatabase implements Database {
  readonly #real: Database;
  readonly #intercept: StatementInterceptor;

  constructor(real: Database, intercept: StatementInterceptor) {
    this.#real = real;
    this.#intercept = intercept;
  }

  inWorkspace(workspaceId: string): Scope {
    return this.#interceptedScope(this.#real.inWorkspace(workspaceId), 'workspace');
  }

  asSystem(): Scope {
    return this.#interceptedScope(this.#real.asSystem(), 'system');
  }

  get waiting(): number {
    return this.#real.waiting;
  }

  listen(...parameters: Parameters<Database['listen']>): () => void {
    return this.#real.listen(...parameters);
  }

  onEventsCommitted(listener: () => void): () => void {
    return this.#real.onEventsCommitted(listener);
  }

  checkHealth(): ReturnType<Database['checkHealth']> {
    return this.#real.checkHealth();
  }

  close(): Promise<void> {
    return this.#real.close();
  }

  #interceptedScope(scope: Scope, kind: ScopeKind): Scope {
    return {
      ...this.#interceptedQueryable(scope, kind),
      transaction: (work) => scope.transaction((tx) => work(this.#interceptedQueryable(tx, kind))),
    };
  }

  #interceptedQueryable(db: Queryable, kind: ScopeKind): Queryable {
    const rewrite = (statement: Statement): Statement => ({
      ...statement,
      text: this.#intercept(statement, kind),
    });
    return {
      rows: (statement, values) => db.rows(rewrite(statement), values),
      row: (statement, values) => db.row(rewrite(statement), values),
      execute: (statement, values) => db.execute(rewrite(statement), values),
      write: (statement, values) => db.write(rewrite(statement), values),
    };
  }
}
