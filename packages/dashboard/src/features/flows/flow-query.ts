import type { Flow } from '@parley/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, useList } from '../../api.ts';
import type { JsonObject } from '../../merge-patch.ts';
import { nodeTitle, type ResourceNames } from './describe.ts';

/** A flow as the draft keeps it. */
export type FlowDraft = Flow & JsonObject;

export const flowQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['getFlow', flowId],
    queryFn: async ({ signal }) => (await api.getFlow({ path: { flowId }, signal })) as FlowDraft,
  });

/** Returns the agents and message flows that nodes can refer to, and the names of both by their ids. */
export function useReferences() {
  const { rows: agents } = useList('listAgents', { query: { limit: 100 } });
  const { rows: messageFlows } = useList('listFlows', { query: { type: 'message', limit: 100 } });
  return useMemo(() => {
    const names: ResourceNames = new Map([...agents, ...messageFlows].map(({ id, name }) => [id, name]));
    return { agents, messageFlows, names };
  }, [agents, messageFlows]);
}

/** Returns the names of the nodes of a version of a flow, by their ids. Empty if the version cannot be read. */
export function useNodeNames(flowId: string | null, version: number | null): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['getFlowVersion', flowId, version],
    queryFn: ({ signal }) =>
      api.getFlowVersion({ path: { flowId: flowId!, version: String(version) }, signal }),
    enabled: flowId !== null && version !== null,
    staleTime: Infinity,
    meta: { isSilent: true },
  });
  return useMemo(() => new Map(data?.nodes.map((node) => [node.id, nodeTitle(node)])), [data]);
}
