import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseLauncher, chownAllTo } from './launcher.ts';
import { chooseId } from './server-owner.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'parley-launcher-'));
  await chmod(root, 0o777);
});

afterEach(() => rm(root, { recursive: true }));

/** Writes a program that records its user id, and whether access(2) allows this user to run it, as initdb checks. */
async function writeProgram(folder: string): Promise<string> {
  const program = path.join(folder, 'program');
  await writeFile(program, `#!/bin/sh\n[ "$1" = --version ] || (id -u; test -x "$0" && echo yes) > "$1"\n`);
  await chmod(program, 0o755);
  return program;
}

const owner = isRoot ? chooseId('/data/postgres', '') : undefined;

/** Runs the program like the server. Returns the recorded lines. */
async function runAsServer(program: string): Promise<string[]> {
  const launcher = await chooseLauncher([program], owner);
  const output = path.join(root, 'note');
  const child = launcher.spawn(program, [output], process.env, 'inherit');
  await once(child, 'exit');
  return (await readFile(output, 'utf8')).trim().split('\n');
}

/** Runs the program like initdb. Returns the recorded lines. */
async function runAsInitdb(program: string): Promise<string[]> {
  const launcher = await chooseLauncher([program], owner);
  const output = path.join(root, 'init-note');
  await launcher.run(program, [output], process.env);
  return (await readFile(output, 'utf8')).trim().split('\n');
}

describe('the server', () => {
  it.runIf(isRoot)(
    'runs as a private user, and initdb as a user with a name, if Parley runs as root',
    async () => {
      const program = await writeProgram(root);
      expect(await runAsServer(program)).toEqual([String(owner), 'yes']);
      expect(await runAsInitdb(program)).toEqual([String(nobody), 'yes']);
    },
  );

  it.runIf(isRoot)('runs as the same users even in a folder that only root can access', async () => {
    const closed = path.join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const program = await writeProgram(closed);
    expect(await runAsServer(program)).toEqual([String(owner), 'yes']);
    expect(await runAsInitdb(program)).toEqual([String(nobody), 'yes']);
  });

  it.skipIf(isRoot)('runs as the user of Parley', async () => {
    expect(await runAsServer(await writeProgram(root))).toEqual([String(process.getuid!()), 'yes']);
  });

  it.runIf(isRoot)('is not started in an inaccessible folder if setpriv is not available', async () => {
    const closed = path.join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const program = await writeProgram(closed);
    const before = process.env['PATH'];
    process.env['PATH'] = root;
    try {
      await expect(chooseLauncher([program], owner)).rejects.toThrow(
        `user ${owner} has no access to ${closed}`,
      );
    } finally {
      process.env['PATH'] = before;
    }
  });
});

describe('chownAllTo', () => {
  it.runIf(isRoot)(
    'changes the owner of a folder and its contents, and reports a missing permission',
    async () => {
      const inner = path.join(root, 'inner');
      await mkdir(inner);
      await writeFile(path.join(inner, 'file'), '');
      await chownAllTo(root, nobody);
      expect((await stat(path.join(inner, 'file'))).uid).toBe(nobody);
      await chown(root, 1234, 1234);
      await expect(chownAllTo(root, undefined)).rejects.toThrow(
        'belongs to user 1234, but Parley runs as user 0',
      );
    },
  );
});

describe('the private user id', () => {
  it('depends on the folder, and is outside the ranges of other services', () => {
    const ids = ['/a/postgres', '/b/postgres'].map((folder) => chooseId(folder, ''));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id > 2_100_000_000 - 1 && id < 2 ** 31 - 1).toBe(true);
    expect(chooseId('/a/postgres', '         0          0 4294967295\n')).toBe(ids[0]);
  });

  it('is mapped by the user namespace', () => {
    const id = chooseId('/a/postgres', '         0     100000      65536\n');
    expect(id >= 60_578 && id <= 61_183).toBe(true);
  });
});
