/**
 * Generates packages/sdk/src/generated from the OpenAPI document of the endpoints. With `--check` it changes nothing and fails if the
 * existing files differ.
 */
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { openApiDocument } from '../../src/api/openapi.ts';

const generated = path.resolve(import.meta.dirname, '../sdk/src/generated');

async function generate(folder: string, workFolder: string): Promise<void> {
  const input = path.join(workFolder, 'openapi.json');
  await writeFile(input, JSON.stringify(withoutHeaders(openApiDocument(endpoints, '1'))));
  await createClient({
    input,
    // The generated code does not pass the strict checks; its types are correct.
    output: {
      path: folder,
      importFileExtension: '.ts',
      header: ['// @ts-nocheck -- made by packages/sdk-generator'],
    },
    logs: { level: 'silent' },
    plugins: [
      { name: '@hey-api/client-fetch', throwOnError: true },
      '@hey-api/typescript',
      {
        name: '@hey-api/sdk',
        responseStyle: 'data',
        auth: false,
        operations: { strategy: 'single', containerName: 'Operations', methods: 'instance' },
      },
    ],
  });
}

/** Removes header parameters, because the client sets the workspace and the idempotency keys itself. */
function withoutHeaders(document: object): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'parameters' || !Array.isArray(value)) return value;
    return value.filter((one: { in?: string; $ref?: string }) => one.in !== 'header' && !isHeader(one.$ref));
  });
}

/** Returns whether a reference is a header parameter. Path and query parameters are in camel case, headers are not. */
const isHeader = (reference = ''): boolean =>
  /^#\/components\/parameters\/(?:x-|X-|webhook-|Idempotency-)/.test(reference);

/** Returns the content of every file by its relative path. */
async function contentsOf(folder: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    contents.set(file, await readFile(path.join(folder, file), 'utf8'));
  }
  return contents;
}

/** Returns the names of files that differ or exist in only one folder. */
async function differences(folder: string, other: string): Promise<string[]> {
  const [one, two] = await Promise.all([contentsOf(folder), contentsOf(other)]);
  const names = new Set([...one.keys(), ...two.keys()]);
  return [...names].filter((name) => one.get(name) !== two.get(name)).sort();
}

const workFolder = await mkdtemp(path.join(os.tmpdir(), 'parley-sdk-'));
try {
  if (process.argv.includes('--check')) {
    const fresh = path.join(workFolder, 'generated');
    await generate(fresh, workFolder);
    const stale = await differences(generated, fresh);
    if (stale.length > 0) {
      process.stdout.write(
        `packages/sdk/src/generated is outdated (${stale.join(', ')}). Run: npm run sdk -w packages/sdk-generator\n`,
      );
      process.exitCode = 1;
    }
  } else {
    await generate(generated, workFolder);
  }
} finally {
  await rm(workFolder, { recursive: true, force: true });
}
