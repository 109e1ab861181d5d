#!/usr/bin/env node
// Starts Parley on Node 24 or later. Under an older Node it runs the Node 24 that `npm ci` installed.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Size of a semi-space of the main thread in MiB. V8 lets it grow to 64 under load and keeps the pages, and buffers that wait for the
 * collection of a large young generation fragment the memory of malloc. bench/RESULTS.md, "Memory after floods".
 */
const semiSpaceFlag = '--max-semi-space-size=16';

/**
 * Variables of glibc (mallopt(3)), read when a process starts. The memory of calls that have ended then returns to the system: a fixed
 * threshold for mmap, which glibc otherwise raises with the largest block that was freed, and two arenas instead of 8 per core.
 */
const allocatorVariables = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

if (Number(process.versions.node.split('.')[0]) < 24) restartOnNode24();
else if (needsRestart()) restartWithLimits();
else await import('./run.js');

/** Flags for Node; a size that the operator chose stays. */
function nodeFlags() {
  const chosen = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((flag) =>
    flag.includes('semi-space-size'),
  );
  return chosen ? [] : [semiSpaceFlag];
}

function needsRestart() {
  const isService = process.platform === 'linux' && process.argv[2] === 'serve';
  const hasLimits =
    nodeFlags().length === 0 && Object.keys(allocatorVariables).every((name) => name in process.env);
  // The IPC channel of a parent process does not survive a restart.
  return isService && !process.connected && !hasLimits;
}

/** Replaces the program of this process; its id, its streams and its parent stay the same. */
function restartWithLimits() {
  const command = [process.execPath, ...nodeFlags(), ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, command, { ...allocatorVariables, ...process.env });
}

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
  const env = { ...allocatorVariables, ...process.env };
  const child = spawn(node, [...nodeFlags(), fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio,
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)));
}
