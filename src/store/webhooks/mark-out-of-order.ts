import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'mark_out_of_order',
  text: `update webhook_deliveries set is_out_of_order = true where id = $1 and not is_out_of_order`,
};

/** Marks a delivery that is sent while an earlier event of its subject is not delivered. */
export function markOutOfOrder(db: Queryable, id: string): Promise<void> {
  return db.write(statement, [id]);
}
