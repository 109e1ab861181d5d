import { chmod, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hand } from './launcher.ts';

const note = '# Written by Parley at each start. Changes are lost.\n';

/**
 * Who may connect. The superuser `parley` is the operating system user that Parley runs as, which the server asks the kernel for (peer
 * authentication); there is no password that could leak. Roles that the operator creates connect with their password.
 */
const hostRules = `${note}local all parley peer map=parley\nlocal all all scram-sha-256\n`;

/**
 * Writes pg_hba.conf and pg_ident.conf of the database, also over those of a version that let every local user in. The server reads them when it
 * starts and at SIGHUP.
 */
export async function writeAccessRules(databaseFolder: string, owner: number | undefined): Promise<void> {
  const userMap = `${note}parley ${quoted(ownUserName())} parley\n`;
  await replaceFile(path.join(databaseFolder, 'pg_ident.conf'), userMap, owner);
  await replaceFile(path.join(databaseFolder, 'pg_hba.conf'), hostRules, owner);
}

/** Peer authentication compares names, so that the user must have one. */
export function ownUserName(): string {
  try {
    return os.userInfo().username;
  } catch (cause) {
    throw new Error(
      'PostgreSQL needs the user it runs as to have an entry in /etc/passwd. Add one, or name a server in PARLEY_DATABASE_URL.',
      { cause },
    );
  }
}

/** The server never sees a part of the file. */
async function replaceFile(file: string, text: string, owner: number | undefined): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, 0o600);
  await hand(draft, owner);
  await rename(draft, file);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
