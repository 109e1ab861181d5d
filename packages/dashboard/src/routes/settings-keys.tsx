import type { Key } from '@parley/sdk/client';
import { api, queryClient, useList } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Confirm } from '../components/dialog.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { useCan } from '../features/session/session.ts';
import { CreateKey } from '../features/settings/create-key.tsx';
import { SettingsList } from '../features/settings/section.tsx';
import { text } from '../text/index.ts';

const words = text.settings.keys;

const scopesOf = ({ preset, scopes }: Key): string =>
  preset === null ? scopes.join(', ') : (words.presetNames[preset] ?? preset);

const columns: readonly Column<Key>[] = [
  { header: words.columns.name, width: 'minmax(8rem, 1fr)', cell: ({ name }) => name, secondLine: scopesOf },
  {
    header: words.columns.key,
    width: '11rem',
    cell: ({ prefix, lastFour }) => <code className="font-mono text-xs">{`${prefix}…${lastFour}`}</code>,
    isSecondary: true,
  },
  {
    header: words.columns.scopes,
    width: 'minmax(8rem, 1fr)',
    cell: scopesOf,
    isSecondary: true,
  },
  {
    header: words.columns.lastUsed,
    width: '7rem',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <RelativeTime value={lastUsedAt} />),
    isSecondary: true,
  },
  {
    header: words.columns.expires,
    width: '7rem',
    cell: ({ expiresAt, revokedAt }) => {
      if (revokedAt !== null) return <Badge tone="bad">{words.revoked}</Badge>;
      return expiresAt === null ? words.never : <RelativeTime value={expiresAt} />;
    },
  },
  { header: words.columns.actions, width: '7rem', align: 'end', cell: (key) => <RevokeKey apiKey={key} /> },
];

function RevokeKey({ apiKey: { id, name, revokedAt } }: { readonly apiKey: Key }) {
  const canWrite = useCan('keys:write');
  if (revokedAt !== null) return null;
  return (
    <Confirm
      trigger={(open) => (
        <Button variant="danger" disabled={!canWrite} onClick={open} aria-label={`${words.revoke} ${name}`}>
          {words.revoke}
        </Button>
      )}
      title={words.revokeTitle}
      description={words.revokeDescription(name)}
      action={words.revoke}
      onConfirm={async () => {
        await api.revokeKey({ path: { keyId: id } });
        await queryClient.invalidateQueries({ queryKey: ['listKeys'] });
      }}
    />
  );
}

export function KeysSection() {
  const canRead = useCan('keys:read');
  const keys = useList('listKeys', {}, { enabled: canRead });
  if (!canRead)
    return <EmptyState title={text.settings.sections.keys}>{text.common.forbidden('keys:read')}</EmptyState>;
  return (
    <SettingsList actions={<CreateKey />}>
      <DataTable
        label={text.settings.sections.keys}
        query={keys}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState title={words.emptyTitle}>{words.empty}</EmptyState>}
      />
    </SettingsList>
  );
}
