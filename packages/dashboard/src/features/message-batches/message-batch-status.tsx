import type { MessageBatch, MessageBatchStatus } from '@parley/sdk/client';
import { Badge, type Tone } from '../../components/badge.tsx';
import { formatDateTime } from '../../format.ts';
import { text } from '../../text/index.ts';

const tones: Record<MessageBatchStatus, Tone> = {
  pending_approval: 'warn',
  scheduled: 'neutral',
  running: 'info',
  paused: 'warn',
  completed: 'ok',
  cancelled: 'neutral',
};

export const MessageBatchStatusBadge = ({ status }: { readonly status: MessageBatchStatus }) => (
  <Badge tone={tones[status]}>{text.messageBatches.statuses[status]}</Badge>
);

/** Returns the name of a batch, or when it was created. */
export const messageBatchName = ({ name, createdAt }: Pick<MessageBatch, 'name' | 'createdAt'>): string =>
  name === '' ? text.messageBatches.unnamed(formatDateTime(createdAt)) : name;
