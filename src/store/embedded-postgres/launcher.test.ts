import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseLauncher, handAll } from './launcher.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'parley-launcher-'));
  await chmod(root, 0o777);
});

afterEach(() => rm(root, { recursive: true }));

/** A program that notes who runs it, and whether access(2) lets it run itself again, which is what initdb asks. */
async function putProgram(folder: string): Promise<string> {
  const program = path.join(folder, 'program');
  await writeFile(program, `#!/bin/sh\n[ "$1" = --version ] || (id -u; test -x "$0" && echo yes) > "$1"\n`);
  await chmod(program, 0o755);
  return program;
}

async function runsAs(program: string): Promise<string[]> {
  const launcher = await chooseLauncher([program]);
  const note = path.join(root, 'note');
  await launcher.run(program, [note], process.env);
  return (await readFile(note, 'utf8')).trim().split('\n');
}

describe('the server', () => {
  it.runIf(isRoot)('runs as nobody when Parley is root', async () => {
    expect(await runsAs(await putProgram(root))).toEqual([String(nobody), 'yes']);
  });

  it.runIf(isRoot)('runs as nobody even where only root may go', async () => {
    const closed = path.join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    expect(await runsAs(await putProgram(closed))).toEqual([String(nobody), 'yes']);
  });

  it.skipIf(isRoot)('runs as whoever Parley is', async () => {
    expect(await runsAs(await putProgram(root))).toEqual([String(process.getuid!()), 'yes']);
  });

  it.runIf(isRoot)('is refused by name where there is no way for nobody', async () => {
    const closed = path.join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const program = await putProgram(closed);
    const before = process.env['PATH'];
    process.env['PATH'] = root;
    try {
      await expect(chooseLauncher([program])).rejects.toThrow(`user ${nobody} may not enter ${closed}`);
    } finally {
      process.env['PATH'] = before;
    }
  });
});

describe('handAll', () => {
  it.runIf(isRoot)('gives all that lies in a folder to the server, and says where it may not', async () => {
    const inner = path.join(root, 'inner');
    await mkdir(inner);
    await writeFile(path.join(inner, 'file'), '');
    await handAll(root, nobody);
    expect((await stat(path.join(inner, 'file'))).uid).toBe(nobody);
    await chown(root, 1234, 1234);
    await expect(handAll(root, undefined)).rejects.toThrow('belongs to user 1234, and this is user 0');
  });
});
