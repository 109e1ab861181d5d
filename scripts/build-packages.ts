/**
 * Builds the npm packages `parley-server` and `@parley/sdk`: `node scripts/build-packages.ts [FOLDER]` writes their files and archives to
 * FOLDER, default `dist`. The packages have JavaScript, because Node does not strip types of files below `node_modules`. Their layout is that
 * of the repository, so that the program finds its migrations, its dashboard and its version in the same places.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

interface Manifest {
  readonly [field: string]: unknown;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
}

const root = path.resolve(import.meta.dirname, '..');
const output = path.resolve(process.argv[2] ?? path.join(root, 'dist'));
const sdkFolder = path.join(root, 'packages/sdk');
/** Fields that concern the repository only. */
const repositoryFields = ['private', 'workspaces', 'scripts', 'devDependencies', 'overrides'];

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

function writeManifest(folder: string, manifest: Manifest, fields: Record<string, unknown>): void {
  const kept = Object.entries(manifest).filter(([field]) => !repositoryFields.includes(field));
  const content = { ...Object.fromEntries(kept), ...fields };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function compile(folder: string): void {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = path.join(path.dirname(manifest), 'bin/tsc');
  const args = [tsc, '-p', 'tsconfig.package.json', '--outDir', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
}

/**
 * Changes the extension of the files that the compiler does not change: those of worker threads and child processes, as in
 * `new URL('./media-worker.ts', import.meta.url)`, and the import in `bin/run.js`.
 */
function changeExtensions(folder: string): void {
  for (const file of globSync(['bin/*.js', 'src/**/*.js'], { cwd: folder })) {
    const name = path.join(folder, file);
    const source = readFileSync(name, 'utf8');
    const changed = source.replaceAll(/((?:new URL|import)\('[\w./-]+)\.ts('[,)])/g, '$1.js$2');
    if (changed !== source) writeFileSync(name, changed);
  }
}

function buildServer(): string {
  const folder = path.join(output, 'parley-server');
  compile(folder);
  execFileSync(process.execPath, [path.join(root, 'packages/dashboard/build.js')], { stdio: 'inherit' });
  for (const name of [
    'bin',
    'migrations',
    'packages/dashboard/dist',
    'deploy',
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
  ])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  changeExtensions(folder);
  writeManifest(folder, readManifest(root), {
    exports: { '.': './src/main.js', './package.json': './package.json' },
  });
  return folder;
}

/** The client is compiled with the server, whose command line uses it. */
function buildSdk(serverFolder: string): string {
  const folder = path.join(output, 'sdk');
  const manifest = readManifest(sdkFolder);
  cpSync(path.join(serverFolder, 'packages/sdk'), folder, { recursive: true });
  cpSync(path.join(sdkFolder, 'README.md'), path.join(folder, 'README.md'));
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const entries = Object.entries(manifest.exports ?? {}).map(([name, file]) => [
    name,
    { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') },
  ]);
  writeManifest(folder, manifest, {
    version: readManifest(root).version,
    exports: Object.fromEntries(entries) as unknown,
  });
  return folder;
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const server = buildServer();
for (const folder of [server, buildSdk(server)])
  execFileSync('npm', ['pack', '--silent', '--pack-destination', output], { cwd: folder, stdio: 'inherit' });
