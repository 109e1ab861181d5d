import type { TransitionTable } from './transition-table.ts';

export type InviteServerState =
  | 'trying'
  | 'proceeding'
  | 'completed'
  | 'confirmed'
  | 'accepted'
  | 'terminated';
/** `request` is a retransmission of the request; `send …` a response from the transaction user. */
export type ServerInput = 'request' | 'ACK' | 'send 1xx' | 'send 2xx' | 'send 300-699' | 'transport error';
export type ServerAction =
  | 'send'
  | 'send 100'
  | 'resend'
  | 'acknowledged'
  | 'pass up ACK'
  | 'unacknowledged'
  | 'fail'
  | 'none';

/**
 * RFC 3261 §17.2.1, figure 7, with the Accepted state and the transport errors of RFC 6026 §7.1. Proceeding is split in
 * two: in `trying` nothing has been sent yet, and the 200 ms timer of the automatic 100 runs.
 */
export const inviteServerTable: TransitionTable<InviteServerState, ServerInput, ServerAction> = {
  initial: 'trying',
  transitions: {
    trying: {
      'timer 100': ['proceeding', 'send 100'],
      request: ['proceeding', 'send 100'],
      'send 1xx': ['proceeding', 'send'],
      'send 2xx': ['accepted', 'send'],
      'send 300-699': ['completed', 'send'],
    },
    proceeding: {
      request: ['proceeding', 'resend'],
      'send 1xx': ['proceeding', 'send'],
      'send 2xx': ['accepted', 'send'],
      'send 300-699': ['completed', 'send'],
      'transport error': ['proceeding', 'fail'],
    },
    completed: {
      request: ['completed', 'resend'],
      ACK: ['confirmed', 'acknowledged'],
      'timer G': ['completed', 'resend'],
      'timer H': ['terminated', 'unacknowledged'],
      'transport error': ['completed', 'fail'],
    },
    confirmed: {
      'timer I': ['terminated', 'none'],
    },
    accepted: {
      'send 2xx': ['accepted', 'send'],
      ACK: ['accepted', 'pass up ACK'],
      'timer L': ['terminated', 'none'],
      'transport error': ['accepted', 'fail'],
    },
    terminated: {},
  },
  timers: {
    trying: ['100'],
    proceeding: [],
    completed: ['G', 'H'],
    confirmed: ['I'],
    accepted: ['L'],
    terminated: [],
  },
};
