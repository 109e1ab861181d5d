import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  dayFolder,
  sipMessagesFolder,
  sipMessagesPath,
  type SipMessagesFile,
} from '../contracts/sip-messages.ts';

const dayMs = 86_400_000;

/** Writes the SIP messages of a call. Rejects if the data folder does not exist. Only the user that Parley runs as can read the file. */
export async function writeSipMessages(
  dataDir: string,
  callId: string,
  file: SipMessagesFile,
): Promise<void> {
  const target = sipMessagesPath(dataDir, callId);
  // Not recursive, because a removed data folder is not created again.
  for (const folder of [sipMessagesFolder(dataDir), path.dirname(target)])
    await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  await writeFile(target, JSON.stringify(file), { mode: 0o600 });
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Deletes the messages of days that are more than `days` ago; with 0, all. */
export async function purgeSipMessages(dataDir: string, days: number, nowMs: number): Promise<void> {
  const root = sipMessagesFolder(dataDir);
  const folders = await readdir(root).catch(() => []);
  const oldest = dayFolder(nowMs - days * dayMs);
  for (const folder of folders)
    if (days === 0 || folder < oldest) await rm(path.join(root, folder), { recursive: true, force: true });
}
