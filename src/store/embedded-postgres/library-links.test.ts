import { chmod, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkLibraries } from './library-links.ts';

let root: string;
let native: string;
let fallback: string;

/** Creates a package as npm unpacks it without its install script: a library, and the list of the missing links. */
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'parley-links-'));
  await chmod(root, 0o755);
  native = path.join(root, 'native');
  fallback = path.join(root, 'data', 'lib');
  await mkdir(path.join(native, 'lib'), { recursive: true });
  await writeFile(path.join(native, 'lib', 'libicu.so.60.2'), 'the library');
  const links = ['libicu.so', 'libicu.so.60'].map((name) => ({
    source: 'native/lib/libicu.so.60.2',
    target: `native/lib/${name}`,
  }));
  await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(root, { recursive: true }));

const read = (...parts: string[]) => readFile(path.join(...parts), 'utf8');

/** Runs `work` as an unprivileged user if the test runs as root, which can write anywhere. */
async function runUnprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid!(65_534);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

describe('linkLibraries', () => {
  it('creates the links of the install script', async () => {
    expect(await linkLibraries(native, fallback)).toEqual({});
    expect(await read(native, 'lib', 'libicu.so.60')).toBe('the library');
    expect(await linkLibraries(native, fallback)).toEqual({});
  });

  it('creates the links in the fallback folder and returns the environment if the package is read-only', async () => {
    await mkdir(path.join(root, 'data'), { mode: 0o777 });
    await chmod(path.join(root, 'data'), 0o777);
    await chmod(path.join(native, 'lib'), 0o555);
    const env = await runUnprivileged(() => linkLibraries(native, fallback));
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    expect(env).toEqual({ [variable]: `${fallback}:${path.join(native, 'lib')}` });
    expect(await readdir(fallback)).toEqual(['libicu.so', 'libicu.so.60']);
    expect(await read(fallback, 'libicu.so')).toBe('the library');
    await chmod(path.join(native, 'lib'), 0o755);
  });

  it('repairs links to an earlier location of the package', async () => {
    await mkdir(fallback, { recursive: true });
    await symlink('/nowhere/libicu.so.60.2', path.join(fallback, 'libicu.so'));
    await chmod(path.join(native, 'lib'), 0o555);
    await chmod(path.join(root, 'data'), 0o777);
    await chmod(fallback, 0o777);
    await runUnprivileged(() => linkLibraries(native, fallback));
    expect(await read(fallback, 'libicu.so')).toBe('the library');
    await chmod(path.join(native, 'lib'), 0o755);
  });

  it('does nothing for a package without a list', async () => {
    await rm(path.join(native, 'pg-symlinks.json'));
    expect(await linkLibraries(native, fallback)).toEqual({});
  });
});
