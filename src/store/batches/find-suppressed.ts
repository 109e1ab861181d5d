import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_suppressed',
  text: `select count(*)::integer as count, coalesce((array_agg(place::integer order by place))[1:$3], '{}') as places
    from unnest($2::text[]) with ordinality as callee(number, place)
    where exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = callee.number)`,
};

/** Which of some numbers may not be called. */
export interface Suppressed {
  readonly count: number;
  /** Of the first `placesMax` of them, where they stand among the numbers, from 1. */
  readonly places: readonly number[];
}

/** `numbers` are in E.164, in the binary form of an array, as `TextArray` makes it. */
export async function findSuppressed(
  db: Queryable,
  {
    workspaceId,
    numbers,
    placesMax,
  }: { readonly workspaceId: string; readonly numbers: Uint8Array | null; readonly placesMax: number },
): Promise<Suppressed> {
  return (await db.row<Suppressed>(statement, [workspaceId, numbers, placesMax]))!;
}
