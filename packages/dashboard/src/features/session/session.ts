import type { Session } from '@parley/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, openWorkspace } from '../../api.ts';
import { browserZone } from '../../format.ts';

export const sessionQuery = queryOptions({
  queryKey: ['getSession'],
  queryFn: async ({ signal }): Promise<Session & { readonly currentWorkspaceId: string }> => {
    const session = await api.getSession({ signal });
    return { ...session, currentWorkspaceId: openWorkspace(session.workspaceId, session.workspaceIds) };
  },
  staleTime: 60_000,
});

/** Returns the session of the signed-in user. Only for pages inside the shell, which has read it. */
export function useSession() {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('The page is not inside the shell.');
  return data;
}

/** Returns whether the user may do what a scope of the API allows. */
export const useCan = (scope: string): boolean => useSession().scopes.includes(scope);

/** Returns the time zone of the workspace; until it is known, that of the browser. */
export function useWorkspaceZone(): string {
  const { currentWorkspaceId: workspaceId } = useSession();
  const { data } = useQuery({
    queryKey: ['getWorkspace', workspaceId],
    queryFn: ({ signal }) => api.getWorkspace({ path: { workspaceId }, signal }),
    staleTime: 60_000,
  });
  return data?.timezone ?? browserZone;
}
