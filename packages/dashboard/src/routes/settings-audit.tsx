import type { AuditEntry } from '@parley/sdk/client';
import { useList } from '../api.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ResourceLink } from '../components/resource-link.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { useSession } from '../features/session/session.ts';
import { SettingsList } from '../features/settings/section.tsx';
import { formatDateTime } from '../format.ts';
import { labelOf } from '../wording.ts';
import { text } from '../text/index.ts';

const words = text.settings.audit;

const columns: readonly Column<AuditEntry>[] = [
  {
    header: words.columns.action,
    width: 'minmax(9rem, 1fr)',
    cell: ({ action }) => labelOf(action.replace('.', ' ')),
  },
  {
    header: words.columns.actor,
    width: 'minmax(9rem, 1fr)',
    narrowWidth: 'minmax(5rem, 1fr)',
    cell: (entry) => <Actor entry={entry} />,
  },
  {
    header: words.columns.subject,
    width: 'minmax(9rem, 1fr)',
    cell: ({ subjectId, subjectName }) =>
      subjectId === null ? '' : <ResourceLink id={subjectId} name={subjectName} />,
    isSecondary: true,
  },
  { header: words.columns.ip, width: '9rem', cell: ({ ip }) => ip ?? '', isSecondary: true },
  {
    header: words.columns.time,
    width: '11rem',
    narrowWidth: '6rem',
    align: 'end',
    cell: ({ createdAt }) => (
      <>
        <span className="max-md:hidden">{formatDateTime(createdAt)}</span>
        <span className="md:hidden">
          <RelativeTime value={createdAt} />
        </span>
      </>
    ),
  },
];

/** The name of the user or key that acted. */
function Actor({ entry: { actorType, actorId, actorName } }: { readonly entry: AuditEntry }) {
  const { user } = useSession();
  if (actorType === 'system') return text.common.product;
  if (actorId === user.id) return text.form.you;
  if (actorName === null) return text.form.somebody;
  return actorType === 'key' ? text.form.key(actorName) : actorName;
}

export function AuditSection() {
  const entries = useList('listAuditLog', { query: { limit: 50 } });
  return (
    <SettingsList>
      <DataTable
        label={text.settings.sections.audit}
        query={entries}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState title={words.emptyTitle}>{words.empty}</EmptyState>}
      />
    </SettingsList>
  );
}
