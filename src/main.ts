import type { Metric } from './api/node-status.ts';
import { Closers } from './core/closers.ts';
import type { Config } from './core/config.ts';
import { carryCalls, drainCalls } from './main/calls.ts';
import { completeFirst, makeFirst, type FirstStart } from './main/first-start.ts';
import { serveHttp } from './main/http.ts';
import { requireFreePorts } from './main/ports.ts';
import { startContext, type StartContext, type Surroundings } from './main/start-context.ts';
import { forgetDeadNodes, joinNodes, startMaintenance, openBus, openDatabase } from './main/store.ts';
import { openVoices } from './main/voices.ts';

export { demoAgent, demoCallDetails } from './domain/demo-flow.ts';
export { examineModels } from './main/examine-models.ts';
export { examineDatabase, examineRecordings, examineTrunk } from './main/examine.ts';
export type { FirstStart } from './main/first-start.ts';
export type { Surroundings } from './main/start-context.ts';

/** What a service is doing. */
export interface ServiceState {
  readonly nodeId: string;
  readonly calls: readonly { readonly callId: string; readonly phase: string }[];
  /** As in `/metrics`. */
  readonly metrics: readonly Metric[];
}

export interface Parley {
  /** Such as `http://127.0.0.1:3000`; undefined without the role `api`. */
  readonly httpAddress: string | undefined;
  /** The credentials of the first workspace; undefined unless no earlier start on this data became ready. */
  readonly firstStart: FirstStart | undefined;
  /** What listens where, for people. */
  readonly listening: readonly string[];
  /** For a dump after an error that nothing caught: ids and numbers, never what was said. */
  state(): ServiceState;
  /** Resolves when the service cannot go on, such as without its data folder: it is to be closed. */
  readonly failed: Promise<Error>;
  /** Takes no new calls, lets those under way finish for as long as the configuration allows, then closes. */
  drain(): Promise<void>;
  /** Hangs up and stops everything, in the reverse order of the start. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Starts the program; each part says in `src/main/` what it needs and how it is closed. The order: data folder and database; the ports are free; the first
 * workspace; bus; the node's presence; voice and recogniser (begun before the database, waited for here); media engine; test network;
 * SIP; sessions; jobs; HTTP last, so that whoever is answered is served. Closing goes the other way. A part that fails closes those
 * before it. `closers` receives each part as it starts: closing them ends a start that is under way.
 * @throws {Error} with a sentence for the operator
 */
export async function startParley(
  config: Config,
  surroundings: Surroundings,
  closers = new Closers(surroundings.logger),
): Promise<Parley> {
  try {
    return await start(startContext(config, surroundings, closers));
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(context: StartContext): Promise<Parley> {
  const { roles } = context.config;
  // The voices take longest; they are made ready while the database starts.
  const voices = roles.includes('media')
    ? context.step('the voice and the recogniser', () => openVoices(context))
    : undefined;
  voices?.catch(() => undefined);
  const database = await openDatabase(context);
  // After the lock of the data folder: of two starts on one folder, the second reports the folder.
  await requireFreePorts(context.config);
  const bootstrap = await context.step('the first workspace', () => makeFirst(context, database));
  const bus = await context.step('the bus', () => openBus(context, database));
  await context.step('the other nodes', () => joinNodes(context, database));
  const calls = voices === undefined ? undefined : await carryCalls(context, database, bus, await voices);
  await forgetDeadNodes(context);
  await startMaintenance(context, database);
  const httpAddress = roles.includes('api')
    ? await context.step('HTTP', () => serveHttp(context, database, bus))
    : undefined;
  return {
    httpAddress,
    // Once more, with the address that it was in the end.
    firstStart: bootstrap === undefined ? undefined : await completeFirst(context, bootstrap, httpAddress),
    listening: context.listening,
    failed: context.failed,
    state: () => ({
      nodeId: context.nodeId,
      calls: calls?.sessions.phases ?? [],
      metrics: context.figures.flatMap((figuresOf) => figuresOf()),
    }),
    async drain() {
      await drainCalls(context, calls);
      await context.closers.close();
    },
    close: () => context.closers.close(),
  };
}
