import type { Database } from '../../src/store/database.ts';
import { databaseWithText, lateDatabase, type StatementChange } from '../support/crash/changed-database.ts';

/**
 * Deliberately broken builds, which prove that the invariants detect each fault:
 * - `late-commit` hands a message over before the attempt is committed;
 * - `resends-unknown` sends a message again whose outcome is unknown;
 * - `no-suppression` ignores opt-outs;
 * - `no-outcome` stores no delivery receipt.
 */
export const brokenBuilds = ['late-commit', 'resends-unknown', 'no-suppression', 'no-outcome'] as const;

export type BrokenBuild = (typeof brokenBuilds)[number];

/** Statements by broken build. A test verifies that each statement and each replaced text exists. */
export const changedStatements: Readonly<Record<BrokenBuild, StatementChange>> = {
  'late-commit': { name: 'begin_attempt' },
  'resends-unknown': {
    name: 'change_message_status',
    replaced: {
      text: 'status = $3::text',
      by: "status = case $3::text when 'unknown' then 'scheduled' else $3::text end",
    },
  },
  'no-suppression': {
    name: 'add_suppressions',
    replaced: { text: 'order by channel', by: 'where false order by channel' },
  },
  'no-outcome': {
    name: 'record_part_outcome',
    replaced: { text: 'set outcome = $4', by: 'set outcome = outcome || left($4, 0)' },
  },
};

/** Returns a database that changes statements as the broken build requires. */
export const brokenDatabase = (database: Database, kind: BrokenBuild): Database =>
  kind === 'late-commit'
    ? lateDatabase(database, changedStatements[kind].name)
    : databaseWithText(database, changedStatements[kind]);
