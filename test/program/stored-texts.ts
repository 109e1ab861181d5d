import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectClient } from '../../src/store/connection.ts';

/** Returns all rows of all tables as text. */
export async function databaseText(connection: Parameters<typeof connectClient>[0]): Promise<string> {
  const client = await connectClient(connection, 'parley tests');
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const rows = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(...rows.rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** Returns the content of all files of a folder as text. */
export async function folderText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
  return texts.join('\n');
}
