import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from '../core/config.ts';
import { readPrices } from './prices.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prices-'));
  file = path.join(folder, 'prices.json');
});
afterAll(() => rm(folder, { recursive: true }));

it('returns undefined without a file', async () => expect(await readPrices(undefined)).toBeUndefined());

it('returns the prices of a file', async () => {
  await writeFile(file, '{"currency": "USD", "speechToText": {"deepgram/*": {"perMinute": 0.0077}}}');
  expect(await readPrices(file)).toMatchObject({
    currency: 'USD',
    speechToText: { 'deepgram/*': { perMinute: 7_700_000n } },
    telephony: {},
  });
});

it.each([
  [undefined, ' cannot be read (ENOENT): write the path of a JSON file, or unset it'],
  ['{"currency": "USD"', ' is not a JSON file: '],
  ['[]', ': / is not an object with prices'],
  [
    '{"currency": "USD", "telephony": {"a/*": {}}}',
    ': /telephony/a~1*/perMinute is missing: write the price of',
  ],
])('a price table with the content %j stops the start', async (content, fault) => {
  await rm(file, { force: true });
  if (content !== undefined) await writeFile(file, content);
  const error = await readPrices(file).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toContain(`PARLEY_PRICES=${file}${fault}`);
});

it('reports all faults, at most 20', async () => {
  const telephony = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`trunk${index}/*`, {}]));
  await writeFile(file, JSON.stringify({ currency: 'USD', telephony }));
  await expect(readPrices(file)).rejects.toMatchObject({ faults: { length: 20 } });
});
