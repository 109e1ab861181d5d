import type { TransitionTable } from './transition-table.ts';
import type { ClientAction, ClientInput } from './invite-client-transitions.ts';

export type NonInviteClientState = 'trying' | 'proceeding' | 'completed' | 'terminated';

/** RFC 3261 §17.1.2, figure 6. */
export const nonInviteClientTable: TransitionTable<NonInviteClientState, ClientInput, ClientAction> = {
  initial: 'trying',
  transitions: {
    trying: {
      '1xx': ['proceeding', 'pass up'],
      '2xx': ['completed', 'pass up'],
      '300-699': ['completed', 'pass up'],
      'timer E': ['trying', 'resend'],
      'timer F': ['terminated', 'time out'],
      'transport error': ['terminated', 'fail'],
    },
    proceeding: {
      '1xx': ['proceeding', 'pass up'],
      '2xx': ['completed', 'pass up'],
      '300-699': ['completed', 'pass up'],
      'timer E': ['proceeding', 'resend'],
      'timer F': ['terminated', 'time out'],
      'transport error': ['terminated', 'fail'],
    },
    completed: {
      'timer K': ['terminated', 'none'],
    },
    terminated: {},
  },
  timers: {
    trying: ['E', 'F'],
    proceeding: ['E', 'F'],
    completed: ['K'],
    terminated: [],
  },
};
