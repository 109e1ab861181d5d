import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { text } from '../../text/index.ts';
import { useCan, useSession } from '../session/session.ts';

/** Returns a function that names the user or key that saved a version. */
export function useEditorName(): (createdBy: string | null) => string {
  const { user } = useSession();
  const canReadUsers = useCan('workspace:read');
  const { data } = useQuery({
    queryKey: ['listUsers'],
    queryFn: ({ signal }) => api.listUsers({ query: { limit: 100 }, signal }),
    enabled: canReadUsers,
    staleTime: 60_000,
  });
  return (createdBy) => {
    if (createdBy === null) return text.form.somebody;
    if (createdBy === user.id) return text.form.you;
    const other = data?.data.users.find(({ id }) => id === createdBy);
    return other === undefined ? createdBy : other.name === '' ? other.email : other.name;
  };
}
