import type { Metric } from './api/node-status.ts';
import { Closers } from './core/closers.ts';
import type { Config } from './core/config.ts';
import { writeServiceFile } from './core/service-file.ts';
import { startAnalysis } from './main/analysis.ts';
import { startBatches } from './main/batches.ts';
import { startCallbacks } from './main/callbacks.ts';
import { startCallHandling, drainCalls } from './main/calls.ts';
import { completeFirstStart, createFirstWorkspace, type FirstStart } from './main/first-start.ts';
import { serveHealth, serveHttp } from './main/http.ts';
import { requireFreePorts } from './main/ports.ts';
import { createStartContext, type StartContext, type Dependencies } from './main/start-context.ts';
import {
  removeSocketsOfDeadNodes,
  joinNodes,
  startMaintenance,
  openBus,
  openDatabase,
  openPlans,
} from './main/store.ts';
import { startMessaging } from './main/messaging.ts';
import { startFileDeletion, startPrivacy, startRecordingEncryption } from './main/privacy.ts';
import { preloadModules } from './main/preload-modules.ts';
import { readPrices } from './main/prices.ts';
import { openSpeechProviders } from './main/providers.ts';
import { openSecretBox } from './main/secret-key.ts';
import { startWebhooks } from './main/webhooks.ts';

export { demoAgent, demoCallDetails } from './domain/demo-flow.ts';
export { checkMessageCarriers } from './main/check-message-carriers.ts';
export { checkModels, checkProviders } from './main/check-models.ts';
export { checkSpeechVendors } from './main/check-speech-vendors.ts';
export { hasLanguageModels } from './main/language-models.ts';
export { checkDatabase, checkRecordings, checkTrunk, readSchemaVersion } from './main/doctor-checks.ts';
export { backUp } from './main/backup.ts';
export { moveDatabase } from './main/move-database.ts';
export { recoverKey, recoverPassword } from './main/recover-access.ts';
export { restore } from './main/restore.ts';
export { checkSecretKey } from './main/secret-key.ts';
export { checkSherpa, checkSherpaFiles } from './main/sherpa.ts';
export type { FirstStart } from './main/first-start.ts';
export type { Dependencies } from './main/start-context.ts';

/** A snapshot of the service. */
export interface ServiceState {
  readonly nodeId: string;
  readonly calls: readonly { readonly callId: string; readonly phase: string }[];
  /** As in `/metrics`. */
  readonly metrics: readonly Metric[];
}

export interface Parley {
  /** Such as `http://127.0.0.1:3000`; undefined without the role `api`. */
  readonly httpAddress: string | undefined;
  /** The credentials of the first workspace; undefined if an earlier start on this data became ready. */
  readonly firstStart: FirstStart | undefined;
  /** Descriptions of the open ports, for display. */
  readonly listening: readonly string[];
  /** Returns the state for a dump after an uncaught error: ids and numbers, never transcript text. */
  state(): ServiceState;
  /** Resolves when the service cannot continue, for example after the loss of its data folder. The service must then be closed. */
  readonly failed: Promise<Error>;
  /** Rejects new calls, waits for active calls up to the configured time, then closes. */
  drain(): Promise<void>;
  /** Hangs up all calls and stops all parts in the reverse order of the start. Can be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the service. Each part in `src/main/` registers how it is closed. The order: data folder and database; check of the ports; first
 * workspace; bus; node heartbeat; voice and recogniser (started before the database, awaited here); media engine; test network; SIP;
 * sessions; jobs; batches; callbacks; maintenance; webhooks; messages; analyses; erasures; HTTP last, when every request can be served. Closing uses the reverse order. If a part fails, the
 * parts before it are closed. `closers` receives each part as it starts; closing them aborts a start in progress.
 * @throws {Error} with a message for the operator
 */
export async function startParley(
  config: Config,
  dependencies: Dependencies,
  closers = new Closers(dependencies.logger),
): Promise<Parley> {
  try {
    return await start(createStartContext(config, dependencies, closers));
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(context: StartContext): Promise<Parley> {
  const { roles } = context.config;
  const prices = await readPrices(context.config.prices);
  // The speech providers take longest to load; they load while the database starts.
  const openingSpeechProviders = roles.includes('media')
    ? context.step('the voice and the recogniser', () => openSpeechProviders(context))
    : undefined;
  // Its error is reported where it is awaited. Until then it is not unhandled.
  openingSpeechProviders?.catch(() => undefined);
  // Meanwhile the main thread loads the modules of a node with all roles.
  const hasAllRoles = (['api', 'worker', 'media'] as const).every((role) => roles.includes(role));
  const database = await openDatabase(context, () => {
    if (hasAllRoles) void preloadModules();
  });
  // Checked after the data folder is locked, so that a second start on the same folder reports the folder and not its ports.
  await requireFreePorts(context.config);
  const bootstrap = await context.step('the first workspace', () => createFirstWorkspace(context, database));
  const bus = await context.step('the bus', () => openBus(context, database));
  const heartbeat = await context.step('the other nodes', () => joinNodes(context, database));
  const secrets = await openSecretBox(context, database);
  database.setAddressKeys(secrets.deriveNamedKeys('addresses of suppressions'));
  const plans = await context.step('the plans', () => openPlans(context, database));
  const encryption = await startRecordingEncryption(context, database, secrets);
  const speechProviders = await openingSpeechProviders;
  const calls =
    speechProviders === undefined
      ? undefined
      : await startCallHandling(
          context,
          { database, bus, prices, ratePlans: plans.limits, encryption },
          speechProviders,
        );
  const batches = await startBatches(context, {
    database,
    ratePlans: plans.limits,
    secrets,
    batchCalls: calls?.batchCalls,
  });
  const callbacks = await startCallbacks(context, database, plans.limits);
  await removeSocketsOfDeadNodes(context);
  await startMaintenance(context, database);
  await startWebhooks(context, database, secrets);
  await context.step('the carriers of messages', () => startMessaging(context, database, secrets, prices));
  await startAnalysis(context, database, prices);
  await startPrivacy(context, database);
  await startFileDeletion(context, database);
  const httpAddress = roles.includes('api')
    ? await context.step('HTTP', () =>
        serveHttp(context, { database, bus, secrets, plans, prices, speechProviders }),
      )
    : undefined;
  await serveHealth(context);
  const service = { pid: process.pid, httpAddress: httpAddress ?? null };
  context.closers.add('service file', await writeServiceFile(context.config.dataDir, service));
  return {
    httpAddress,
    // Writes bootstrap.json again with the final address.
    firstStart:
      bootstrap === undefined ? undefined : await completeFirstStart(context, bootstrap, httpAddress),
    listening: context.listening,
    failed: context.failed,
    state: () => ({
      nodeId: context.nodeId,
      calls: calls?.sessions.phases ?? [],
      metrics: context.metrics.flatMap((read) => read()),
    }),
    async drain() {
      await drainCalls(context, heartbeat, { calls, batches, callbacks });
      await context.closers.close();
    },
    close: () => context.closers.close(),
  };
}
