import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

const kB = 1_000;

/** Gzipped bytes of scripts and styles. */
export interface SizeBudget {
  /** What the browser loads before the first page. */
  readonly firstLoad: number;
  /** What a page loads in addition. */
  readonly page: number;
}

/** A script of the build, with what it loads. */
export interface BuiltScript {
  readonly bytes: number;
  /** Scripts that are loaded together with it. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  readonly kind: 'entry' | 'page' | 'shared';
}

export interface Build {
  readonly scripts: ReadonlyMap<string, BuiltScript>;
  /** Gzipped bytes by name. */
  readonly styles: ReadonlyMap<string, number>;
}

/** Returns the files that the script loads, itself included, with their bytes. */
function loadOf({ scripts, styles }: Build, name: string, files = new Map<string, number>()) {
  const script = scripts.get(name);
  if (script === undefined || files.has(name)) return files;
  files.set(name, script.bytes);
  for (const style of script.styles) files.set(style, styles.get(style) ?? 0);
  for (const imported of script.imports) loadOf({ scripts, styles }, imported, files);
  return files;
}

/** Returns a sentence for each load above the budget, with its largest files. */
export function findOversized(build: Build, budget: SizeBudget): string[] {
  const namesOf = (kind: BuiltScript['kind']) =>
    [...build.scripts].filter(([, script]) => script.kind === kind).map(([name]) => name);
  const first = new Map(namesOf('entry').flatMap((name) => [...loadOf(build, name)]));
  const pages = namesOf('page').map((name) => {
    const added = [...loadOf(build, name)].filter(([file]) => !first.has(file));
    return faultOf(name, new Map(added), budget.page);
  });
  return [faultOf('The first load', first, budget.firstLoad), ...pages].filter(
    (fault) => fault !== undefined,
  );
}

function faultOf(name: string, files: ReadonlyMap<string, number>, maxBytes: number): string | undefined {
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total <= maxBytes) return undefined;
  const largest = [...files].sort(([, a], [, b]) => b - a).slice(0, 3);
  const parts = largest.map(([file, bytes]) => `${file} ${format(bytes)}`).join(', ');
  return `${name} has ${format(total)} gzipped; at most ${format(maxBytes)} are allowed. Largest files: ${parts}.`;
}

const format = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`;

/** Fails the build if the first load or a page is too large. */
export function limitSizes(budget: SizeBudget): Plugin {
  return {
    name: 'limit-sizes',
    apply: 'build',
    writeBundle(_options, bundle) {
      const oversized = findOversized(buildOf(bundle), budget);
      if (oversized.length > 0) this.error(oversized.join('\n'));
    },
  };
}

function buildOf(bundle: Rollup.OutputBundle): Build {
  const scripts = new Map<string, BuiltScript>();
  const styles = new Map<string, number>();
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk')
      scripts.set(file.fileName, {
        bytes: gzipSync(file.code).length,
        imports: file.imports,
        styles: [...(file.viteMetadata?.importedCss ?? [])],
        kind: file.isEntry ? 'entry' : file.isDynamicEntry ? 'page' : 'shared',
      });
    else if (file.fileName.endsWith('.css')) styles.set(file.fileName, gzipSync(file.source).length);
  }
  return { scripts, styles };
}
