#!/usr/bin/env node
// Starts Parley on Node 24 or later. Under an older Node it looks for the Node 24 that `npm ci` brought along.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const major = Number(process.versions.node.split('.')[0]);

if (major >= 24) {
  process.argv[1] = main;
  await import(new URL('../src/cli/main.ts', import.meta.url).href);
} else {
  const platform = { linux: 'linux', win32: 'win' }[process.platform];
  let node;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`);
    node = path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    console.error(
      `Parley needs Node 24 or later; this is ${process.version}. Install Node 24, or run npm ci again.`,
    );
    process.exit(2);
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)));
}
