import type { Queryable, Statement } from '../queryable.ts';

/** Events and deliveries are kept for this long. */
const keptFor = '30 days';
/** Rows per statement, so that no statement holds its locks for long. */
const batchSize = 1_000;

/** The deliveries and attempts of an event are deleted with the event. */
const purge: Statement = {
  name: 'purge_events',
  text: `delete from events where id in (
      select id from events where created_at < now() - interval '${keptFor}' and published_position is not null
      order by created_at limit $1)`,
};

/** Deletes the job groups of deleted endpoints. A job group limits the concurrent deliveries to its endpoint. */
const purgeGroups: Statement = {
  name: 'purge_webhook_groups',
  text: `delete from job_groups g where g.id like 'whk\\_%'
      and not exists (select from webhook_endpoints w where w.id = g.id)
      and not exists (select from jobs j where j.group_id = g.id)`,
};

/** Deletes expired events with their deliveries. Requires the system scope. Returns how many events were deleted. */
export async function purgeEvents(db: Queryable): Promise<number> {
  await db.execute(purgeGroups);
  for (let total = 0; ;) {
    const count = await db.execute(purge, [batchSize]);
    total += count;
    if (count < batchSize) return total;
  }
}
