import type { Flow } from '@parley/sdk/client';
import { Badge } from '../../components/badge.tsx';
import { text } from '../../text/index.ts';

export const FlowStatusBadge = ({ status }: Pick<Flow, 'status'>) => (
  <Badge tone={status === 'active' ? 'ok' : status === 'draft' ? 'info' : 'neutral'}>
    {text.flows.statuses[status]}
  </Badge>
);
