import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sipMessagesFolder } from '../contracts/sip-messages.ts';
import { listStaleCalls, type StaleCall } from '../store/erase-records.ts';
import { deleteRecording, type EraseContext, settleMs } from './erase-calls.ts';
import { namesIn } from './encrypt-recordings.ts';

const callsPerQuery = 500;

/** The folders of files of calls in the data folder, and how a file is deleted that its call no longer has. */
const folders = [
  {
    rootOf: (dataDir: string) => path.join(dataDir, 'recordings'),
    extension: '.wav',
    isStale: ({ hasNoRecording }: StaleCall) => hasNoRecording,
    remove: async (dataDir: string, file: string) => {
      await deleteRecording(dataDir, path.relative(dataDir, file));
    },
  },
  {
    rootOf: sipMessagesFolder,
    extension: '.json',
    isStale: ({ hasNoSipMessages }: StaleCall) => hasNoSipMessages,
    remove: (_dataDir: string, file: string) => rm(file, { force: true }),
  },
] as const;

/**
 * Deletes the recordings and SIP messages of this machine that their calls no longer have. The node that erased the calls deletes the files that
 * it can see, which without a shared folder are its own.
 */
export async function deleteStaleFiles({ database, clock, dataDir }: EraseContext): Promise<void> {
  const db = database.asSystem();
  for (const { rootOf, extension, isStale, remove } of folders) {
    const root = rootOf(dataDir);
    for (const folder of await namesIn(root)) {
      const names = (await namesIn(path.join(root, folder))).filter((name) => name.endsWith(extension));
      for (let start = 0; start < names.length; start += callsPerQuery) {
        const ids = names.slice(start, start + callsPerQuery).map((name) => path.basename(name, extension));
        const calls = await listStaleCalls(db, ids, new Date(clock.now() - settleMs));
        for (const call of calls.filter(isStale))
          await remove(dataDir, path.join(root, folder, `${call.id}${extension}`));
      }
    }
  }
}
