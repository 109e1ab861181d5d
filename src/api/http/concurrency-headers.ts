import { countSlots } from '../../store/concurrency-slots.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';

/** Returns `X-Concurrency-Limit` and `X-Concurrency-Current`, which call endpoints send. */
export async function concurrencyHeaders(
  { workspaceId, limits }: Caller,
  { database }: Pick<ApiContext, 'database'>,
): Promise<Record<string, string>> {
  const current = await countSlots(database.inWorkspace(workspaceId), { workspaceId });
  return {
    'x-concurrency-limit': String(limits.concurrentCalls),
    'x-concurrency-current': String(current),
  };
}
