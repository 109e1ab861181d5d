import os from 'node:os';
import { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import type { RecoveredKey, RecoveredPassword } from '../store/bootstrap.ts';
import type { Database } from '../store/database.ts';
import { connectToMachineDatabase } from './machine-database.ts';
import type { Dependencies } from './start-context.ts';

/**
 * Creates a key with every permission in the database of this machine. A user who can open the data folder or the database has all its data
 * anyway, so this is the only proof that is required. A running service is not interrupted.
 * @throws {Error} with a message for the operator
 */
export function recoverKey(config: Config, dependencies: Dependencies): Promise<RecoveredKey> {
  return withMachineDatabase(config, dependencies, async (database) => {
    const { recoverOwnerKey } = await import('../store/bootstrap.ts');
    const requestedBy = os.userInfo().username;
    const recovered = await recoverOwnerKey(database, { ...dependencies, requestedBy });
    if (recovered !== undefined) return recovered;
    throw new Error(
      'The database has no workspace yet. The first start of the service creates it with a key.',
    );
  });
}

/**
 * Sets a new password of an owner: the one with this email address, else the first one. The proof is that of `recoverKey`.
 * @throws {Error} with a message for the operator
 */
export function recoverPassword(
  config: Config,
  dependencies: Dependencies,
  email: string | undefined,
): Promise<RecoveredPassword> {
  return withMachineDatabase(config, dependencies, async (database) => {
    const { recoverOwnerPassword } = await import('../store/bootstrap.ts');
    const requestedBy = os.userInfo().username;
    const recovered = await recoverOwnerPassword(database, { ...dependencies, requestedBy, email });
    if (recovered !== undefined) return recovered;
    throw new Error(
      email === undefined
        ? 'No owner has the rights of the operator. Name the email address of an owner: --password <email>'
        : `No owner has the email address ${email}. List the users with a key: GET /v1/api/users?role=owner`,
    );
  });
}

async function withMachineDatabase<Result>(
  config: Config,
  dependencies: Dependencies,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const closers = new Closers(dependencies.logger);
  try {
    const connection = await connectToMachineDatabase(config, dependencies, closers);
    const { openDatabase } = await import('../store/database.ts');
    const database = await openDatabase(connection, dependencies);
    closers.add('database', () => database.close());
    return await work(database);
  } finally {
    await closers.close();
  }
}
