import { constants } from 'node:fs';
import { access, chmod, mkdir, stat } from 'node:fs/promises';
import type { Connection } from '../store/connection.ts';
import { ratePlanTable } from '../domain/rate-plan.ts';
import type { Database, OpenedDatabase } from '../store/database.ts';
import { restrictDataFolder } from '../store/embedded-postgres/data-folder.ts';
import { requireUsableData } from './data-markers.ts';
import { scheduleNightlyRecount } from './nightly-recount.ts';
import type { NodeHeartbeat } from '../jobs/node-heartbeat.ts';
import type { NodeRow } from '../store/nodes.ts';
import type { StoredPlans } from '../store/plans.ts';
import type { PostgresBus } from '../store/postgres-bus.ts';
import {
  runPeriodically,
  isOnlyNode,
  journalRoot,
  livenessRoot,
  recordingRoot,
  sipCallRoot,
  sipMessageRoot,
  uploadRoot,
  type StartContext,
} from './start-context.ts';

/** Interval at which expired rows are deleted. */
const purgeEveryMs = 600_000;
/** Interval at which deltas are applied to counters. Totals are exact in between, but cost more to read. */
const applyDeltasEveryMs = 5_000;
/** Interval at which Parley checks whether a pooler of the operator shares sessions; each check opens four connections. */
const checkSessionsEveryMs = 60_000;

/** Opens the database, embedded or external, and migrates it. `whileStarting` is called while the server starts. */
export async function openDatabase(
  context: StartContext,
  whileStarting?: () => void,
): Promise<OpenedDatabase> {
  const { openDatabase: open } = await import('../store/database.ts');
  const connection = await openConnection(context, { whileStarting });
  const database = await context.step('the database and its migrations', () =>
    open(connection, context.dependencies),
  );
  context.closers.add('database', () => database.close());
  context.checks.push({ name: 'database', check: () => database.checkHealth() });
  if ('url' in connection) await watchSessions(context, connection);
  return database;
}

/** Reads the limits of the plans, and reads them again when the operator changes them. */
export async function openPlans(context: StartContext, database: Database): Promise<StoredPlans> {
  const { StoredPlans: Plans } = await import('../store/plans.ts');
  const plans = new Plans(database, ratePlanTable(context.config.plans));
  await plans.load();
  const { logger } = context.dependencies;
  const stop = plans.listen((error) =>
    logger.warn({ err: error }, 'Failed to read the limits of the plans.'),
  );
  context.closers.add('plans', async () => stop());
  return plans;
}

/** Reports a pooler whose pool mode changes after the start. Calls continue, but wake signals between nodes may be lost. */
async function watchSessions(context: StartContext, connection: Connection): Promise<void> {
  const { sharedSessions, sharesSessions } = await import('../store/connection-pooler.ts');
  let isShared = false;
  context.checks.push({
    name: 'database sessions',
    check: async () =>
      isShared ? { ok: false, degraded: true, detail: sharedSessions } : { ok: true, detail: 'not shared' },
  });
  runPeriodically(context, checkSessionsEveryMs, async () => {
    const wasShared = isShared;
    // During an outage, the check of the database fails.
    isShared = await sharesSessions(connection).catch(() => wasShared);
    if (isShared && !wasShared)
      context.dependencies.logger.error(
        { reason: sharedSessions },
        'The sessions of the database are shared.',
      );
  });
}

/** Creates the data folder. @throws {Error} with a message for the operator if it cannot be written */
async function createDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    throw new Error(dataFolderFault(dataDir, cause, await stat(dataDir).catch(() => undefined)), { cause });
  }
}

/** Returns why the data folder cannot be written, and what to do. `owner`: undefined if the folder does not exist. */
export function dataFolderFault(
  dataDir: string,
  cause: unknown,
  owner: { readonly uid: number } | undefined,
): string {
  const { code } = cause as NodeJS.ErrnoException;
  const fault = `The data folder ${dataDir} cannot be written (${code}).`;
  if (code === 'EROFS')
    return `${fault} Its file system is read-only. Set PARLEY_DATA_DIR to a folder on a writable file system.`;
  const users =
    code === 'EACCES' && owner !== undefined
      ? ` It belongs to the user with the id ${owner.uid}, and Parley runs as user ${process.getuid?.()}.`
      : '';
  return `${fault}${users} Set PARLEY_DATA_DIR to a folder that the user of Parley owns.`;
}

/** Restricts folders with personal data to the user that Parley runs as, including folders that an older version created. */
async function restrictFolders(context: StartContext): Promise<void> {
  const { dataDir, databaseUrl } = context.config;
  const folders = [recordingRoot, journalRoot, uploadRoot, sipCallRoot, sipMessageRoot, livenessRoot];
  const parts = folders.map((folderOf) => folderOf(context));
  // The embedded server restricts the data folder, because its user must enter the folder.
  for (const folder of databaseUrl === undefined ? parts : [dataDir, ...parts]) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (folder === dataDir) await restrictDataFolder(folder, undefined);
      else await chmod(folder, 0o700);
    } catch (error) {
      // On a shared volume the folder may belong to another user.
      context.dependencies.logger.warn(
        { err: error, folder },
        'A folder could not be restricted to its owner.',
      );
    }
  }
}

/** Returns the connection to the database. Starts the embedded server unless the database is external. */
export async function openConnection(
  context: StartContext,
  {
    isRestore = false,
    whileStarting,
  }: { readonly isRestore?: boolean; readonly whileStarting?: (() => void) | undefined } = {},
): Promise<Connection> {
  const { config, dependencies, closers, step, fail } = context;
  const { databaseUrl, dataDir } = config;
  await createDataFolder(dataDir);
  if (!isRestore) await requireUsableData(dataDir, databaseUrl);
  await restrictFolders(context);
  if (databaseUrl !== undefined) {
    whileStarting?.();
    return { url: databaseUrl };
  }
  const { startEmbeddedPostgres } = await import('../store/embedded-postgres/supervisor.ts');
  const starting = startEmbeddedPostgres({
    dataDir,
    step,
    onFolderLost: fail,
    onSpawned: whileStarting,
    ...dependencies,
  });
  // Registered before the server runs, so that a close during the start waits for the server and stops it.
  closers.add('embedded database', () =>
    starting.then(
      (server) => server.stop(),
      () => undefined,
    ),
  );
  return (await starting).connection;
}

/** Opens the bus for notifications between nodes. */
export async function openBus(
  { dependencies, closers }: StartContext,
  database: Database,
): Promise<PostgresBus> {
  const { PostgresBus } = await import('../store/postgres-bus.ts');
  const bus = new PostgresBus(database, dependencies.logger, dependencies.internalErrors);
  closers.add('bus', () => bus.close());
  return bus;
}

/** Registers this node and expires the leases of nodes whose process is proven dead. Returns the heartbeat of this node. */
export async function joinNodes(context: StartContext, database: Database): Promise<NodeHeartbeat> {
  const { createNodeHeartbeat } = await import('../jobs/node-heartbeat.ts');
  const { openLivenessSocket, isProcessDead } = await import('../jobs/liveness-socket.ts');
  const { expireDeadNodes } = await import('../jobs/expire-dead-nodes.ts');
  const { config, dependencies, nodeId, status } = context;
  const { liveness, close } = await openLivenessSocket(livenessRoot(context), nodeId);
  context.closers.add('liveness socket', close);
  const heartbeat = createNodeHeartbeat({
    db: database,
    nodeId,
    roles: config.roles,
    details: () => ({
      liveness,
      acceptsCalls: status.acceptsCalls && !status.draining && !status.isOverloaded(),
    }),
    ...dependencies,
  });
  await heartbeat.start();
  context.closers.add('heartbeat', () => heartbeat.close());
  const isDead = async (node: NodeRow) =>
    isOnlyNode(context) || (await isProcessDead(node.details['liveness']));
  context.deadNodeIds.push(...(await expireDeadNodes({ db: database, nodeId, isDead })));
  return heartbeat;
}

/** Removes the liveness sockets of dead nodes. Called after their calls and jobs are handled, because the sockets prove that the nodes are dead. */
export async function removeSocketsOfDeadNodes(context: StartContext): Promise<void> {
  const { removeLivenessSockets } = await import('../jobs/liveness-socket.ts');
  await removeLivenessSockets(livenessRoot(context), context.deadNodeIds);
}

/** Starts the periodic work on the database: counters, expired rows and the nightly recount. */
export async function startMaintenance(context: StartContext, database: Database): Promise<void> {
  const { applyAllDeltas, recountAll, purgeExpired } = await import('../jobs/maintenance.ts');
  runPeriodically(context, applyDeltasEveryMs, () => applyAllDeltas(database));
  runPeriodically(context, purgeEveryMs, () => purgeExpired(database));
  scheduleNightlyRecount(context, () => recountAll(database, context.dependencies.logger));
}
