import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Random } from './random.ts';
import type { NamedKey } from './secret-box.ts';

/*
 * An encrypted file, which can be read from any position:
 *
 *   offset  bytes
 *        0      8  "PARLEYE1"
 *        8      8  id of the key, hexadecimal digits
 *       16     16  salt, random
 *       32         chunks of 65,536 bytes (the last one: 1 to 65,536), each followed by its tag of 16 bytes
 *
 * The key of the file is derived from the named key and the salt (HKDF-SHA-256, RFC 5869). Each chunk is encrypted with AES-256-GCM
 * (NIST SP 800-38D). Its nonce has the index of the chunk (11 bytes, big-endian) and 1 for the last chunk, else 0: so no chunk can be
 * moved, removed or appended (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 */
const magic = 'PARLEYE1';
const keyIdBytes = 8;
const saltBytes = 16;
const headerBytes = magic.length + keyIdBytes + saltBytes;
const chunkBytes = 65_536;
const tagBytes = 16;

/** Thrown if a file cannot be decrypted: its key is missing, or it was changed. */
export class EncryptedFileError extends Error {
  override readonly name = 'EncryptedFileError';
}

/** A file of which any part can be read, whether it is encrypted or not. */
export interface FileReader {
  /** Length of the content in bytes, without encryption. */
  readonly size: number;
  /** Fills `target` with the content from `position`. Returns the number of bytes read, which is smaller at the end of the content. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Returns the content from `first` to `last`, inclusive. The file is closed when the stream ends. */
  stream(first: number, last: number): Readable;
  close(): Promise<void>;
}

/**
 * Opens a file to read it. `keys` decrypt it if it is encrypted.
 * @throws {EncryptedFileError} if no key has the id that the file names
 * @throws {Error} of the file system
 */
export async function openFileReader(file: string, keys: readonly NamedKey[]): Promise<FileReader> {
  const handle = await open(file, 'r');
  try {
    const header = await readHeader(handle);
    const { size } = await handle.stat();
    if (header === undefined) return new PlainReader(handle, size);
    return new EncryptedReader(handle, size, fileKeyOf(header, keys));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Returns whether a file is encrypted; false if it does not exist.
 * @throws {Error} of the file system
 */
export async function isEncryptedFile(file: string): Promise<boolean> {
  try {
    await using handle = await open(file, 'r');
    return (await readHeader(handle)) !== undefined;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}

/** Returns the header of an encrypted file; undefined for any other file. */
async function readHeader(handle: FileHandle): Promise<Buffer | undefined> {
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await handle.read(header, 0, headerBytes, 0);
  const isHeader = bytesRead === headerBytes && header.toString('latin1', 0, magic.length) === magic;
  return isHeader ? header : undefined;
}

class PlainReader implements FileReader {
  readonly size: number;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    return (await this.#handle.read(target, 0, target.length, position)).bytesRead;
  }

  stream(first: number, last: number): Readable {
    return this.#handle.createReadStream({ start: first, end: last });
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

class EncryptedReader implements FileReader {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #key: Uint8Array;
  readonly #chunks: number;

  constructor(handle: FileHandle, fileBytes: number, key: Uint8Array) {
    this.#handle = handle;
    this.#key = key;
    this.#chunks = Math.ceil((fileBytes - headerBytes) / (chunkBytes + tagBytes));
    this.size = Math.max(0, fileBytes - headerBytes - this.#chunks * tagBytes);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    let filled = 0;
    for await (const part of this.#parts(position, Math.min(position + target.length, this.size) - 1)) {
      target.set(part, filled);
      filled += part.length;
    }
    return filled;
  }

  stream(first: number, last: number): Readable {
    return Readable.from(this.#partsThenClose(first, last), { objectMode: false });
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async *#partsThenClose(first: number, last: number): AsyncGenerator<Buffer> {
    try {
      yield* this.#parts(first, last);
    } finally {
      await this.close();
    }
  }

  async *#parts(first: number, last: number): AsyncGenerator<Buffer> {
    for (let index = Math.floor(first / chunkBytes); index * chunkBytes <= last; index++) {
      const chunk = await this.#chunk(index);
      const start = index * chunkBytes;
      yield chunk.subarray(Math.max(0, first - start), Math.min(chunkBytes, last - start + 1));
    }
  }

  async #chunk(index: number): Promise<Buffer> {
    const sealed = Buffer.alloc(Math.min(chunkBytes, this.size - index * chunkBytes) + tagBytes);
    const position = headerBytes + index * (chunkBytes + tagBytes);
    const { bytesRead } = await this.#handle.read(sealed, 0, sealed.length, position);
    const nonce = nonceOf(index, index === this.#chunks - 1);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes });
    try {
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const content = decipher.update(sealed.subarray(0, -tagBytes));
      decipher.final();
      if (bytesRead === sealed.length) return content;
    } catch (cause) {
      throw new EncryptedFileError('The file was changed after its encryption.', { cause });
    }
    throw new EncryptedFileError('The file was truncated while it was read.');
  }
}

/**
 * Writes an encrypted copy of a file that is not empty, and flushes it to the disk. The target must not exist; only its owner can read it.
 * @throws {Error} of the file system; a part of the target may remain
 */
export async function encryptFile(
  source: string,
  target: string,
  { key, random }: { readonly key: NamedKey; readonly random: Pick<Random, 'bytes'> },
): Promise<void> {
  await using input = await open(source, 'r');
  await using output = await open(target, 'wx', 0o600);
  await encrypt(input, output, { key, salt: random.bytes(saltBytes) });
  await output.datasync();
}

async function encrypt(
  input: FileHandle,
  output: FileHandle,
  { key, salt }: { readonly key: NamedKey; readonly salt: Uint8Array },
): Promise<void> {
  const fileKey = deriveFileKey(key, salt);
  const { size } = await input.stat();
  const chunks = Math.ceil(size / chunkBytes);
  const buffer = Buffer.alloc(chunkBytes);
  await output.write(Buffer.concat([Buffer.from(magic + key.id, 'latin1'), salt]));
  for (let index = 0; index < chunks; index++) {
    const { bytesRead } = await input.read(buffer, 0, chunkBytes, index * chunkBytes);
    const isLast = index === chunks - 1;
    if (bytesRead !== (isLast ? size - index * chunkBytes : chunkBytes))
      throw new EncryptedFileError('The file was truncated during its encryption.');
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast));
    const sealed = [cipher.update(buffer.subarray(0, bytesRead)), cipher.final()];
    await output.writev([...sealed, cipher.getAuthTag()]);
  }
}

function fileKeyOf(header: Buffer, keys: readonly NamedKey[]): Uint8Array {
  const keyId = header.toString('latin1', magic.length, magic.length + keyIdBytes);
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined)
    throw new EncryptedFileError(
      `The file is encrypted with key ${JSON.stringify(keyId)}, which is not configured. Add the key to PARLEY_SECRET_KEY, or restore <data>/secret.key.`,
    );
  return deriveFileKey(key, header.subarray(headerBytes - saltBytes));
}

const deriveFileKey = ({ bytes }: NamedKey, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', bytes, salt, 'encrypted file', 32));

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
