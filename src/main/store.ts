import { chmod, mkdir } from 'node:fs/promises';
import type { Connection } from '../store/connection.ts';
import type { Database } from '../store/database.ts';
import { nightly } from './nightly.ts';
import type { NodeRow } from '../store/nodes/list-other-nodes.ts';
import type { PostgresBus } from '../store/postgres-bus.ts';
import {
  every,
  isAlone,
  journalRoot,
  lifeSignRoot,
  recordingRoot,
  sipCallRoot,
  uploadRoot,
  type StartContext,
} from './start-context.ts';

/** How often what has expired is thrown away. */
const purgeEveryMs = 600_000;
/** How often counts take in what has changed: totals are exact in between, and cost a little more. */
const foldEveryMs = 5_000;

/** The data folder, the database in it or elsewhere, and its tables. */
export async function openDatabase(context: StartContext): Promise<Database> {
  const { openDatabase: open } = await import('../store/database.ts');
  const connection = await connectionOf(context);
  const database = await context.step('the database and its migrations', () =>
    open(connection, context.surroundings),
  );
  context.closers.add('database', () => database.close());
  context.checks.push({ name: 'database', check: () => database.checkHealth() });
  return database;
}

/** What people say, and who they are, is for the user that Parley runs as; also in folders that an older version made. */
async function closeFolders(context: StartContext): Promise<void> {
  const rootOf = [recordingRoot, journalRoot, uploadRoot, sipCallRoot, lifeSignRoot];
  for (const folder of rootOf.map((root) => root(context))) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
    } catch (error) {
      // A folder on a shared volume may belong to another user.
      context.surroundings.logger.warn(
        { err: error, folder },
        'A folder could not be closed to other users.',
      );
    }
  }
}

async function connectionOf(context: StartContext): Promise<Connection> {
  const { config, surroundings, closers, step, fail } = context;
  const { databaseUrl, dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  await closeFolders(context);
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const { startEmbeddedPostgres } = await import('../store/embedded-postgres/supervisor.ts');
  const server = await startEmbeddedPostgres({ dataDir, step, onFolderLost: fail, ...surroundings });
  closers.add('embedded database', () => server.stop());
  return server.connection;
}

export async function openBus(
  { surroundings, closers }: StartContext,
  database: Database,
): Promise<PostgresBus> {
  const { PostgresBus } = await import('../store/postgres-bus.ts');
  const bus = new PostgresBus(database, surroundings.logger, surroundings.internalErrors);
  closers.add('bus', () => bus.close());
  return bus;
}

/** From now on the other nodes know this one, and those that are proven to be gone are dead to all. */
export async function joinNodes(context: StartContext, database: Database): Promise<void> {
  const { createNodePresence } = await import('../jobs/node-presence.ts');
  const { giveLifeSign, isProcessGone } = await import('../jobs/life-sign.ts');
  const { retirePredecessors } = await import('../jobs/retire-predecessors.ts');
  const { config, surroundings, nodeId } = context;
  const life = await giveLifeSign(lifeSignRoot(context), nodeId);
  context.closers.add('sign of life', () => life.close());
  const presence = createNodePresence({
    db: database,
    nodeId,
    roles: config.roles,
    details: { life: life.sign },
    ...surroundings,
  });
  await presence.start();
  context.closers.add('presence', () => presence.close());
  const isGone = async (node: NodeRow) => isAlone(context) || (await isProcessGone(node.details['life']));
  context.predecessors.push(...(await retirePredecessors({ db: database, nodeId, isGone })));
}

/** To be called when what the dead nodes left is dealt with: until then their signs are proof. */
export async function forgetPredecessors(context: StartContext): Promise<void> {
  const { clearLifeSigns } = await import('../jobs/life-sign.ts');
  await clearLifeSigns(lifeSignRoot(context), context.predecessors);
}

export async function keepHouse(context: StartContext, database: Database): Promise<void> {
  const { foldCounts, recountAll, throwAwayExpired } = await import('../jobs/keep-house.ts');
  every(context, foldEveryMs, () => foldCounts(database));
  every(context, purgeEveryMs, () => throwAwayExpired(database));
  nightly(context, () => recountAll(database, context.surroundings.logger));
}
