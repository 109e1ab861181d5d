import type { Flow } from '@parley/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { JsonObject } from '../../merge-patch.ts';

/** A flow as the draft keeps it. */
export type FlowDraft = Flow & JsonObject;

export const flowQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['getFlow', flowId],
    queryFn: async ({ signal }) => (await api.getFlow({ path: { flowId }, signal })) as FlowDraft,
  });
