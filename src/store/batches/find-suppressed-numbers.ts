import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_suppressed_numbers',
  text: `select count(*)::integer as count, coalesce((array_agg(place::integer order by place))[1:$3], '{}') as places
    from unnest($2::text[]) with ordinality as callee(number, place)
    where exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = callee.number)`,
};

/** The suppressed numbers of a list. */
export interface SuppressedNumbers {
  readonly count: number;
  /** Positions of the first `placesMax` of them in the list, from 1. */
  readonly places: readonly number[];
}

/** Finds the suppressed numbers of a list. `numbers` are in E.164, in the format of `TextArray`. */
export async function findSuppressedNumbers(
  db: Queryable,
  {
    workspaceId,
    numbers,
    placesMax,
  }: { readonly workspaceId: string; readonly numbers: Uint8Array | null; readonly placesMax: number },
): Promise<SuppressedNumbers> {
  return (await db.row<SuppressedNumbers>(statement, [workspaceId, numbers, placesMax]))!;
}
