import type { User } from '@parley/sdk/client';
import { api, queryClient, useList } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Confirm } from '../components/dialog.tsx';
import { RelativeTime } from '../components/time.tsx';
import { useCan, useSession } from '../features/session/session.ts';
import { InviteMember, NewInvitation } from '../features/settings/invite-member.tsx';
import { SettingsList } from '../features/settings/section.tsx';
import { text } from '../text/index.ts';

const words = text.settings.members;

const tones = { active: 'ok', invited: 'info', disabled: 'neutral' } as const;

const columns: readonly Column<User>[] = [
  {
    header: words.columns.email,
    width: 'minmax(10rem, 1.4fr)',
    narrowWidth: 'minmax(0, 1fr)',
    cell: ({ email, name }) => (
      <>
        {name === '' ? email : name}
        {name !== '' && <span className="ms-2 font-normal text-muted">{email}</span>}
      </>
    ),
    secondLine: ({ role, status }) => `${words.roleNames[role]} · ${words.statuses[status]}`,
  },
  { header: words.columns.role, width: '7rem', cell: ({ role }) => words.roleNames[role], isSecondary: true },
  {
    header: words.columns.status,
    width: '6rem',
    cell: ({ status }) => <Badge tone={tones[status]}>{words.statuses[status]}</Badge>,
    isSecondary: true,
  },
  {
    header: words.columns.signedIn,
    width: '8rem',
    cell: ({ signedInAt }) => (signedInAt === null ? '' : <RelativeTime value={signedInAt} />),
    isSecondary: true,
  },
  {
    header: words.columns.actions,
    width: '16rem',
    narrowWidth: '13rem',
    align: 'end',
    cell: (user) => <MemberActions user={user} />,
  },
];

function MemberActions({ user }: { readonly user: User }) {
  const canWrite = useCan('workspace:write');
  const session = useSession();
  if (!canWrite || user.id === session.user.id) return null;
  const setStatus = async (status: 'active' | 'disabled') => {
    await api.updateUser({ path: { userId: user.id }, body: { status } });
    await queryClient.invalidateQueries({ queryKey: ['listUsers'] });
  };
  return (
    <span className="inline-flex gap-2">
      <NewInvitation user={user} />
      {user.status === 'disabled' ? (
        <Button onClick={() => void setStatus('active')}>{words.enable}</Button>
      ) : (
        <Confirm
          trigger={(open) => (
            <Button variant="danger" onClick={open}>
              {words.disable}
            </Button>
          )}
          title={words.disableTitle}
          description={words.disableDescription}
          action={words.disable}
          onConfirm={() => setStatus('disabled')}
        />
      )}
    </span>
  );
}

export function MembersSection() {
  const users = useList('listUsers', {});
  return (
    <SettingsList actions={<InviteMember />}>
      <DataTable
        label={text.settings.sections.members}
        query={users}
        columns={columns}
        keyOf={({ id }) => id}
        empty={null}
      />
    </SettingsList>
  );
}
