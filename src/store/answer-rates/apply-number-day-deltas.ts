import type { Scope } from '../database.ts';
import { applyDeltas } from '../apply-deltas.ts';
import type { Queryable, Statement } from '../queryable.ts';

const apply: Statement = {
  name: 'apply_number_day_deltas',
  text: `with taken as (
      delete from number_day_changes where ctid = any(array(select ctid from number_day_changes limit $1)) returning *),
    updated as (
      insert into number_days (workspace_id, e164, day, calls, answered, voicemail, failed)
      select workspace_id, e164, day, count(*), sum(answered), sum(voicemail), sum(failed) from taken
      group by workspace_id, e164, day
      on conflict (workspace_id, e164, day) do update set calls = number_days.calls + excluded.calls,
        answered = number_days.answered + excluded.answered, voicemail = number_days.voicemail + excluded.voicemail,
        failed = number_days.failed + excluded.failed)
    select count(*)::float8 as deltas from taken`,
};

/** Applies the deltas of daily call counts per number. Returns false if another process is applying them. */
export const applyNumberDayDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, { lockId: 7_249_012, apply });

/** Twice the longest period that can be queried. */
const retentionDays = 180;

const purge: Statement = {
  name: 'purge_number_days',
  text: `delete from number_days where day < current_date - $1::integer`,
};

/** Deletes the counts of days that can no longer be queried. Returns the number of deleted rows. `db` is the system's scope. */
export function purgeNumberDays(db: Queryable): Promise<number> {
  return db.execute(purge, [retentionDays]);
}
