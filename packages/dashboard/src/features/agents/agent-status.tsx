import type { Agent } from '@parley/sdk/client';
import { Badge } from '../../components/badge.tsx';
import { text } from '../../text/index.ts';

export const AgentStatusBadge = ({ status }: Pick<Agent, 'status'>) => (
  <Badge tone={status === 'active' ? 'ok' : 'neutral'}>{text.agents.statuses[status]}</Badge>
);
