import { noon } from '../support/fixtures.ts';
import type { References } from './references.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Rows = readonly (readonly [table: string, row: Row])[];

const at = noon.toISOString();

/** The times of every row. */
export const stamps = { created_at: at, updated_at: at };

/** Returns a row of `calls` without an id, a room and a state. Every text contains `word`. */
export function callRow(refs: References, word: string): Row {
  const agent = {
    id: refs.agent,
    name: word,
    model: 'builtin/flow',
    voice: { provider: 'builtin', voiceId: 'rms' },
  };
  return {
    workspace_id: refs.workspace,
    direction: 'outbound',
    type: 'phone',
    from_number: refs.ownedNumber,
    to_number: refs.customerNumber,
    agent_id: refs.agent,
    agent_version: 1,
    agent,
    flow_id: refs.flow,
    flow_version: 1,
    batch_id: refs.batch,
    job_id: refs.job,
    attempt: 1,
    customer: { name: word },
    dynamic: { word },
    metadata: { word },
    variables: { word },
    record: true,
    latency: [],
    costs: [
      {
        provider: word,
        model: word,
        kind: 'speech-to-text',
        quantity: 12.5,
        unit: 'seconds',
        estimated: false,
        cost: '0.0016',
        currency: 'USD',
      },
    ],
    event_sequence: 1,
    ...stamps,
  };
}

/** Returns a row of `erasures`. */
export function erasureRow(refs: References): Row {
  return {
    id: refs.erasure,
    workspace_id: refs.workspace,
    kind: 'phoneNumber',
    status: 'completed',
    requested_by: refs.user,
    completed_at: stamps.created_at,
    ...stamps,
  };
}

/** Returns a row of `tasks`. Every text contains `word`. */
export function taskRow(refs: References, word: string): Row {
  return {
    id: refs.task,
    workspace_id: refs.workspace,
    kind: 'person_requested',
    status: 'open',
    reason: word,
    note: word,
    assignee: word,
    address: refs.customerNumber,
    conversation_id: refs.conversation,
    ...stamps,
  };
}
