import type { Scope } from '../database.ts';
import { foldChanges } from '../fold-changes.ts';
import type { Queryable, Statement } from '../queryable.ts';

const fold: Statement = {
  name: 'fold_number_days',
  text: `with taken as (
      delete from number_day_changes where ctid = any(array(select ctid from number_day_changes limit $1)) returning *),
    grown as (
      insert into number_days (workspace_id, e164, day, calls, answered, voicemail, failed)
      select workspace_id, e164, day, count(*), sum(answered), sum(voicemail), sum(failed) from taken
      group by workspace_id, e164, day
      on conflict (workspace_id, e164, day) do update set calls = number_days.calls + excluded.calls,
        answered = number_days.answered + excluded.answered, voicemail = number_days.voicemail + excluded.voicemail,
        failed = number_days.failed + excluded.failed)
    select count(*)::float8 as changes from taken`,
};

/** Adds to the days of numbers the calls that have ended since the last time. False where another process is at it. */
export const foldNumberDays = (system: Scope): Promise<boolean> =>
  foldChanges(system, { lock: 7_249_012, fold });

/** The longest time that can be asked for, and that long again. */
const keptDays = 180;

const purge: Statement = {
  name: 'purge_number_days',
  text: `delete from number_days where day < current_date - $1::integer`,
};

/** Forgets days that nobody can ask for; how many. `db` is the system's scope. */
export function purgeNumberDays(db: Queryable): Promise<number> {
  return db.execute(purge, [keptDays]);
}
