/**
 * Runs the program as a process that its parent can kill at a fault point. It starts the parts of `src/main/` that a node with the roles
 * `api` and `worker` has, in their usual order.
 */
import { openSync } from 'node:fs';
import { systemClock } from '../../src/core/clock.ts';
import { Closers } from '../../src/core/closers.ts';
import { readConfig } from '../../src/core/config.ts';
import { createLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { createFirstWorkspace } from '../../src/main/first-start.ts';
import { serveHttp } from '../../src/main/http.ts';
import { startMessaging } from '../../src/main/messaging.ts';
import { openSecretBox } from '../../src/main/secret-key.ts';
import { createStartContext } from '../../src/main/start-context.ts';
import {
  joinNodes,
  openBus,
  openDatabase,
  openPlans,
  removeSocketsOfDeadNodes,
  startMaintenance,
} from '../../src/main/store.ts';
import { startWebhooks } from '../../src/main/webhooks.ts';
import { FaultPoints, withFaultPoints, type FaultPoint } from '../support/crash/fault-points.ts';
import { brokenDatabase, type BrokenBuild } from './broken-builds.ts';

/** Settings from the parent, as JSON in the only argument. */
export interface MessageChildSettings {
  /** Environment variables of the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** File to which the process appends the fault point at which it kills itself. */
  readonly faultFile: string;
  readonly broken: BrokenBuild | undefined;
}

const settings = JSON.parse(process.argv[2]!) as MessageChildSettings;
const faultPoints = new FaultPoints(openSync(settings.faultFile, 'a'));

process.on('message', (command: { readonly arm: FaultPoint }) => faultPoints.arm(command.arm));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function start(): Promise<void> {
  const config = readConfig(settings.environment);
  const logger = createLogger(config.logLevel);
  const dependencies = { clock: systemClock, random: systemRandom, logger };
  const context = createStartContext(config, dependencies, new Closers(logger));
  process.send?.({ nodeId: context.nodeId });
  const opened = await openDatabase(context);
  const built = settings.broken === undefined ? opened : brokenDatabase(opened, settings.broken);
  const database = withFaultPoints(built, faultPoints);
  await createFirstWorkspace(context, database);
  const bus = await openBus(context, database);
  await joinNodes(context, database);
  const secrets = await openSecretBox(context, database);
  await removeSocketsOfDeadNodes(context);
  await startMaintenance(context, database);
  await startWebhooks(context, database, secrets);
  await startMessaging(context, database, secrets, undefined);
  const plans = await openPlans(context, database);
  process.send?.({ ready: await serveHttp(context, { database, bus, secrets, plans }) });
}

await start();
