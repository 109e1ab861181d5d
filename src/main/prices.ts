import { readFile } from 'node:fs/promises';
import { ConfigError } from '../core/config.ts';
import { PriceTable, priceTableFaults } from '../domain/costs/price-table.ts';

/** A larger file is not a price table. */
const maxCharacters = 4 * 1024 * 1024;
const maxFaults = 20;

/**
 * Reads the price table of `PARLEY_PRICES`; returns undefined if the setting is undefined.
 * @throws {ConfigError} with each fault and its place in the file
 */
export async function readPrices(file: string | undefined): Promise<PriceTable | undefined> {
  if (file === undefined) return undefined;
  const setting = `PARLEY_PRICES=${file}`;
  const result = PriceTable.safeParse(await readJson(file, setting));
  if (result.success) return result.data;
  const faults = priceTableFaults(result.error);
  throw new ConfigError(faults.slice(0, maxFaults).map((fault) => `${setting}: ${fault}`));
}

async function readJson(file: string, setting: string): Promise<unknown> {
  const fail = (fault: string) => new ConfigError([`${setting} ${fault}`]);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fail(`cannot be read (${error.code ?? 'error'}): write the path of a JSON file, or unset it`);
  });
  if (text.length > maxCharacters) throw fail('is larger than 4 MiB');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw fail(`is not a JSON file: ${(error as SyntaxError).message}`);
  }
}
