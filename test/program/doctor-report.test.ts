import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/core/version.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const program = path.join(root, 'bin/parley.js');
/** The trunk does not respond, so that its check fails with its address. */
const secrets = {
  trunk: '127.0.0.77',
  user: 'trunkuser',
  password: 'trunkpassword',
  key: 'sk-openaikey0123',
};
let folder: TemporaryFolder;
let environment: Record<string, string>;
let service: ServingProcess;
let address: string;

beforeAll(async () => {
  folder = await temporaryDataFolder();
  const trunkFile = path.join(folder.dataDir, 'trunk-url');
  await writeFile(trunkFile, `sip:${secrets.user}:${secrets.password}@${secrets.trunk}`);
  environment = {
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '36600-36699',
    PARLEY_LOG_LEVEL: 'silent',
    PARLEY_TRUNK_URL_FILE: trunkFile,
    PARLEY_OPENAI_API_KEY: secrets.key,
  };
  service = new ServingProcess(environment);
  address = await service.ready();
}, 60_000);
afterAll(async () => {
  await service.remove();
  await folder.remove();
});

async function report(...options: string[]): Promise<string> {
  const args = [program, 'doctor', '--report', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...environment },
  });
  return stdout;
}

describe('the report for an issue', { timeout: 60_000 }, () => {
  it('has version, platform, schema, settings by name, health and errors', async () => {
    const dumps = path.join(folder.dataDir, 'state-dumps');
    await mkdir(dumps);
    const stack = [`at place (${root}/src/dialer/place-call.ts:10:5)`];
    const error = { name: 'TypeError', stack };
    await writeFile(
      path.join(dumps, '2026-11-24.json'),
      JSON.stringify({ at: '2026-11-24T10:00:00.000Z', error }),
    );
    const values = JSON.parse(await report('--json')) as Record<string, unknown>;
    expect(values).toMatchObject({
      version: readVersion(),
      node: expect.stringMatching(/^v2\d/),
      platform: expect.stringContaining(process.platform),
      roles: ['api', 'worker', 'media'],
      database: 'embedded',
      settings: expect.arrayContaining(['PARLEY_OPENAI_API_KEY', 'PARLEY_TRUNK_URL']),
      uncaughtErrors: [expect.stringContaining('(src/dialer/place-call.ts:10:5)')],
    });
    const { program: last, database } = values['schema'] as { program: string; database: string };
    expect(last).toMatch(/^\d{4}_/);
    expect(database).toBe(last);
  });

  it('has no secret, number, address or path', async () => {
    const { apiKey, adminPassword } = await readFirstStart(folder.dataDir);
    for (const text of [await report(), await report('--json')]) {
      expect(text).toContain('PARLEY_OPENAI_API_KEY');
      for (const secret of [...Object.values(secrets), apiKey, adminPassword, folder.dataDir, root])
        expect(text).not.toContain(secret);
      expect(text).not.toMatch(/\+\d{7,}/);
    }
  });
});

describe('the board for Grafana', () => {
  it('names only metrics that the service exports, and shows each gauge and counter of Parley', async () => {
    const text = await (await fetch(`${address}/metrics`)).text();
    const exported = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
    const board = JSON.parse(await readFile(path.join(root, 'deploy/grafana/parley.json'), 'utf8')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(10);
    const used = new Set(queries.flatMap((query) => query.match(/\b(?:parley|process|nodejs)_\w+/g) ?? []));
    const ofSummaries = (name: string) => name.replace(/_(?:sum|count)$/, '');
    expect([...used].filter((name) => !exported.has(name) && !exported.has(ofSummaries(name)))).toEqual([]);
    expect(queries.filter((query) => !/\b(?:parley|process|nodejs)_/.test(query))).toEqual([]);
    const shown = [...exported].filter((name) => name.startsWith('parley_'));
    expect(shown.filter((name) => ![...used].some((one) => ofSummaries(one) === name))).toEqual([]);
  });
});
