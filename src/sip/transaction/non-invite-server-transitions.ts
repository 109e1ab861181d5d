import type { TransitionTable } from './transition-table.ts';
import type { ServerAction, ServerInput } from './invite-server-transitions.ts';

export type NonInviteServerState = 'trying' | 'proceeding' | 'completed' | 'terminated';

/** RFC 3261 §17.2.2, figure 8. */
export const nonInviteServerTable: TransitionTable<NonInviteServerState, ServerInput, ServerAction> = {
  initial: 'trying',
  transitions: {
    trying: {
      'send 1xx': ['proceeding', 'send'],
      'send 2xx': ['completed', 'send'],
      'send 300-699': ['completed', 'send'],
    },
    proceeding: {
      request: ['proceeding', 'resend'],
      'send 1xx': ['proceeding', 'send'],
      'send 2xx': ['completed', 'send'],
      'send 300-699': ['completed', 'send'],
      'transport error': ['terminated', 'fail'],
    },
    completed: {
      request: ['completed', 'resend'],
      'timer J': ['terminated', 'none'],
      'transport error': ['terminated', 'fail'],
    },
    terminated: {},
  },
  timers: {
    trying: [],
    proceeding: [],
    completed: ['J'],
    terminated: [],
  },
};
