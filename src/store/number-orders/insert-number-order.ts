import { json, type Queryable, type Statement } from '../queryable.ts';
import { numberOrderColumns, type NumberOrderRow, type WantedNumber } from './number-order-row.ts';

const statement: Statement = {
  name: 'insert_number_order',
  text: `insert into number_orders (id, workspace_id, source, e164, wanted, state, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'buying', $6, $6)
    on conflict (e164) where state in ('buying', 'bought', 'releasing') do nothing returning ${numberOrderColumns}`,
};

export interface NewNumberOrder {
  readonly id: string;
  readonly workspaceId: string;
  readonly source: string;
  readonly e164: string;
  readonly wanted: WantedNumber;
  readonly at: Date;
}

/** Inserts the intent to buy a number. Returns undefined if a workspace is buying the number or has bought it. */
export function insertNumberOrder(db: Queryable, order: NewNumberOrder): Promise<NumberOrderRow | undefined> {
  const { id, workspaceId, source, e164, wanted, at } = order;
  return db.row<NumberOrderRow>(statement, [id, workspaceId, source, e164, json(wanted), at]);
}
