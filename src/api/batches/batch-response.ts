import { z } from 'zod';
import { Batch, BatchJob } from '../../domain/batches/batch.ts';
import { countFieldOf, type BatchCounts } from '../../domain/batches/batch-counts.ts';
import type { BatchJobRow } from '../../store/batches/batch-jobs.ts';
import type { BatchRow } from '../../store/batches/batches.ts';
import type { PathParameter } from '../endpoint.ts';

export const BatchResponse = Batch.meta({ id: 'Batch' });

export const batchParameter = {
  batchId: { kind: 'batch', notFoundCode: 'batch_not_found', description: 'The batch.' },
} as const satisfies Record<string, PathParameter>;

export const jobParameter = {
  ...batchParameter,
  jobId: { kind: 'job', notFoundCode: 'job_not_found', description: 'A row of the batch.' },
} as const satisfies Record<string, PathParameter>;

const toIsoString = (time: Date | null): string | null => time?.toISOString() ?? null;

const countFields = ['total', ...Object.values(countFieldOf), 'connected'] as const;

/** Returns only the counts of the batch. */
export const countsOf = (row: BatchRow): BatchCounts =>
  Object.fromEntries(countFields.map((field) => [field, row[field]])) as Record<
    (typeof countFields)[number],
    number
  >;

const removeQuery = (url: string): string => url.split('?', 1)[0]!;

/** Returns the batch as the API shows it. The query of `predialUrl` is removed: it can contain a secret. */
export function toBatchResponse(row: BatchRow): z.input<typeof Batch> {
  const { id, name, status, statusDetail, waitingFor, agentId, defaultCountry, window, retry, metadata } =
    row;
  return {
    batchId: id,
    name,
    status,
    statusDetail,
    waitingFor,
    agentId,
    againOf: row.againOf,
    fromNumbers: [...row.fromNumbers],
    defaultCountry,
    scheduledAt: toIsoString(row.scheduledAt),
    window,
    purpose: row.purpose,
    consent: row.consent,
    maxConcurrency: row.maxConcurrency,
    reservedConcurrency: row.reservedConcurrency,
    callsPerSecond: row.callsPerSecond,
    predialUrl: row.predialUrl === null ? null : removeQuery(row.predialUrl),
    retry,
    metadata,
    totalRows: row.total,
    ...countsOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    startedAt: toIsoString(row.startedAt),
    endedAt: toIsoString(row.endedAt),
  };
}

export function toBatchJobResponse(row: BatchJobRow): z.input<typeof BatchJob> {
  const { id, batchId, rowNumber, phoneNumber, status, outcome, skipReason, detail, attempt, overrides } =
    row;
  return {
    jobId: id,
    batchId,
    row: rowNumber,
    phoneNumber,
    status,
    outcome,
    skipReason,
    detail,
    attempt,
    callId: row.callId,
    fromNumber: row.fromNumber,
    customer: row.customer,
    dynamic: row.dynamic,
    language: overrides?.language ?? null,
    firstMessage: overrides?.firstMessage ?? null,
    scheduledAt: toIsoString(row.scheduledAt),
    dueAt: toIsoString(row.dueAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    endedAt: toIsoString(row.endedAt),
  };
}
