import type { Webhook } from '@parley/sdk/client';
import { useList } from '../api.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { CreateWebhook } from '../features/settings/create-webhook.tsx';
import { SettingsList } from '../features/settings/section.tsx';
import { WebhookStatusBadge } from '../features/settings/webhook-status.tsx';
import { text } from '../text/index.ts';

const words = text.settings.webhooks;

const columns: readonly Column<Webhook>[] = [
  { header: words.columns.url, width: 'minmax(12rem, 2fr)', cell: ({ url }) => url },
  {
    header: words.columns.events,
    width: 'minmax(8rem, 1fr)',
    cell: ({ events }) => (events.includes('*') ? words.allEvents : events.join(', ')),
    isSecondary: true,
  },
  {
    header: words.columns.status,
    width: '11rem',
    cell: ({ status }) => <WebhookStatusBadge status={status} />,
  },
  {
    header: words.columns.lastSuccess,
    width: '8rem',
    align: 'end',
    cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? '' : <RelativeTime value={lastSuccessAt} />),
    isSecondary: true,
  },
];

export function WebhooksSection() {
  const webhooks = useList('listWebhooks', {});
  return (
    <SettingsList actions={<CreateWebhook />}>
      <DataTable
        label={text.settings.sections.webhooks}
        query={webhooks}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/settings/webhooks/$webhookId', params: { webhookId: id } })}
        empty={<EmptyState title={words.emptyTitle}>{words.empty}</EmptyState>}
      />
    </SettingsList>
  );
}
