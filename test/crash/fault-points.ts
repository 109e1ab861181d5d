import { writeSync } from 'node:fs';
import type { Database, Queryable, Scope } from '../../src/store/database.ts';
import type { Statement } from '../../src/store/queryable.ts';

/** The point at which a process kills itself: before or after the n-th matching statement from now on. */
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
  'release_dials',
  'settle_batch_jobs',
  'insert_batch_jobs',
  'change_batch_status',
  'begin_callback',
  'insert_call',
  'insert_dial_intent',
  'end_call',
]);

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Kills this process at a fault point with SIGKILL, after it has written the point to a file. */
export class FaultPoints {
  readonly #noteFile: number;
  #armed: FaultPoint | undefined;
  #seen = 0;

  /** @param noteFile open file descriptor */
  constructor(noteFile: number) {
    this.#noteFile = noteFile;
  }

  arm(point: FaultPoint): void {
    this.#armed = point;
    this.#seen = 0;
  }

  readonly step: Step = async (name, work) => {
    const isHere = this.#isHere(name);
    if (isHere && this.#armed?.side === 'before') this.#die(name);
    const result = await work();
    if (isHere) this.#die(name);
    return result;
  };

  #isHere(name: string): boolean {
    if (this.#armed === undefined) return false;
    const { statement, nth } = this.#armed;
    if (statement !== undefined && statement !== name) return false;
    this.#seen += 1;
    return this.#seen === nth;
  }

  #die(name: string): void {
    writeSync(this.#noteFile, `${this.#armed!.side} ${name}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Returns the database with a fault point before and after each statement and each commit. */
export function withFaultPoints(database: Database, { step }: FaultPoints): Database {
  return {
    inWorkspace: (workspaceId) => scopeWithSteps(database.inWorkspace(workspaceId), step),
    asSystem: () => scopeWithSteps(database.asSystem(), step),
    get waiting() {
      return database.waiting;
    },
    listen: (...how) => database.listen(...how),
    checkHealth: () => database.checkHealth(),
    close: () => database.close(),
  };
}

function scopeWithSteps(scope: Scope, step: Step): Scope {
  return {
    ...withSteps(scope, step),
    async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
      let label = 'nothing';
      const inside: Step = (name, run) => {
        if (!landmarks.has(label)) label = name;
        return step(name, run);
      };
      const result = await scope.transaction(async (tx) => {
        const made = await work(withSteps(tx, inside));
        return step(`commit ${label}`, () => Promise.resolve(made));
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
