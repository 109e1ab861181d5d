import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { seedCall } from '../../test/support/fixtures.ts';
import { sipMessagesPath } from '../contracts/sip-messages.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { deleteStaleFiles } from './stale-files.ts';

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-stale-'));
  api = await createTestApi();
  await api.clock.advance(60_000);
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

/** Writes the files of a call on this machine. `change`: SQL of what happened to the call on another machine. */
async function filesOfCall(change: string | undefined, endedMsAgo = 20_000): Promise<boolean[]> {
  const { workspaceId } = api;
  const { id: callId } = await seedCall(api.database, api);
  const recordingPath = `recordings/2026-01/${callId}.wav`;
  const recording = path.join(dataDir, recordingPath);
  const files = [recording, `${recording}.peaks`, sipMessagesPath(dataDir, callId)];
  for (const file of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'words');
  }
  const scope = api.database.inWorkspace(workspaceId);
  if (change !== undefined)
    await finishCall(scope, {
      workspaceId,
      callId,
      endReason: 'agent_hangup',
      recordingPath,
      disposition: { code: 'answered', status: 'completed' },
      at: new Date(api.clock.now() - endedMsAgo),
    });
  if (change) await scope.execute({ text: `update calls set ${change} where id = $1` }, [callId]);
  await deleteStaleFiles({ ...api, dataDir });
  return files.map((file) => existsSync(file));
}

it.each([
  ['keeps those of an active call', undefined, 0, [true, true, true]],
  ['keeps those of an ended call', '', 20_000, [true, true, true]],
  ['keeps those that may still be written', 'recording_path = null', 5_000, [true, true, true]],
  ['deletes a recording that was deleted', 'recording_path = null', 20_000, [false, false, true]],
  ['deletes SIP messages past their days', 'transcript_purged_at = now()', 20_000, [true, true, false]],
  ['deletes all after an erasure', 'recording_path = null, erased_at = now()', 20_000, [false, false, false]],
])('%s', async (_name, change, endedMsAgo, exist) => {
  expect(await filesOfCall(change, endedMsAgo)).toEqual(exist);
});

it('keeps files of calls that it does not know', async () => {
  const file = path.join(dataDir, 'recordings', '2026-01', 'call_01KTESTTESTTESTTESTTESTTES.wav');
  await writeFile(file, 'words');
  await deleteStaleFiles({ ...api, dataDir });
  expect(existsSync(file)).toBe(true);
});
