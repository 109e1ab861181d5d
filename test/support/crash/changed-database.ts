import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable, Scope } from '../../../src/store/database.ts';
import type { Statement } from '../../../src/store/queryable.ts';

/** Returns the statement and the values that are sent instead. */
export type Change = (
  statement: Statement,
  values: readonly unknown[] | undefined,
) => readonly [Statement, readonly unknown[] | undefined];

/** The statement that a broken build observes or changes, and the text that it replaces. */
export interface StatementChange {
  readonly name: string;
  readonly replaced?: { readonly text: string; readonly by: string };
}

/** Delay of a late commit. */
const commitDelayMs = 1_000;

/** Returns a database that changes statements. */
export const changedDatabase = (database: Database, change: Change): Database =>
  withScopes(database, (scope) => ({
    ...withChange(scope, change),
    transaction: (work) => scope.transaction((tx) => work(withChange(tx, change))),
  }));

/** Returns a database with this text in the statement. */
export const databaseWithText = (database: Database, { name, replaced }: StatementChange): Database =>
  changedDatabase(database, (statement, values) =>
    statement.name !== name || replaced === undefined
      ? [statement, values]
      : [{ text: statement.text.replace(replaced.text, replaced.by) }, values],
  );

/** Returns a database in which a transaction with this statement returns its result a second before its commit. */
export const lateDatabase = (database: Database, statementName: string): Database =>
  withScopes(database, (scope) => ({
    ...withChange(scope, (...query) => query),
    transaction: (work) => commitLate(scope, statementName, work),
  }));

const withScopes = (database: Database, scopeOf: (scope: Scope) => Scope): Database => ({
  inWorkspace: (workspaceId) => scopeOf(database.inWorkspace(workspaceId)),
  asSystem: () => scopeOf(database.asSystem()),
  get waiting() {
    return database.waiting;
  },
  listen: (...subscription) => database.listen(...subscription),
  onEventsCommitted: (listener) => database.onEventsCommitted(listener),
  checkHealth: () => database.checkHealth(),
  close: () => database.close(),
});

/** Returns the result first and commits the transaction afterwards. */
function commitLate<T>(scope: Scope, statementName: string, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const committed = scope.transaction(async (tx) => {
      const executed = new Set<string>();
      const observed = withChange(tx, (statement, values) => {
        executed.add(statement.name ?? '');
        return [statement, values];
      });
      const result = await work(observed);
      if (!executed.has(statementName)) return result;
      resolve(result);
      await sleep(commitDelayMs);
      return result;
    });
    committed.then(resolve, reject);
  });
}

function withChange(db: Queryable, change: Change): Queryable {
  return {
    rows: <Row extends object>(...query: Parameters<Change>) => db.rows<Row>(...change(...query)),
    row: <Row extends object>(...query: Parameters<Change>) => db.row<Row>(...change(...query)),
    execute: (statement, values) => db.execute(...change(statement, values)),
    write: (statement, values) => db.write(...change(statement, values)),
  };
}
