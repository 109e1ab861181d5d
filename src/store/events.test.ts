import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');

describe('statements that insert events', () => {
  it('declare `writesEvents`, so that the events are published without delay', async () => {
    const missing: string[] = [];
    let found = 0;
    for await (const file of glob('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })) {
      const text = readFileSync(path.join(source, file), 'utf8');
      for (const { index } of text.matchAll(/insert into events\b/g)) {
        found += 1;
        const rest = text.slice(index, text.indexOf('};', index));
        if (!rest.includes('writesEvents: true')) missing.push(file);
      }
    }
    expect(missing).toEqual([]);
    expect(found).toBeGreaterThan(6);
  });
});
