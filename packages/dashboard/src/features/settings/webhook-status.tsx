import type { WebhookStatus } from '@parley/sdk/client';
import { Badge } from '../../components/badge.tsx';
import { text } from '../../text/index.ts';

const tones = { enabled: 'ok', disabled: 'neutral', auto_disabled: 'bad' } as const;

export const WebhookStatusBadge = ({ status }: { readonly status: WebhookStatus }) => (
  <Badge tone={tones[status]}>{text.settings.webhooks.statuses[status]}</Badge>
);
