import type { Database } from '../../src/store/database.ts';
import {
  changedDatabase,
  databaseWithText,
  lateDatabase,
  type Change,
  type StatementChange,
} from '../support/crash/changed-database.ts';

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

/** Returns a database that changes statements as the broken build requires. */
export function brokenDatabase(database: Database, kind: BrokenBuild): Database {
  const change = changedStatements[kind];
  if (kind === 'late-commit') return lateDatabase(database, change.name);
  if (kind === 'no-event') return changedDatabase(database, withoutEvent);
  return kind === 'redials-lost-calls'
    ? changedDatabase(database, redialing)
    : databaseWithText(database, change);
}

const withoutEvent: Change = (statement, values) =>
  statement.name === changedStatements['no-event'].name
    ? [{ text: `${statement.text} and false` }, values]
    : [statement, values];

const redialing: Change = (statement, values) =>
  statement.name === changedStatements['redials-lost-calls'].name && values?.[4] === 'unknown'
    ? [statement, values.with(3, 'pending').with(9, null)]
    : [statement, values];
