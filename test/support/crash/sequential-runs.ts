import path from 'node:path';
import type { SupervisedProgram } from './supervised-program.ts';
import type { ServerUnderTest } from './server-under-test.ts';

const templateDatabase = 'prepared';

/** Runs the program on copies of a prepared database, one run after the other. */
export class SequentialRuns {
  readonly #server: ServerUnderTest;
  #program: SupervisedProgram | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(server: ServerUnderTest) {
    this.#server = server;
  }

  /** Data folder of the program that prepared the database. */
  get preparedData(): string {
    return path.join(this.#server.folder, templateDatabase, 'data');
  }

  /** Creates the database of which each run has a copy. */
  async prepare<T>(work: (database: string) => Promise<T>): Promise<T> {
    await this.#server.query(`create database ${templateDatabase}`);
    return work(templateDatabase);
  }

  /** Runs a program on a new copy of the database, and removes both. Ends the previous run if it is still in progress. */
  async run<P extends SupervisedProgram, T>(
    seed: number,
    programOf: (database: string) => P,
    work: (program: P) => Promise<T>,
  ): Promise<T> {
    await this.end();
    const run = this.#run(`run_${seed}`, programOf, work);
    this.#ended = run.catch(() => undefined);
    return run;
  }

  /** Ends a run that is in progress, such as that of a test that timed out. The next run has the same ports. */
  async end(): Promise<void> {
    await this.#program?.close();
    await this.#ended;
  }

  async #run<P extends SupervisedProgram, T>(
    database: string,
    programOf: (database: string) => P,
    work: (program: P) => Promise<T>,
  ): Promise<T> {
    await this.#server.query(`drop database if exists ${database} with (force)`);
    await this.#server.query(`create database ${database} template ${templateDatabase}`);
    // Without the checkpoint, a copied sequence has no WAL record of its cached values and returns them again after a crash.
    await this.#server.query('checkpoint');
    const program = programOf(database);
    this.#program = program;
    try {
      return await work(program);
    } finally {
      await program.close();
      await program.remove();
      await this.#server.query(`drop database if exists ${database} with (force)`);
    }
  }
}
