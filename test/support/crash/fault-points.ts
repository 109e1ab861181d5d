import { writeSync } from 'node:fs';
import type { Database, Queryable, Scope } from '../../../src/store/database.ts';
import type { Statement } from '../../../src/store/queryable.ts';

/** The point at which a process kills itself: before or after the n-th matching statement after `arm`. */
export interface FaultPoint {
  /** From 1. */
  readonly nth: number;
  readonly side: 'before' | 'after';
  /**
   * Name of the statements to count; all statements if omitted. `commit x` and `committed x` are the points before and after the commit
   * of a transaction that contains statement x.
   */
  readonly statement?: string | undefined;
}

/** A transaction is named after the first of these statements that it contains, or else after its last statement. */
export const landmarks: ReadonlySet<string> = new Set([
  'begin_dials',
  'take_over_dials',
  'release_dials',
  'settle_batch_jobs',
  'insert_batch_jobs',
  'change_batch_status',
  'begin_callback',
  'insert_call',
  'insert_dial_intent',
  'end_call',
  'insert_inbound_message',
  'save_reply_state',
  'begin_attempt',
  'change_message_status',
  'decide_message',
  'store_receipt',
]);

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Kills this process at a fault point with SIGKILL, after it has written the point to a file. */
export class FaultPoints {
  readonly #faultFile: number;
  #armed: FaultPoint | undefined;
  #matches = 0;

  /** @param faultFile open file descriptor */
  constructor(faultFile: number) {
    this.#faultFile = faultFile;
  }

  arm(point: FaultPoint): void {
    this.#armed = point;
    this.#matches = 0;
  }

  readonly step: Step = async (name, work) => {
    const isReached = this.#isReached(name);
    if (isReached && this.#armed?.side === 'before') this.#kill(name);
    const result = await work();
    if (isReached) this.#kill(name);
    return result;
  };

  #isReached(name: string): boolean {
    if (this.#armed === undefined) return false;
    const { statement, nth } = this.#armed;
    if (statement !== undefined && statement !== name) return false;
    this.#matches += 1;
    return this.#matches === nth;
  }

  #kill(name: string): void {
    writeSync(this.#faultFile, `${this.#armed!.side} ${name}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Returns the database with a fault point before and after each statement and each commit: `step` runs them. */
export function withFaultPoints(database: Database, { step }: Pick<FaultPoints, 'step'>): Database {
  return {
    inWorkspace: (workspaceId) => scopeWithSteps(database.inWorkspace(workspaceId), step),
    asSystem: () => scopeWithSteps(database.asSystem(), step),
    get waiting() {
      return database.waiting;
    },
    listen: (...subscription) => database.listen(...subscription),
    onEventsCommitted: (listener) => database.onEventsCommitted(listener),
    checkHealth: () => database.checkHealth(),
    close: () => database.close(),
  };
}

function scopeWithSteps(scope: Scope, step: Step): Scope {
  return {
    ...withSteps(scope, step),
    async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
      let label = 'empty';
      const inside: Step = (name, run) => {
        if (!landmarks.has(label)) label = name;
        return step(name, run);
      };
      const result = await scope.transaction(async (tx) => {
        const value = await work(withSteps(tx, inside));
        return step(`commit ${label}`, () => Promise.resolve(value));
      });
      return step(`committed ${label}`, () => Promise.resolve(result));
    },
  };
}

function withSteps(db: Queryable, step: Step): Queryable {
  const nameOf = ({ name }: Statement): string => name ?? 'unnamed';
  return {
    rows: <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      step(nameOf(statement), () => db.rows<Row>(statement, values)),
    row: <Row extends object>(statement: Statement, values?: readonly unknown[]) =>
      step(nameOf(statement), () => db.row<Row>(statement, values)),
    execute: (statement, values) => step(nameOf(statement), () => db.execute(statement, values)),
    write: (statement, values) => step(nameOf(statement), () => db.write(statement, values)),
  };
}
