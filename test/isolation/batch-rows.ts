import { newId } from '../../src/core/ids.ts';
import { Retry } from '../../src/domain/batches/batch.ts';
import { noon } from '../support/fixtures.ts';
import { stamps, type Rows } from './call-and-task-rows.ts';
import type { References } from './references.ts';

const at = noon.toISOString();
const later = new Date(noon.getTime() + 365 * 86_400_000).toISOString();

/** Returns the rows of a running and an ended batch of calls. */
export function batchRows(refs: References, word: string): Rows {
  const { workspace: workspace_id, batch: batch_id, agent: agent_id } = refs;
  const job = {
    workspace_id,
    batch_id,
    row_number: 1,
    phone_number: refs.customerNumber,
    detail: word,
    customer: { name: word },
    dynamic: { word },
    run_at: later,
    ...stamps,
  };
  const batch = {
    workspace_id,
    name: word,
    status_detail: word,
    agent_id,
    from_numbers: [refs.ownedNumber],
    calls_per_second: 1,
    retry: Retry.parse({}),
    metadata: { word },
    file_sha256: word,
    waiting_for: 'none',
    total: 0,
    pending: 0,
    dialing: 0,
    in_progress: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    connected: 0,
    ...stamps,
  };
  const endedJob = { batch_id: refs.endedBatch, phone_number: '+12025550162', ended_at: stamps.updated_at };
  return [
    ['batches', { ...batch, id: batch_id, status: 'running' }],
    ['batches', { ...batch, id: refs.endedBatch, status: 'completed', ended_at: stamps.updated_at }],
    ['batch_jobs', { ...job, id: refs.job, status: 'in_progress', attempt: 1, call_id: refs.call }],
    ['batch_jobs', { ...job, id: refs.pendingJob, status: 'pending', attempt: 0 }],
    ['batch_jobs', { ...job, ...endedJob, id: newId('job'), status: 'failed', outcome: 'busy' }],
  ];
}

/** Returns the rows of batches of messages. */
export function messageBatchRows(refs: References, word: string): Rows {
  const { workspace: workspace_id, messageBatch: batch_id } = refs;
  const batch = {
    workspace_id,
    name: word,
    status_detail: word,
    flow_id: refs.messageFlow,
    flow_version: 1,
    channel: 'sms',
    approved_by: word,
    approved_at: at,
    default_country: 'US',
    quiet_hours: { start: '21:00', end: '08:00', timezone: 'recipient', policy: 'shift' },
    messages_per_second: 1,
    metadata: { word },
    variables: [word],
    file_sha256: word,
    numbers_digest: word,
    created_by: word,
    test_only: false,
    ...stamps,
  };
  const row = {
    workspace_id,
    row_number: 1,
    recipient: refs.customerNumber,
    detail: word,
    customer: { name: word },
    dynamic: { word },
    run_at: later,
    ...stamps,
  };
  const ended = { status: 'completed', ended_at: stamps.updated_at };
  return [
    ['message_batches', { ...batch, id: batch_id, status: 'pending_approval', approval: 'first' }],
    ['message_batches', { ...batch, id: refs.runningMessageBatch, status: 'running', approval: 'none' }],
    ['message_batches', { ...batch, ...ended, id: refs.endedMessageBatch, approval: 'none' }],
    ['batch_messages', { ...row, batch_id, id: refs.job, status: 'pending' }],
    ['batch_messages', { ...row, batch_id: refs.endedMessageBatch, id: newId('job'), status: 'failed' }],
  ];
}
