import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries, installedBinaries } from './binaries.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-binaries-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function writeProgram(name: string, script: string): Promise<void> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, name), 0o755);
}

describe('PostgreSQL', () => {
  it('is taken from the npm package of this platform if there is one', async () => {
    const found = await findBinaries(folder);
    expect(found.major).toBe(18);
    expect(found.postgres).toContain(path.join('native', 'bin', 'postgres'));
    expect(found.nativeFolder).not.toBeNull();
  });

  it('is otherwise taken from the path if it is recent enough and complete', async () => {
    await writeProgram('postgres', 'echo "postgres (PostgreSQL) 17.2 (Debian 17.2-1)"');
    expect((await installedBinaries(folder))?.postgres).not.toBe(path.join(folder, 'postgres'));
    await writeProgram('initdb', 'true');
    expect(await installedBinaries(folder)).toMatchObject({
      postgres: path.join(folder, 'postgres'),
      initdb: path.join(folder, 'initdb'),
      major: 17,
      nativeFolder: null,
    });
    await writeProgram('postgres', 'echo "postgres (PostgreSQL) 14.9"');
    expect((await installedBinaries(folder))?.postgres).not.toBe(path.join(folder, 'postgres'));
  });
});
