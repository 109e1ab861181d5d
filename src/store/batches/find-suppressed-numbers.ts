import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_suppressed_numbers',
  text: `select count(*)::integer as count, coalesce((array_agg(position::integer order by position))[1:$3], '{}') as positions
    from unnest($2::text[]) with ordinality as callee(number, position)
    where exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = callee.number)`,
};

/** The suppressed numbers of a list. */
export interface SuppressedNumbers {
  readonly count: number;
  /** Positions of the first `positionsMax` of them in the list, from 1. */
  readonly positions: readonly number[];
}

/** Finds the suppressed numbers of a list. `numbers` are in E.164, in the format of `TextArray`. */
export async function findSuppressedNumbers(
  db: Queryable,
  {
    workspaceId,
    numbers,
    positionsMax,
  }: { readonly workspaceId: string; readonly numbers: Uint8Array | null; readonly positionsMax: number },
): Promise<SuppressedNumbers> {
  return (await db.row<SuppressedNumbers>(statement, [workspaceId, numbers, positionsMax]))!;
}
