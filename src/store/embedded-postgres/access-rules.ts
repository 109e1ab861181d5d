import { chmod, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chownTo } from './launcher.ts';

const header = '# Written by Parley at each start. Changes are lost.\n';

/**
 * Access rules. The operating system user of Parley connects as the superuser `parley`, which the server verifies with the
 * kernel (peer authentication), so that no password can leak. Roles that the operator creates connect with a password.
 */
const hostRules = `${header}local all parley peer map=parley\nlocal all all scram-sha-256\n`;

/**
 * Writes pg_hba.conf and pg_ident.conf. Replaces the files of older versions, which admitted every local user. The server
 * reads the files at start and at SIGHUP.
 */
export async function writeAccessRules(databaseFolder: string, owner: number | undefined): Promise<void> {
  const userMap = `${header}parley ${quoted(ownUserName())} parley\n`;
  await replaceFile(path.join(databaseFolder, 'pg_ident.conf'), userMap, owner);
  await replaceFile(path.join(databaseFolder, 'pg_hba.conf'), hostRules, owner);
}

/** Returns the name of the user of this process. Throws if the user has no name, since peer authentication compares names. */
export function ownUserName(): string {
  try {
    return os.userInfo().username;
  } catch (cause) {
    throw new Error(
      'The user that runs PostgreSQL has no entry in /etc/passwd. Add one, or set PARLEY_DATABASE_URL to a server.',
      { cause },
    );
  }
}

/** Replaces a file atomically. */
async function replaceFile(file: string, text: string, owner: number | undefined): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, 0o600);
  await chownTo(draft, owner);
  await rename(draft, file);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
