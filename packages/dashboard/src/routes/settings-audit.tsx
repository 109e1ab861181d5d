import type { AuditEntry } from '@parley/sdk/client';
import { useList } from '../api.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/states.tsx';
import { SettingsList } from '../features/settings/section.tsx';
import { formatDateTime } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.settings.audit;

const columns: readonly Column<AuditEntry>[] = [
  { header: words.columns.action, width: 'minmax(9rem, 1fr)', cell: ({ action }) => action },
  {
    header: words.columns.actor,
    width: 'minmax(9rem, 1fr)',
    cell: ({ actorType, actorId }) => `${actorType} ${actorId ?? ''}`,
    isSecondary: true,
  },
  {
    header: words.columns.subject,
    width: 'minmax(9rem, 1fr)',
    cell: ({ subjectId }) => subjectId ?? '',
    isSecondary: true,
  },
  { header: words.columns.ip, width: '9rem', cell: ({ ip }) => ip ?? '', isSecondary: true },
  {
    header: words.columns.time,
    width: '11rem',
    align: 'end',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
];

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
