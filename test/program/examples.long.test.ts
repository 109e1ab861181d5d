import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';

const root = path.resolve(import.meta.dirname, '../..');

let folder: TemporaryFolder;
let program: ProgramUnderTest;
beforeAll(async () => {
  folder = await temporaryDataFolder();
  program = await ProgramUnderTest.start({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_RTP_PORTS: '35000-35099',
  });
}, 60_000);
afterAll(async () => {
  await program.close();
  await folder.remove();
});

/** Returns the first code block in the language from a page. */
async function blockOf(page: string, language: string): Promise<string> {
  const text = await readFile(path.join(root, page), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(text)![1]!;
}

interface CommandResult {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** Runs a command in the data folder with the current Node. */
function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`;
  const env = { ...process.env, ...environment, PATH };
  const child = spawn(command, args, { cwd: folder.dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, lines: stdout.trim().split('\n'), stderr })),
  );
}

describe('examples', { timeout: 60_000 }, () => {
  it('the curl commands of the README work', async () => {
    const session = (await blockOf('README.md', 'sh'))
      .replaceAll('./data/bootstrap.json', path.join(folder.dataDir, 'bootstrap.json'))
      .replaceAll('http://127.0.0.1:3000', program.parley.httpAddress!);
    const { code, lines, stderr } = await run('bash', ['-euo', 'pipefail', '-c', session]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(lines).toEqual([
      '+12025550120',
      expect.stringContaining('Hello Ada. Your parcel is here. Goodbye.'),
      'answered',
      '1',
      'insufficient_scope',
    ]);
    expect((await stat(path.join(folder.dataDir, 'call.wav'))).size).toBeGreaterThan(10_000);
  });
});
