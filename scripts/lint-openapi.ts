/** Lints the OpenAPI document generated from the endpoints, without a service or network. Exits with 1 on any error or warning. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '../src/api/endpoints.ts';
import { openApiDocument } from '../src/api/openapi/openapi.ts';

const config = path.join(import.meta.dirname, 'openapi.yaml');
const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-openapi-'));
try {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument(endpoints, '1'), null, 1));
  const args = ['lint', '--config', config, '--format', 'json', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = spawnSync('redocly', args, {
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { problems } = JSON.parse(stdout) as { problems: readonly Problem[] };
  for (const { ruleId, message, location } of problems) {
    console.log(`${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`);
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}
