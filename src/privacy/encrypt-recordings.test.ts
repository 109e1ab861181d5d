import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { noon, seedCall } from '../../test/support/fixtures.ts';
import { recordingKeys } from '../contracts/recording-file.ts';
import { encryptFile, isEncryptedFile } from '../core/encrypted-file.ts';
import { silentLogger } from '../core/logger.ts';
import { seededRandom } from '../core/random.ts';
import { SecretBox } from '../core/secret-box.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { RecordingEncryption } from './encrypt-recordings.ts';

/** The secret of the test API. */
const secrets = new SecretBox([seededRandom(11).bytes(32)], seededRandom(12));
const audio = Buffer.alloc(150_000, 'RIFF and the words of a person, ');
let api: TestApi;
let dataDir: string;
let month: string;
let encryption: RecordingEncryption;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-encryption-'));
  month = path.join(dataDir, 'recordings', '2026-01');
  await mkdir(month, { recursive: true });
  api = await createTestApi({ dataDir });
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => {
  encryption = new RecordingEncryption({
    database: api.database,
    clock: api.clock,
    random: seededRandom(3),
    logger: silentLogger,
    secrets,
    recordingRoot: path.dirname(month),
    nodeId: 'node_test',
  });
});

async function recordedCall(): Promise<{ callId: string; file: string }> {
  const { id: callId } = await seedCall(api.database, api);
  const file = path.join(month, `${callId}.wav`);
  await writeFile(file, audio);
  return { callId, file };
}

const endCall = (callId: string) =>
  finishCall(api.database.inWorkspace(api.workspaceId), {
    workspaceId: api.workspaceId,
    callId,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
    recordingPath: `recordings/2026-01/${callId}.wav`,
  });

const get = (callId: string, headers: Record<string, string> = {}) =>
  api.send('GET', `/api/v1/calls/${callId}/recording`, { headers });

it('encrypts a recording after the end of its call, and the API returns its audio', async () => {
  const { callId, file } = await recordedCall();
  encryption.add(file);
  await encryption.encryptEnded();
  expect(await isEncryptedFile(file)).toBe(false);
  await endCall(callId);
  await encryption.encryptEnded();
  expect((await readFile(file)).includes('person')).toBe(false);
  expect(await readdir(month)).toEqual([path.basename(file)]);
  const whole = await get(callId);
  expect(whole.headers['content-length']).toBe(String(audio.length));
  expect(whole.bytes.equals(audio)).toBe(true);
  const part = await get(callId, { range: 'bytes=65000-66000' });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(audio.subarray(65_000, 66_001))).toBe(true);
});

it('encrypts the recordings of earlier processes, and removes copies that a crash left', async () => {
  const { callId, file } = await recordedCall();
  await endCall(callId);
  const abandoned = `${file}.encrypting-node_old`;
  const inProgress = `${file}.encrypting-node_other`;
  await writeFile(abandoned, '');
  await writeFile(inProgress, '');
  const now = api.clock.now() / 1000;
  await utimes(abandoned, now - 4000, now - 4000);
  await utimes(inProgress, now, now);
  await encryption.addExisting();
  await encryption.encryptEnded();
  expect(await isEncryptedFile(file)).toBe(true);
  const names = await readdir(month);
  expect(names).not.toContain(path.basename(abandoned));
  expect(names).toContain(path.basename(inProgress));
});

it('forgets a recording that was deleted before its encryption, and deletes the copy of this machine', async () => {
  const { callId, file } = await recordedCall();
  await endCall(callId);
  encryption.add(file);
  const text = 'update calls set recording_path = null where workspace_id = $1 and id = $2';
  await api.database.inWorkspace(api.workspaceId).execute({ text }, [api.workspaceId, callId]);
  expect(encryption.waiting).toBe(1);
  await encryption.encryptEnded();
  expect(encryption.waiting).toBe(0);
  expect(await readdir(month)).not.toContain(path.basename(file));
});

it('leaves a deleted recording deleted', async () => {
  const { callId, file } = await recordedCall();
  await endCall(callId);
  encryption.add(file);
  await rm(file);
  await encryption.encryptEnded();
  expect(await readdir(month)).not.toContain(path.basename(file));
});

it('returns what to do if the key is not configured, or is that of another workspace', async () => {
  const { callId, file } = await recordedCall();
  await endCall(callId);
  const other = new SecretBox([seededRandom(5).bytes(32)], seededRandom(6));
  const copy = `${file}.copy`;
  const random = seededRandom(4);
  await encryptFile(file, copy, { key: recordingKeys(other, api.workspaceId)[0]!, random });
  await writeFile(file, await readFile(copy));
  const { status, body } = await get(callId);
  expect(status).toBe(500);
  expect(body.code).toBe('secret_key_unavailable');
  expect(body.details).toContain('PARLEY_SECRET_KEY');
  await rm(copy);
  await writeFile(file, audio);
  await encryptFile(file, copy, { key: recordingKeys(secrets, 'ws_another')[0]!, random });
  await writeFile(file, await readFile(copy));
  const foreign = await get(callId);
  expect([foreign.status, foreign.body.code]).toEqual([500, 'secret_key_unavailable']);
  expect(foreign.body.details).toContain('was changed');
});
