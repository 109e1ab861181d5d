import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type Operation } from '../isolation/operations.ts';
import type { Tenant } from '../isolation/tenant.ts';
import { createWorld, type World } from '../isolation/world.ts';
import type { TestResponse } from '../support/api.ts';
import { deviationsOf } from './documented-operations.ts';
import { numRuns } from './runs.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface SentFile {
  readonly contentType: string;
  readonly payload: Buffer;
  readonly query: string;
}

const cell = fc.oneof(
  fc.constantFrom(
    '+12025550100',
    '2025550101',
    '',
    ' ',
    '=1+1',
    '"',
    '""',
    '"a\nb"',
    'ada@example.com',
    'US',
    '\0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const header = fc.constantFrom(
  'phone_number',
  'to',
  'name',
  'timezone',
  'address',
  'channel',
  'country',
  'x',
  'X ',
  '',
);

/** Generates lines of cells, often with a known column name in the header. */
const sheet = fc
  .tuple(
    fc.array(header, { minLength: 1, maxLength: 4 }),
    fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }),
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([names, rows, comma, end]) => Buffer.from([names, ...rows].map((row) => row.join(comma)).join(end)));

const bytes = fc.oneof(
  { arbitrary: sheet, weight: 6 },
  { arbitrary: fc.uint8Array({ maxLength: 200 }).map((octets) => Buffer.from(octets)), weight: 2 },
  { arbitrary: sheet.map((text) => Buffer.from(`\ufeff${text.toString()}`, 'utf16le')), weight: 1 },
);

/** Wraps the file in a multipart form, with the given field name and boundary end. */
function inForm(file: Buffer, [name, closing]: readonly [string, string]): Buffer {
  const head = `--line\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--line${closing}\r\n`)]);
}

const contents: fc.Arbitrary<Pick<SentFile, 'contentType' | 'payload'>> = fc.oneof(
  bytes.map((payload) => ({ contentType: 'text/csv', payload })),
  fc
    .tuple(bytes, fc.tuple(fc.constantFrom('file', 'rows', ''), fc.constantFrom('--', '')))
    .map(([file, form]) => ({
      contentType: 'multipart/form-data; boundary=line',
      payload: inForm(file, form),
    })),
);

/** Generates files with valid and invalid query options. */
const anyFile = (agentId: string): fc.Arbitrary<SentFile> =>
  fc
    .tuple(
      contents,
      fc.constantFrom('', `?agentId=${agentId}`, '?onInvalidRows=skip', '?limit=3', '?nonsense=1'),
    )
    .map(([sent, query]) => ({ ...sent, query }));

async function send({ endpoint }: Operation, { key, refs }: Tenant, sent: SentFile): Promise<TestResponse> {
  const response = await world.api.app.inject({
    method: endpoint.method,
    url: endpoint.path + sent.query,
    headers: { 'x-api-key': key, 'x-workspace-id': refs.workspace, 'content-type': sent.contentType },
    payload: sent.payload,
  });
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    body: JSON.parse(response.payload),
    bytes: response.rawPayload,
  };
}

describe('a request with any file', () => {
  it.each(operations.filter(({ endpoint }) => endpoint.upload !== undefined))(
    '$name returns a documented response',
    async (operation) => {
      const ours = await world.seed('202', 'Hazelnut');
      const property = fc.asyncProperty(anyFile(ours.refs.agent), async (sent) => {
        expect(deviationsOf(operation.endpoint, await send(operation, ours, sent))).toEqual([]);
      });
      await fc.assert(property, { numRuns, includeErrorInReport: true });
    },
    60_000 + 60 * numRuns,
  );
});
