/** Builds the dashboard into dist, unless dist is the build of exactly these sources. Runs before `npm start` and at the end of `npm ci`. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs, { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = import.meta.dirname;
const hashFile = path.join(folder, 'dist/source-hash');

function sourceHash() {
  const hash = createHash('sha256');
  const sources = [
    'src/**/*',
    '*.html',
    '*.ts',
    'package.json',
    '../sdk/src/**/*.ts',
    '../../package-lock.json',
  ];
  const files = fs.globSync(sources, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort())
    hash.update(path.relative(folder, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function readHash() {
  try {
    return readFileSync(hashFile, 'utf8');
  } catch {
    return undefined;
  }
}

// `npm ci --dry-run` runs the script prepare without the packages that it needs, on the Node of npm.
const isDryRun = process.env['npm_config_dry_run'] === 'true';
const hash = isDryRun ? undefined : sourceHash();
if (hash !== undefined && readHash() !== hash) {
  const manifest = createRequire(import.meta.url).resolve('vite/package.json');
  const vite = path.join(path.dirname(manifest), 'bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  writeFileSync(hashFile, hash);
}
