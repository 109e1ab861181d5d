import type { RatePlan, RatePlanLimits, RatePlanTable } from '../domain/rate-plan.ts';
import type { Database } from './database.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Channel of notifications that the limits of a plan changed. */
const plansChannel = 'parley_plans';

/** The limits of a plan that the operator changed. Null: that of the settings. */
export type PlanChanges = { readonly [Limit in keyof RatePlanLimits]: number | null };

export interface PlanRow extends PlanChanges {
  readonly name: RatePlan;
  readonly updatedAt: Date;
}

const columns = `name, requests_per_minute as "requestsPerMinute", concurrent_calls as "concurrentCalls",
  call_starts_per_second as "callStartsPerSecond", updated_at as "updatedAt"`;

const list: Statement = { name: 'list_plans', text: `select ${columns} from plans`, isLookup: true };

/** Returns the plans that the operator changed. */
export const listPlanRows = (db: Queryable): Promise<PlanRow[]> => db.rows<PlanRow>(list);

const save: Statement = {
  name: 'save_plan',
  text: `with saved as (
      insert into plans (name, requests_per_minute, concurrent_calls, call_starts_per_second, updated_at)
      values ($1, $2, $3, $4, $5)
      on conflict (name) do update set requests_per_minute = $2, concurrent_calls = $3, call_starts_per_second = $4,
        updated_at = $5
      returning *)
    select ${columns}, pg_notify('${plansChannel}', '') from saved`,
};

/** Stores the changed limits of a plan. The nodes apply them after the commit. */
export async function savePlan(tx: Queryable, { name, updatedAt, ...limits }: PlanRow): Promise<void> {
  const { requestsPerMinute, concurrentCalls, callStartsPerSecond } = limits;
  await tx.row(save, [name, requestsPerMinute, concurrentCalls, callStartsPerSecond, updatedAt]);
}

const lock: Statement = {
  name: 'lock_plans',
  text: `select pg_advisory_xact_lock(hashtext('${plansChannel}'))`,
};

/** Lets one transaction at a time change plans. */
export async function lockPlans(tx: Queryable): Promise<void> {
  await tx.row(lock);
}

/** The limits of the plans on this node, which change when the operator changes them. */
export class StoredPlans {
  /** The limits of the settings. */
  readonly defaults: RatePlanTable;
  readonly #database: Database;
  readonly #limits: Record<RatePlan, RatePlanLimits>;

  constructor(database: Database, defaults: RatePlanTable) {
    this.#database = database;
    this.defaults = defaults;
    this.#limits = { ...defaults };
  }

  /** The current limits. The object stays the same; its values change. */
  get limits(): RatePlanTable {
    return this.#limits;
  }

  /** Reads the limits from the database. */
  async load(): Promise<void> {
    const rows = await listPlanRows(this.#database.asSystem());
    const changes = new Map(rows.map((row) => [row.name, row]));
    for (const name of Object.keys(this.defaults) as RatePlan[])
      this.#limits[name] = withChanges(this.defaults[name], changes.get(name));
  }

  /** Reads the limits again after each change, and when listening starts or resumes. Returns the function that stops. */
  listen(onError: (error: unknown) => void): () => void {
    const load = () => void this.load().catch(onError);
    return this.#database.listen(plansChannel, load, load);
  }
}

/** Returns the limits with those that the operator changed. */
export const withChanges = (defaults: RatePlanLimits, changes: PlanChanges | undefined): RatePlanLimits => ({
  requestsPerMinute: changes?.requestsPerMinute ?? defaults.requestsPerMinute,
  concurrentCalls: changes?.concurrentCalls ?? defaults.concurrentCalls,
  callStartsPerSecond: changes?.callStartsPerSecond ?? defaults.callStartsPerSecond,
});
