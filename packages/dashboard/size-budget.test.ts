import { describe, expect, it } from 'vitest';
import { findOversized, type Build, type BuiltScript } from './size-budget.ts';

const script = (bytes: number, kind: BuiltScript['kind'], imports: readonly string[] = []): BuiltScript => ({
  bytes,
  kind,
  imports,
  styles: [],
});

const build: Build = {
  scripts: new Map([
    ['index.js', { ...script(100_000, 'entry', ['react.js']), styles: ['index.css'] }],
    ['react.js', script(60_000, 'shared')],
    ['calls.js', script(10_000, 'page', ['react.js', 'table.js'])],
    ['flow.js', script(70_000, 'page', ['graph.js', 'table.js'])],
    ['graph.js', script(40_000, 'shared', ['table.js'])],
    ['table.js', script(20_000, 'shared')],
  ]),
  styles: new Map([['index.css', 15_000]]),
};

describe('the size budget', () => {
  it('counts what the first load and each page load, each file once', () => {
    expect(findOversized(build, { firstLoad: 175_000, page: 130_000 })).toEqual([]);
  });

  it('names what is too large, with its largest files', () => {
    expect(findOversized(build, { firstLoad: 170_000, page: 120_000 })).toEqual([
      'The first load has 175.0 kB gzipped; at most 170.0 kB are allowed. Largest files: index.js 100.0 kB, react.js 60.0 kB, index.css 15.0 kB.',
      'flow.js has 130.0 kB gzipped; at most 120.0 kB are allowed. Largest files: flow.js 70.0 kB, graph.js 40.0 kB, table.js 20.0 kB.',
    ]);
  });
});
