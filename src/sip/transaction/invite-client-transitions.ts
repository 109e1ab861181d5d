import type { TransitionTable } from './transition-table.ts';

export type InviteClientState = 'calling' | 'proceeding' | 'completed' | 'accepted' | 'terminated';
export type ClientInput = '1xx' | '2xx' | '300-699' | 'transport error';
export type ClientAction =
  | 'resend'
  | 'pass up'
  | 'pass up and acknowledge'
  | 'acknowledge'
  | 'time out'
  | 'fail'
  | 'none';

/**
 * RFC 3261 §17.1.1, figure 5, with the Accepted state of RFC 6026 §7.2, and the timeout of a cancelled INVITE (§9.1).
 */
export const inviteClientTable: TransitionTable<InviteClientState, ClientInput, ClientAction> = {
  initial: 'calling',
  transitions: {
    calling: {
      '1xx': ['proceeding', 'pass up'],
      '2xx': ['accepted', 'pass up'],
      '300-699': ['completed', 'pass up and acknowledge'],
      'timer A': ['calling', 'resend'],
      'timer B': ['terminated', 'time out'],
      'transport error': ['terminated', 'fail'],
    },
    proceeding: {
      '1xx': ['proceeding', 'pass up'],
      '2xx': ['accepted', 'pass up'],
      '300-699': ['completed', 'pass up and acknowledge'],
      'timer cancel': ['terminated', 'time out'],
      'transport error': ['terminated', 'fail'],
    },
    completed: {
      '300-699': ['completed', 'acknowledge'],
      'timer D': ['terminated', 'none'],
      'transport error': ['terminated', 'none'],
    },
    accepted: {
      '2xx': ['accepted', 'pass up'],
      'timer M': ['terminated', 'none'],
    },
    terminated: {},
  },
  timers: {
    calling: ['A', 'B'],
    proceeding: [],
    completed: ['D'],
    accepted: ['M'],
    terminated: [],
  },
};
