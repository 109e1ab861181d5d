import type { DispositionStatus } from '@parley/sdk/client';
import { Badge, type Tone } from '../../components/badge.tsx';
import { text } from '../../text/index.ts';

const tones: Record<DispositionStatus, Tone> = {
  pending: 'info',
  in_progress: 'info',
  completed: 'neutral',
  cancelled: 'neutral',
  expired: 'warn',
  failed: 'bad',
};

export const DispositionStatusBadge = ({ status }: { readonly status: DispositionStatus }) => (
  <Badge tone={tones[status]}>{text.dispositions.statuses[status]}</Badge>
);

/** Returns the name of a built-in disposition, or the code of the workspace as words. */
export const dispositionName = (code: string): string =>
  text.dispositions.names[code] ?? code.replaceAll('_', ' ');
