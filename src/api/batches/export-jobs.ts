import { Readable } from 'node:stream';
import { csvRecord, defused } from '../../domain/batches/csv-text.ts';
import type { BatchJobRow } from '../../store/batches/batch-job-row.ts';
import type { BatchRow } from '../../store/batches/batch-row.ts';
import type { BinaryAnswer } from '../endpoint.ts';

const columns: Readonly<Record<string, (job: BatchJobRow) => string | number | null | undefined>> = {
  row: ({ rowNumber }) => rowNumber,
  job_id: ({ id }) => id,
  phone_number: ({ phoneNumber }) => phoneNumber,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  skip_reason: ({ skipReason }) => skipReason,
  detail: ({ detail }) => detail,
  attempt: ({ attempt }) => attempt,
  call_id: ({ callId }) => callId,
  ended_at: ({ endedAt }) => endedAt?.toISOString(),
  name: ({ customer }) => customer.name,
  email: ({ customer }) => customer.email,
  timezone: ({ customer }) => customer.timezone,
  scheduled_at: ({ scheduledAt }) => scheduledAt?.toISOString(),
  external_id: ({ customer }) => customer.externalId,
  from_number: ({ fromNumber }) => fromNumber,
  language: ({ overrides }) => overrides?.language,
  first_message: ({ overrides }) => overrides?.firstMessage,
};

/** Jobs as a file, read from the table as slowly as it is downloaded. */
export function exportJobs(
  { id, variables }: BatchRow,
  jobs: AsyncIterable<readonly BatchJobRow[]>,
  { isRaw }: { readonly isRaw: boolean },
): BinaryAnswer {
  const cell = (value: string | number | null | undefined): string | number | null =>
    typeof value === 'string' && !isRaw ? defused(value) : (value ?? null);
  const spell = (job: BatchJobRow) =>
    csvRecord([
      ...Object.values(columns).map((read) => cell(read(job))),
      ...variables.map((name) => cell(job.dynamic[name])),
    ]);
  async function* records() {
    yield csvRecord([...Object.keys(columns), ...variables]);
    for await (const some of jobs) yield some.map(spell).join('');
  }
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${id}.csv"`,
    },
    stream: Readable.from(records(), { objectMode: false }),
  };
}
