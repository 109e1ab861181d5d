#!/usr/bin/env node
// Starts Parley on Node 24 or later. Under an older Node it runs the Node 24 that `npm ci` installed.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

if (Number(process.versions.node.split('.')[0]) >= 24) await import('./run.js');
else restartOnNode24();

function restartOnNode24() {
  const platform = { linux: 'linux', win32: 'win' }[process.platform];
  let node;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`);
    node = path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    process.stderr.write(
      `Parley needs Node 24 or later; this is ${process.version}. Install Node 24, or run npm ci again.\n`,
    );
    process.exit(2);
  }
  // The IPC channel closes when this process ends for any reason. The service then stops.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)));
}
