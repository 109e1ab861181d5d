import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/**
 * A backup is a folder:
 *
 *   manifest.json        the version, the schema and the counts; written last
 *   checksums.sha256     SHA-256 of every other file, in the format of sha256sum
 *   database/<table>.gz  the rows in the text format of COPY
 *   recordings/<yyyy-mm>/<callId>.wav
 */
const manifestFile = 'manifest.json';
const checksumFile = 'checksums.sha256';
const maxManifestBytes = 1 << 20;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const count = z.int().min(0);

const Manifest = z.object({
  format: z.literal(1, 'was written by a newer Parley'),
  parleyVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the database had. */
  migrations: z.array(z.object({ number: count, name: z.string(), checksum: z.string() })).min(1),
  /** In the order in which they are restored. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1), rows: count })),
  sequences: z.array(z.object({ name: identifier, value: count, isUsed: z.boolean() })),
  recordings: z.object({
    included: z.boolean(),
    files: count,
    bytes: count,
    /** Recordings of calls in the database whose file does not exist. */
    missing: count,
  }),
  checksumsSha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Manifest = z.infer<typeof Manifest>;

/** Returns the path of the rows of a table in a backup. */
export const tableFile = (table: string): string => path.posix.join('database', `${table}.gz`);

/** `recordings/<yyyy-mm>/<name>` with a name that cannot leave the folder. */
const recordingFile = /^recordings\/\d{4}-\d{2}\/[\w-]+\.wav$/;

/** Returns whether the path of a recording in the database is one of the folder of recordings. */
export const isRecordingFile = (file: string): boolean => recordingFile.test(file);

/** Writes the files of a backup and their checksums. */
export class BackupWriter {
  readonly #folder: string;
  readonly #checksums: string[] = [];
  readonly #folders = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a file that must not exist. `file` is relative, with slashes. Returns its size. */
  async write(file: string, content: Readable, ...transforms: readonly Transform[]): Promise<number> {
    const target = path.join(this.#folder, file);
    const parent = path.dirname(target);
    if (!this.#folders.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
    this.#folders.add(parent);
    const hash = createHash('sha256');
    let bytes = 0;
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline([content, ...transforms, hashing, output]);
    this.#checksums.push(`${hash.digest('hex')}  ${file}\n`);
    return bytes;
  }

  /** Writes the checksums and then the manifest, which completes the backup. */
  async finish(manifest: Omit<Manifest, 'checksumsSha256'>): Promise<void> {
    const checksums = this.#checksums.splice(0);
    await this.write(checksumFile, Readable.from(checksums));
    const checksumsSha256 = this.#checksums[0]!.slice(0, 64);
    const text = `${JSON.stringify({ ...manifest, checksumsSha256 }, null, 2)}\n`;
    await this.write(manifestFile, Readable.from([Buffer.from(text)]));
  }
}

/** Reads the manifest. @throws {Error} with a message for the operator */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile);
  const found = await stat(file).catch((cause: unknown) => {
    throw new Error(`${folder} is not a complete backup: manifest.json is missing.`, { cause });
  });
  if (found.size > maxManifestBytes) throw new Error(`${file} is not a manifest of a backup.`);
  try {
    return Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new Error(`${file} is not a manifest of a backup: ${reason}`, { cause });
  }
}

/**
 * Compares every file of a backup with its checksum. Returns the paths of its recordings. `onFile` is called before each file.
 * @throws {Error} that names the first damaged file
 */
export async function verifyFiles(
  folder: string,
  manifest: Manifest,
  onFile: (file: string) => void = () => {},
): Promise<string[]> {
  const listed = path.join(folder, checksumFile);
  if ((await sha256Of(listed)) !== manifest.checksumsSha256) throw damaged(checksumFile);
  const tables = new Set(manifest.tables.map(({ name }) => tableFile(name)));
  const recordings: string[] = [];
  for await (const line of createInterface({ input: createReadStream(listed) })) {
    const [checksum, file] = [line.slice(0, 64), line.slice(66)];
    if (isRecordingFile(file)) recordings.push(file);
    else if (!tables.delete(file))
      throw new Error(`The backup has a file that does not belong to it: ${file}`);
    onFile(file);
    if ((await sha256Of(path.join(folder, file))) !== checksum) throw damaged(file);
  }
  const [missing] = tables;
  if (missing !== undefined) throw damaged(missing);
  if (recordings.length !== manifest.recordings.files) throw damaged(checksumFile);
  return recordings;
}

const damaged = (file: string): Error =>
  new Error(`The backup is damaged: ${file} is missing or has another checksum. Use another backup.`);

async function sha256Of(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
