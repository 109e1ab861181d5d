import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  dayFolder,
  sipMessagesFolder,
  sipMessagesPath,
  type SipMessagesFile,
} from '../contracts/sip-messages.ts';
import { createFolder } from '../core/create-folder.ts';

const dayMs = 86_400_000;

/** Writes the SIP messages of a call. Rejects if the data folder does not exist. Only the user that Parley runs as can read the file. */
export async function writeSipMessages(
  dataDir: string,
  callId: string,
  file: SipMessagesFile,
): Promise<void> {
  const target = sipMessagesPath(dataDir, callId);
  for (const folder of [sipMessagesFolder(dataDir), path.dirname(target)]) await createFolder(folder);
  await writeFile(target, JSON.stringify(file), { mode: 0o600 });
}

/** Deletes the messages of days that are more than `days` ago; with 0, all. */
export async function purgeSipMessages(dataDir: string, days: number, nowMs: number): Promise<void> {
  const root = sipMessagesFolder(dataDir);
  const folders = await readdir(root).catch(() => []);
  const oldest = dayFolder(nowMs - days * dayMs);
  for (const folder of folders)
    if (days === 0 || folder < oldest) await rm(path.join(root, folder), { recursive: true, force: true });
}
