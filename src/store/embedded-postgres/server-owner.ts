import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

interface IdRange {
  readonly first: number;
  readonly count: number;
}

/**
 * User ids that are assigned neither by distributions and systemd (UIDS-GIDS) nor by the default ranges of sssd and
 * winbind. The second range is for user namespaces, which map 65,536 ids.
 */
const privateIds: readonly IdRange[] = [
  { first: 2_100_000_000, count: 40_000_000 },
  { first: 60_578, count: 606 },
];

/**
 * Returns the user and group id of the server below `root` and of its files. Returns `undefined` if Parley does not run as
 * root: the server then runs as the user of Parley. Under root the id is private to the data folder, so that no other
 * process can access the files, the shared memory or the socket of the server. `nobody` is not private, since other
 * services run as that user.
 */
export async function serverOwner(root: string): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid } = await stat(root);
  if (privateIds.some((range) => isWithin(range, uid))) return uid;
  const idMap = await readFile('/proc/self/uid_map', 'utf8').catch(() => '');
  return chooseId(root, idMap);
}

/** Returns the id for a folder. `idMap`: uid_map of user_namespaces(7); empty if the system has none. */
export function chooseId(root: string, idMap: string): number {
  const mapped = mappedIds(idMap);
  const isMapped = ({ first, count }: IdRange) =>
    mapped.length === 0 ||
    mapped.some((range) => isWithin(range, first) && isWithin(range, first + count - 1));
  const { first, count } = privateIds.find(isMapped) ?? privateIds.at(-1)!;
  return first + (createHash('sha256').update(root).digest().readUInt32BE(0) % count);
}

/** Parses lines of three numbers: the first id inside the namespace, the first id outside, and the count. */
function mappedIds(idMap: string): IdRange[] {
  const lines = idMap.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [first, , count] = line.trim().split(/\s+/).map(Number);
    return { first: first!, count: count! };
  });
}

const isWithin = ({ first, count }: IdRange, id: number): boolean => id >= first && id < first + count;
