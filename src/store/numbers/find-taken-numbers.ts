import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_taken_numbers',
  text: 'select e164 from phone_numbers where e164 = any($1)',
};

/** Returns the numbers (E.164) in `numbers` that any workspace owns. `db` is the system's scope. */
export async function findTakenNumbers(
  db: Queryable,
  { numbers }: { readonly numbers: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ e164: string }>(statement, [numbers]);
  return new Set(rows.map(({ e164 }) => e164));
}
