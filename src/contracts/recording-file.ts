import path from 'node:path';
import type { NamedKey, SecretBox } from '../core/secret-box.ts';

/**
 * Returns the absolute path of a recording, whose path in the database is relative to the data folder. Undefined if that path leaves the
 * folder of recordings.
 */
export function recordingFileOf(dataDir: string, recordingPath: string): string | undefined {
  const file = path.resolve(dataDir, recordingPath);
  return file.startsWith(path.resolve(dataDir, 'recordings') + path.sep) ? file : undefined;
}

/** Returns the keys of the recordings of a workspace: the first one encrypts, all decrypt. */
export const recordingKeys = (secrets: Pick<SecretBox, 'deriveNamedKeys'>, workspaceId: string): NamedKey[] =>
  secrets.deriveNamedKeys(`recordings of ${workspaceId}`);
