import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { type Logger, silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startParley, type FirstStart, type Parley } from '../../src/main.ts';
import { ApiUnderTest } from './api-under-test.ts';

type Environment = Readonly<Record<string, string>>;

export interface TemporaryFolder {
  readonly dataDir: string;
  readonly remove: () => Promise<void>;
}

/** Creates a temporary data folder. `remove` deletes it. */
export async function temporaryDataFolder(): Promise<TemporaryFolder> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-program-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Runs the whole program in this process with a new data folder. Tests use it over HTTP. */
export class ProgramUnderTest {
  parley: Parley;
  readonly api: ApiUnderTest;
  readonly #environment: Environment;
  readonly #removeData: () => Promise<void>;

  private constructor(
    { parley, api }: Pick<ProgramUnderTest, 'parley' | 'api'>,
    environment: Environment,
    removeData: () => Promise<void>,
  ) {
    this.parley = parley;
    this.api = api;
    this.#environment = environment;
    this.#removeData = removeData;
  }

  /** Starts HTTP and SIP on free ports. `environment` must contain `PARLEY_RTP_PORTS`. */
  static async start(environment: Environment, logger: Logger = silentLogger): Promise<ProgramUnderTest> {
    const { dataDir, remove } = await temporaryDataFolder();
    const defaults = { PARLEY_DATA_DIR: dataDir, PARLEY_HTTP_PORT: '0', PARLEY_SIP_PORT: '0' };
    const complete = { ...defaults, ...environment };
    const parley = await startProgram(complete, logger);
    const api = new ApiUnderTest(parley.httpAddress!, parley.firstStart!);
    return new ProgramUnderTest({ parley, api }, complete, remove);
  }

  /** Closes the program, and starts it again with its data on the same HTTP port. `whileClosed` runs in between. */
  async restart(whileClosed: () => Promise<void>): Promise<void> {
    const { port } = new URL(this.parley.httpAddress!);
    await this.parley.close();
    await whileClosed();
    this.parley = await startProgram({ ...this.#environment, PARLEY_HTTP_PORT: port });
  }

  get dataDir(): string {
    return this.#environment['PARLEY_DATA_DIR']!;
  }

  /** UDP port of SIP on 127.0.0.1. */
  get sipPort(): number {
    return this.#portOf('SIP');
  }

  /** UDP port of the test network on 127.0.0.1. */
  get testNetworkPort(): number {
    return this.#portOf('Test network');
  }

  async close(): Promise<void> {
    await this.parley.close();
    await this.#removeData();
  }

  #portOf(part: string): number {
    const address = this.parley.listening.find((line) => line.startsWith(`${part} on`))!;
    return Number(/:(\d+)/.exec(address)![1]);
  }
}

const startProgram = (environment: Environment, logger: Logger = silentLogger): Promise<Parley> =>
  startParley(readConfig(environment), { clock: systemClock, random: systemRandom, logger });

/** Returns the credentials of the first start. */
export async function readFirstStart(dataDir: string): Promise<FirstStart> {
  return JSON.parse(await readFile(path.join(dataDir, 'bootstrap.json'), 'utf8')) as FirstStart;
}
