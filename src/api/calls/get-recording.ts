import { recordingFileOf, recordingKeys } from '../../contracts/recording-file.ts';
import { EncryptedFileError, openFileReader, type FileReader } from '../../core/encrypted-file.ts';
import { Problem, reject } from '../../core/problems.ts';
import { findCall } from '../../store/calls/calls.ts';
import type { ApiContext } from '../context.ts';
import type { BinaryResponse } from '../http/binary-response.ts';
import { endpoint } from '../endpoint.ts';
import { readByteRange } from './byte-range.ts';
import { callParameter } from './call-response.ts';

export const getRecording = endpoint({
  method: 'GET',
  path: '/api/v1/calls/{callId}/recording',
  operationId: 'getRecording',
  tag: 'Calls',
  summary: 'Get the recording of a call',
  description:
    'Returns a stereo WAV file with the customer on the left and the agent on the right channel. Available after the call has ended. Supports byte ranges.',
  scope: 'recordings:read',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  reply: { contentType: 'audio/wav', description: 'The whole file.', acceptsRanges: true },
  errorCodes: ['recording_not_found', 'invalid_range', 'secret_key_unavailable'],

  async handle({ caller: { workspaceId }, path: { callId }, header }, context) {
    const { file } = await openRecording({ workspaceId, callId }, context);
    return sendFile(file, header('range'));
  },
});

/** Opens the recording of an ended call. Rejects paths outside the folder of recordings. */
export async function openRecording(
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
  { database, secrets, settings }: Pick<ApiContext, 'database' | 'secrets' | 'settings'>,
): Promise<{ readonly file: FileReader; readonly filePath: string }> {
  const call = await findCall(database.inWorkspace(workspaceId), { workspaceId, callId });
  if (call === undefined) reject('call_not_found');
  if (call.recordingPath === null || call.state !== 'ended') reject('recording_not_found');
  const filePath = recordingFileOf(settings.dataDir, call.recordingPath) ?? reject('recording_not_found');
  try {
    return { file: await openFileReader(filePath, recordingKeys(secrets, workspaceId)), filePath };
  } catch (error) {
    return rejectUnreadable(error);
  }
}

/** Rejects a request for a recording that is missing or cannot be decrypted. */
function rejectUnreadable(error: unknown): never {
  if (error instanceof EncryptedFileError)
    reject('secret_key_unavailable', { details: error.message, cause: error });
  if (error instanceof Problem) throw error;
  return reject('recording_not_found', { cause: error });
}

async function sendFile(file: FileReader, rangeHeader: string | undefined): Promise<BinaryResponse> {
  try {
    const { size } = file;
    if (size === 0) reject('recording_not_found');
    const range = readByteRange(rangeHeader, size);
    const { first, last } = range ?? { first: 0, last: size - 1 };
    // After the head of the response, a recording that cannot be decrypted could only end the connection.
    await file.read(new Uint8Array(1), first);
    const headers = {
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      'content-length': String(last - first + 1),
      ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${size}` }),
    };
    const stream = file.stream(first, last);
    return { status: range === undefined ? 200 : 206, headers, stream };
  } catch (error) {
    await file.close();
    return rejectUnreadable(error);
  }
}
