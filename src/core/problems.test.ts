import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Problem, problems, reject } from './problems.ts';

describe('docs/error-codes.md', () => {
  it('lists every code with its status and texts, and no others', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/error-codes.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.*?) \| (.*?) \|$/gm)].map((row) =>
      row.slice(1),
    );
    const expected = Object.entries(problems).map(([code, { status, title, text: details }]) => [
      code,
      String(status),
      title,
      details,
    ]);
    expect(rows).toEqual(expected);
  });
});

describe('a problem', () => {
  it('has the default text unless details are given', () => {
    expect(new Problem('agent_not_found').message).toBe(problems.agent_not_found.text);
    expect(new Problem('agent_not_found', { details: 'No agent.' })).toMatchObject({
      status: 404,
      title: 'Agent not found',
      message: 'No agent.',
    });
  });

  it('does not include its cause in its message', () => {
    const cause = new Error('relation "agents" does not exist');
    const problem = new Problem('internal_error', { cause });
    expect(problem.cause).toBe(cause);
    expect(problem.message).not.toContain('relation');
  });

  it('is thrown by refuse', () => {
    expect(() => reject('flow_invalid', { fields: [] })).toThrow(problems.flow_invalid.text);
  });
});
