/**
 * Builds the npm packages `parley-server` and `@parley/sdk`: `node scripts/build-packages.ts [FOLDER]` writes their files and archives to
 * FOLDER, default `dist`. The packages have JavaScript, because Node does not strip types of files below `node_modules`. Their layout is that
 * of the repository, so that the program finds its migrations, its dashboard and its version in the same places. Beside the archives are a
 * software bill of materials (CycloneDX) and SHA256SUMS.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { formatLicenses, readDashboardPackages } from './third-party-licenses.ts';

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
  const content = { ...Object.fromEntries(kept), ...fields, ...repositoryField() };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** The repository that the workflow runs in. npm compares it with the provenance of the package. */
function repositoryField(): Record<string, unknown> {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (server === undefined || repository === undefined) return {};
  return { repository: { type: 'git', url: `git+${server}/${repository}.git` } };
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
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), `${formatLicenses()}\n`);
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

interface BillOfMaterials {
  readonly metadata: { readonly component: object };
  readonly components: readonly object[];
}

/** Writes the packages that the server installs on any platform, and those inside its dashboard. */
function writeBillOfMaterials(version: string): void {
  const args = ['sbom', '--omit=dev', '--workspaces=false', '--package-lock-only', '--sbom-format=cyclonedx'];
  const installed = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(installed) as BillOfMaterials;
  const bundled = readDashboardPackages().map(({ name, version, license }) => ({
    'bom-ref': `dashboard/${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
  }));
  const complete = {
    ...bill,
    // npm names the component after the folder of the checkout.
    metadata: { ...bill.metadata, component: { ...bill.metadata.component, name: 'parley-server' } },
    components: [...bill.components, ...bundled],
  };
  const file = path.join(output, `parley-server-${version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`);
}

/** Writes the sums of all files, for `sha256sum --check SHA256SUMS`. */
function writeSums(): void {
  const lines = globSync('*.{tgz,json}', { cwd: output })
    .toSorted()
    .map((name) => {
      const sum = createHash('sha256').update(readFileSync(path.join(output, name)));
      return `${sum.digest('hex')}  ${name}\n`;
    });
  writeFileSync(path.join(output, 'SHA256SUMS'), lines.join(''));
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const server = buildServer();
for (const folder of [server, buildSdk(server)])
  execFileSync('npm', ['pack', '--silent', '--pack-destination', output], { cwd: folder, stdio: 'inherit' });
writeBillOfMaterials(readManifest(root).version);
writeSums();
