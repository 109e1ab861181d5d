import type { Webhook, WebhookDelivery, WebhookDeliveryStatus } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, useChange, useList } from '../api.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Secret } from '../components/secret.tsx';
import { EmptyState, FormError, QueryState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { useCan } from '../features/session/session.ts';
import { WebhookDeliveryDialog } from '../features/settings/webhook-delivery.tsx';
import { WebhookStatusBadge } from '../features/settings/webhook-status.tsx';
import { text } from '../text/index.ts';

const words = text.settings.webhooks;

const tones: Record<WebhookDeliveryStatus, Tone> = {
  waiting: 'neutral',
  pending: 'info',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
};

const columns: readonly Column<WebhookDelivery>[] = [
  { header: words.delivery.event, width: 'minmax(10rem, 1fr)', cell: ({ event }) => event },
  {
    header: words.delivery.status,
    width: '7rem',
    cell: ({ status }) => <Badge tone={tones[status]}>{words.deliveryStatuses[status]}</Badge>,
  },
  {
    header: words.delivery.response,
    width: 'minmax(8rem, 1fr)',
    cell: ({ statusCode, error }) => error ?? statusCode ?? '',
    isSecondary: true,
  },
  {
    header: words.delivery.attempts,
    width: '6rem',
    align: 'end',
    cell: ({ attempts }) => attempts,
    isSecondary: true,
  },
  {
    header: words.delivery.time,
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    isSecondary: true,
  },
  {
    header: words.delivery.actions,
    width: '8rem',
    align: 'end',
    cell: (delivery) => <Redeliver delivery={delivery} />,
  },
];

function Redeliver({ delivery: { id, webhookId } }: { readonly delivery: WebhookDelivery }) {
  const canWrite = useCan('webhooks:write');
  const redeliver = useChange(() => api.redeliverWebhookDelivery({ path: { webhookId, deliveryId: id } }), {
    changes: ['listWebhookDeliveries'],
  });
  return (
    <Button
      className="relative z-1"
      disabled={!canWrite}
      pending={redeliver.isPending}
      onClick={() => redeliver.mutate(undefined)}
    >
      {words.redeliver}
    </Button>
  );
}

/** One webhook with every delivery. */
export function WebhookSection() {
  const { webhookId } = useParams({ from: '/shell/settings/webhooks/$webhookId' });
  const query = useQuery({
    queryKey: ['getWebhook', webhookId],
    queryFn: ({ signal }) => api.getWebhook({ path: { webhookId }, signal }),
  });
  return <QueryState query={query}>{(webhook) => <WebhookView webhook={webhook} />}</QueryState>;
}

function WebhookView({ webhook }: { readonly webhook: Webhook }) {
  const deliveries = useList(
    'listWebhookDeliveries',
    { path: { webhookId: webhook.id }, query: { limit: 50 } },
    { refetchMs: 3_000 },
  );
  const { delivery } = useSearch({ from: '/shell/settings/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/settings/webhooks/$webhookId' });
  return (
    <div className="flex h-full flex-col">
      <header className="grid gap-3 px-6 py-4 max-md:px-4">
        <div className="flex flex-wrap items-center gap-3">
          <Link to="/settings/webhooks" className="text-sm text-muted underline-offset-2 hover:underline">
            {text.settings.sections.webhooks}
          </Link>
          <h2 className="min-w-0 flex-1 font-medium break-all">{webhook.url}</h2>
          <WebhookStatusBadge status={webhook.status} />
        </div>
        {webhook.statusDetail !== null && <p className="text-sm text-bad">{webhook.statusDetail}</p>}
        <WebhookActions webhook={webhook} />
      </header>
      <div className="min-h-0 flex-1">
        <DataTable
          label={words.deliveries}
          query={deliveries}
          columns={columns}
          keyOf={({ id }) => id}
          linkOf={({ id, webhookId }) => ({
            to: '/settings/webhooks/$webhookId',
            params: { webhookId },
            search: { delivery: id },
          })}
          empty={<EmptyState title={words.noDeliveries}>{words.noDeliveriesHint}</EmptyState>}
        />
      </div>
      {delivery !== undefined && (
        <WebhookDeliveryDialog
          webhookId={webhook.id}
          deliveryId={delivery}
          onClose={() => void navigate({ search: {} })}
        />
      )}
    </div>
  );
}

const changes = ['getWebhook', 'listWebhooks', 'listWebhookDeliveries'];

function WebhookActions({ webhook: { id: webhookId, status } }: { readonly webhook: Webhook }) {
  const navigate = useNavigate();
  const canWrite = useCan('webhooks:write');
  const [secret, setSecret] = useState<string>();
  const path = { webhookId };
  const isEnabled = status === 'enabled';
  const test = useChange(() => api.testWebhook({ path }), { changes });
  const toggle = useChange(
    () => api.updateWebhook({ path, body: { status: isEnabled ? 'disabled' : 'enabled' } }),
    { changes },
  );
  if (!canWrite) return <p className="text-sm text-muted">{text.common.forbidden('webhooks:write')}</p>;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button pending={test.isPending} onClick={() => test.mutate(undefined)}>
          {words.test}
        </Button>
        <Button pending={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
          {isEnabled ? words.disable : words.enable}
        </Button>
        <Confirm
          trigger={(open) => <Button onClick={open}>{words.rotate}</Button>}
          title={words.rotateTitle}
          description={words.rotateDescription}
          action={words.rotate}
          onConfirm={async () => setSecret((await api.rotateWebhookSecret({ path })).secret)}
        />
        <Confirm
          trigger={(open) => (
            <Button variant="danger" onClick={open}>
              {words.delete}
            </Button>
          )}
          title={words.deleteTitle}
          description={words.deleteDescription}
          action={words.delete}
          onConfirm={async () => {
            await api.deleteWebhook({ path });
            await queryClient.invalidateQueries({ queryKey: ['listWebhooks'] });
            await navigate({ to: '/settings/webhooks' });
          }}
        />
      </div>
      {test.isSuccess && (
        <p role="status" className="text-sm text-muted">
          {words.tested}
        </p>
      )}
      {secret !== undefined && <Secret label={words.createdTitle} value={secret} />}
      <FormError message={test.message || toggle.message} />
    </>
  );
}
