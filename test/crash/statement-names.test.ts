import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as messages from '../message-crash/broken-builds.ts';
import { criticalStatements as messageStatements } from '../message-crash/scenario.ts';
import { changedStatements } from './broken-builds.ts';
import { landmarks } from '../support/crash/fault-points.ts';
import { criticalStatements as callStatements } from './scenario.ts';

const sourceFolder = path.resolve(import.meta.dirname, '../../src');

/** Text of the source file of each named SQL statement, by name. */
function readStatementSources(): ReadonlyMap<string, string> {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(sourceFolder, file), 'utf8'));
  return new Map(
    files.flatMap((text) =>
      [...text.matchAll(/\bname: '(\w+)',\s*text\b/g)].map(([, name]) => [name!, text]),
    ),
  );
}

const sources = readStatementSources();
const criticalStatements = new Set<string>([...callStatements, ...messageStatements]);
const brokenStatements = [changedStatements, messages.changedStatements].flatMap((statements) =>
  Object.entries(statements),
);
const commitOf = /^commit(?:ted)? /;

describe('the SQL statements that crash tests name', () => {
  it.each([...new Set([...criticalStatements, ...landmarks])])('exist in the program: %s', (point) => {
    expect([...sources.keys()]).toContain(point.replace(commitOf, ''));
  });

  it('name a transaction only after a landmark', () => {
    const committed = [...criticalStatements].filter((point) => commitOf.test(point));
    expect(committed.filter((point) => !landmarks.has(point.replace(commitOf, '')))).toEqual([]);
  });

  it.each(brokenStatements)('exist for the broken build %s', (_build, { name, replaced }) => {
    expect([...sources.keys()]).toContain(name);
    expect(sources.get(name)).toContain(replaced?.text ?? '');
  });
});
