import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { api, queryClient, selectWorkspace, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { text } from '../../text/index.ts';
import { chooseTheme, readTheme, type Theme } from '../../theme.ts';
import { useSession } from '../session/session.ts';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', text.common.theme.system],
  ['light', text.common.theme.light],
  ['dark', text.common.theme.dark],
];

/** The signed-in user, the theme, the API reference, and sign-out. */
export function AccountMenu() {
  const { user } = useSession();
  const [theme, setTheme] = useState(readTheme);
  const signOut = useChange(() => api.signOut(), {
    changes: [],
    onSuccess: () => {
      queryClient.clear();
      location.assign('/sign-in');
    },
  });
  return (
    <div className="grid gap-2 border-t border-line px-2 pt-3 text-sm">
      <div className="min-w-0">
        <p className="truncate font-medium">{user.name === '' ? user.email : user.name}</p>
        <p className="truncate text-xs text-faint">{user.role}</p>
      </div>
      <WorkspaceSelect />
      <Select
        aria-label={text.common.theme.label}
        value={theme}
        options={themes}
        onValue={(value) => {
          chooseTheme(value);
          setTheme(value);
        }}
      />
      <div className="flex items-center justify-between gap-2">
        <a
          href="/docs"
          target="_blank"
          rel="noopener"
          className="inline-flex items-center gap-1 text-muted underline-offset-2 hover:underline"
        >
          {text.common.navigation.reference}
          <ExternalLink aria-hidden size={13} />
          <span className="sr-only">{text.common.newTab}</span>
        </a>
        <Button variant="ghost" pending={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
          {text.session.signOut}
        </Button>
      </div>
    </div>
  );
}

/** Only for users of several workspaces. */
function WorkspaceSelect() {
  const { currentWorkspaceId, workspaceIds } = useSession();
  const { data } = useQuery({
    queryKey: ['listWorkspaces'],
    queryFn: ({ signal }) => api.listWorkspaces({ signal }),
    enabled: workspaceIds.length > 1,
  });
  const names = new Map(data?.data.workspaces.map(({ id, name }) => [id, name]));
  if (workspaceIds.length < 2) return null;
  return (
    <Select
      aria-label={text.session.workspace}
      value={currentWorkspaceId}
      options={workspaceIds.map((id) => [id, names.get(id) ?? id])}
      onValue={selectWorkspace}
    />
  );
}
