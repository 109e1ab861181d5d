import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable, Scope } from '../../src/store/database.ts';
import type { Statement } from '../../src/store/queryable.ts';

/**
 * Deliberately broken builds, which show that the invariants detect each fault:
 * - `late-commit` dials before the intent is committed;
 * - `no-intent` stores no intent;
 * - `dials-the-lost` dials a lost call again;
 * - `no-event` sends no event at the end of a call;
 * - `asks-nobody` skips the pre-dial check;
 * - `calls-at-night` ignores the workspace's calling hours.
 */
export const breaks = [
  'late-commit',
  'no-intent',
  'dials-the-lost',
  'no-event',
  'asks-nobody',
  'calls-at-night',
] as const;

export type Break = (typeof breaks)[number];

/** The statement that a broken build observes or changes, and the text that it replaces. */
interface StatementChange {
  readonly name: string;
  readonly replaced?: { readonly text: string; readonly by: string };
}

/** Statements by broken build. A test verifies that each statement and each replaced text exists. */
export const changedStatements: Readonly<Record<Break, StatementChange>> = {
  'late-commit': { name: 'begin_dials' },
  'no-intent': {
    name: 'begin_dials',
    replaced: { text: '$5 from begun),\n    taken', by: '$5 from begun where false),\n    taken' },
  },
  'dials-the-lost': { name: 'move_job_of_call' },
  'no-event': { name: 'insert_call_end_event' },
  'asks-nobody': { name: 'lock_batch_to_dial', replaced: { text: 'predial_url as', by: 'null as' } },
  'calls-at-night': { name: 'lock_batch_to_dial', replaced: { text: 'own_window as', by: 'null::jsonb as' } },
};

/** Delay of the commit after the dial. */
const commitDelayMs = 1_000;

/** Returns the database as the broken build would use it. */
export function broken(database: Database, kind: Break): Database {
  const scopeOf = (scope: Scope): Scope => ({
    ...withBreak(scope, kind),
    transaction: (work) =>
      kind === 'late-commit' ? commitLate(scope, work) : scope.transaction((tx) => work(withBreak(tx, kind))),
  });
  return {
    inWorkspace: (workspaceId) => scopeOf(database.inWorkspace(workspaceId)),
    asSystem: () => scopeOf(database.asSystem()),
    get waiting() {
      return database.waiting;
    },
    listen: (...how) => database.listen(...how),
    checkHealth: () => database.checkHealth(),
    close: () => database.close(),
  };
}

/** Returns the claimed calls first and commits the transaction afterwards. */
function commitLate<T>(scope: Scope, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const committed = scope.transaction(async (tx) => {
      const seen = new Set<string>();
      const result = await work(observed(tx, (name) => seen.add(name)));
      if (!seen.has(changedStatements['late-commit'].name)) return result;
      resolve(result);
      await sleep(commitDelayMs);
      return result;
    });
    committed.then(resolve, reject);
  });
}

function observed(db: Queryable, see: (name: string) => void): Queryable {
  const change = (statement: Statement, values?: readonly unknown[]) => {
    see(statement.name ?? '');
    return [statement, values] as const;
  };
  return withChange(db, change);
}

function withBreak(db: Queryable, kind: Break): Queryable {
  const { name, replaced } = changedStatements[kind];
  return withChange(db, (statement, values) => {
    if (statement.name !== name) return [statement, values];
    if (replaced !== undefined) return [{ text: statement.text.replace(replaced.text, replaced.by) }, values];
    if (kind === 'no-event') return [{ text: `${statement.text} and false` }, values];
    if (kind === 'dials-the-lost' && values?.[4] === 'unknown')
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
    rows: <Row extends object>(...asked: Parameters<Change>) => db.rows<Row>(...change(...asked)),
    row: <Row extends object>(...asked: Parameters<Change>) => db.row<Row>(...change(...asked)),
    execute: (...asked) => db.execute(...change(asked[0], asked[1])),
    write: (...asked) => db.write(...change(asked[0], asked[1])),
  };
}
