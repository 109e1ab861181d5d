import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable, Scope } from '../../src/store/database.ts';
import type { Statement } from '../../src/store/queryable.ts';

/**
 * Deliberately broken builds, which prove that the invariants detect each fault:
 * - `late-commit` dials before the intent is committed;
 * - `no-intent` stores no intent;
 * - `redials-lost-calls` dials the number of a lost call again;
 * - `no-event` sends no event at the end of a call;
 * - `no-predial-check` skips the pre-dial check;
 * - `ignores-calling-hours` ignores the workspace's calling hours.
 */
export const brokenBuilds = [
  'late-commit',
  'no-intent',
  'redials-lost-calls',
  'no-event',
  'no-predial-check',
  'ignores-calling-hours',
] as const;

export type BrokenBuild = (typeof brokenBuilds)[number];

/** The statement that a broken build observes or changes, and the text that it replaces. */
interface StatementChange {
  readonly name: string;
  readonly replaced?: { readonly text: string; readonly by: string };
}

/** Statements by broken build. A test verifies that each statement and each replaced text exists. */
export const changedStatements: Readonly<Record<BrokenBuild, StatementChange>> = {
  'late-commit': { name: 'begin_dials' },
  'no-intent': {
    name: 'begin_dials',
    replaced: { text: '$5 from begun),\n    taken', by: '$5 from begun where false),\n    taken' },
  },
  'redials-lost-calls': { name: 'move_job_of_call' },
  'no-event': { name: 'insert_call_end_event' },
  'no-predial-check': { name: 'lock_batch_to_dial', replaced: { text: 'predial_url as', by: 'null as' } },
  'ignores-calling-hours': {
    name: 'lock_batch_to_dial',
    replaced: { text: 'own_window as', by: 'null::jsonb as' },
  },
};

/** Delay of the commit after the dial. */
const commitDelayMs = 1_000;

/** Returns a database that changes statements as the broken build requires. */
export function brokenDatabase(database: Database, kind: BrokenBuild): Database {
  const scopeOf = (scope: Scope): Scope => ({
    ...withFault(scope, kind),
    transaction: (work) =>
      kind === 'late-commit' ? commitLate(scope, work) : scope.transaction((tx) => work(withFault(tx, kind))),
  });
  return {
    inWorkspace: (workspaceId) => scopeOf(database.inWorkspace(workspaceId)),
    asSystem: () => scopeOf(database.asSystem()),
    get waiting() {
      return database.waiting;
    },
    listen: (...subscription) => database.listen(...subscription),
    checkHealth: () => database.checkHealth(),
    close: () => database.close(),
  };
}

/** Returns the claimed calls first and commits the transaction afterwards. */
function commitLate<T>(scope: Scope, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const committed = scope.transaction(async (tx) => {
      const executed = new Set<string>();
      const result = await work(withObserver(tx, (name) => executed.add(name)));
      if (!executed.has(changedStatements['late-commit'].name)) return result;
      resolve(result);
      await sleep(commitDelayMs);
      return result;
    });
    committed.then(resolve, reject);
  });
}

function withObserver(db: Queryable, onStatement: (name: string) => void): Queryable {
  const change = (statement: Statement, values?: readonly unknown[]) => {
    onStatement(statement.name ?? '');
    return [statement, values] as const;
  };
  return withChange(db, change);
}

function withFault(db: Queryable, kind: BrokenBuild): Queryable {
  const { name, replaced } = changedStatements[kind];
  return withChange(db, (statement, values) => {
    if (statement.name !== name) return [statement, values];
    if (replaced !== undefined) return [{ text: statement.text.replace(replaced.text, replaced.by) }, values];
    if (kind === 'no-event') return [{ text: `${statement.text} and false` }, values];
    if (kind === 'redials-lost-calls' && values?.[4] === 'unknown')
      return [statement, values.with(3, 'pending').with(9, null)];
    return [statement, values];
  });
}

type Change = (
  statement: Statement,
  values: readonly unknown[] | undefined,
) => readonly [Statement, readonly unknown[] | undefined];

function withChange(db: Queryable, change: Change): Queryable {
  return {
    rows: <Row extends object>(...query: Parameters<Change>) => db.rows<Row>(...change(...query)),
    row: <Row extends object>(...query: Parameters<Change>) => db.row<Row>(...change(...query)),
    execute: (statement, values) => db.execute(...change(statement, values)),
    write: (statement, values) => db.write(...change(statement, values)),
  };
}
