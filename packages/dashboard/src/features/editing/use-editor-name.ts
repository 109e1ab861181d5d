import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { text } from '../../text/index.ts';
import { useCan, useSession } from '../session/session.ts';

/** Returns a function that names the user or key that saved a version or wrote a message. `somebody`: the name of an unknown one. */
export function useEditorName(somebody: string = text.form.somebody): (createdBy: string | null) => string {
  const { user } = useSession();
  const users = useQuery({
    queryKey: ['listUsers', 'names'],
    queryFn: ({ signal }) => api.listUsers({ query: { limit: 100 }, signal }),
    enabled: useCan('workspace:read'),
    staleTime: 60_000,
  });
  const keys = useQuery({
    queryKey: ['listKeys', 'names'],
    queryFn: ({ signal }) => api.listKeys({ query: { limit: 100 }, signal }),
    enabled: useCan('keys:read'),
    staleTime: 60_000,
  });
  const names = new Map<string, string>([
    ...(keys.data?.data.keys ?? []).map(({ id, name }) => [id, text.form.key(name)] as const),
    ...(users.data?.data.users ?? []).map(({ id, name, email }) => [id, name === '' ? email : name] as const),
    [user.id, text.form.you],
  ]);
  return (createdBy) => (createdBy === null ? somebody : (names.get(createdBy) ?? somebody));
}
