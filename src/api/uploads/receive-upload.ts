import path from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Outage } from '../../core/outage.ts';
import { Problem, reject } from '../../core/problems.ts';
import type { ApiContext } from '../context.ts';
import { contentKind } from '../http/content-type.ts';
import type { Endpoint } from '../endpoint.ts';
import { parseFormValues } from './form-values.ts';
import { rejectTooLarge, storeUpload, type Upload, type UploadLimits } from './upload.ts';

const maxMemoryBytes = 1024 * 1024;
const formLimits = { fields: 100, files: 1, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 100 };
/** Size limit of everything in a form except the file. */
const maxFormBytes = 8 * maxMemoryBytes;
const fileField = 'file';

type FormFields = Record<string, string | readonly string[]>;

interface Form {
  readonly fields: FormFields;
  readonly file: Upload | undefined;
}

/**
 * Receives the file of a request; returns `undefined` if it has none. Sets the body of the request to its options: the query of a
 * `text/csv` request, or the other fields of a form.
 * @throws {Problem} `csv_too_large`, `invalid_form`, `upload_limit_reached`
 * @throws {Outage} if the disk is full or cannot be used
 */
export async function receiveUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
  { settings, uploads }: ApiContext,
): Promise<Upload | undefined> {
  const kind = contentKind(request.headers);
  if (endpoint.upload === undefined || kind === 'json' || kind === undefined) return undefined;
  const folder = path.join(settings.dataDir, 'uploads');
  const { workspaceId } = request.caller ?? reject('missing_api_key');
  const { maxBytes } = settings.csvLimits;
  if (contentLength(request) > maxBytes + (kind === 'csv' ? 0 : maxFormBytes)) rejectTooLarge(maxBytes);
  const reservation = uploads.open(workspaceId);
  const limits: UploadLimits = {
    folder,
    reservation,
    maxMemoryBytes,
    maxSizeBytes: maxBytes,
  };
  const form =
    kind === 'csv'
      ? {
          fields: request.query as FormFields,
          // A stream that is destroyed is not read to its end after an early response.
          file: await storeUpload(request.raw.iterator({ destroyOnReturn: false }), {
            ...limits,
            onWritten: releaseBuffer,
          }),
        }
      : await receiveForm(request, limits);
  if (kind === 'csv') request.query = {};
  request.body =
    endpoint.body instanceof z.ZodObject ? parseFormValues(endpoint.body, form.fields) : form.fields;
  return form.file;
}

/** Returns the announced size of the body; 0 if it is not known. */
const contentLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

/**
 * Frees the memory of a chunk immediately, because the garbage collector frees it only after 64 MB. Does not free buffers that several
 * chunks share.
 */
function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function receiveForm(request: FastifyRequest, limits: UploadLimits): Promise<Form> {
  const fields: FormFields = {};
  let file: Upload | undefined;
  try {
    for await (const part of request.parts({
      limits: { ...formLimits, fileSize: limits.maxSizeBytes + 1 },
    })) {
      if (part.type === 'file') file = await receiveFile(part, limits, file);
      else addField(fields, part.fieldname, part.value);
    }
  } catch (cause) {
    await file?.close();
    throw cause instanceof Problem || cause instanceof Outage
      ? cause
      : new Problem('invalid_form', { cause });
  }
  return { fields, file };
}

async function receiveFile(
  part: MultipartFile,
  limits: UploadLimits,
  previous: Upload | undefined,
): Promise<Upload> {
  if (part.fieldname === fileField && previous === undefined) return storeUpload(part.file, limits);
  part.file.resume();
  await previous?.close();
  return reject('invalid_form', {
    fields: [{ path: part.fieldname, code: 'unknown_field', message: 'Send one file, in the field "file".' }],
  });
}

/** Collects the values of a repeated field in a list. */
function addField(fields: FormFields, name: string, value: unknown): void {
  const text = String(value);
  const previous = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const values = previous === undefined ? text : [previous, text].flat();
  Object.defineProperty(fields, name, {
    value: values,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
