import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { seedCall } from '../../../test/support/fixtures.ts';
import { sipMessagesFolder } from '../../contracts/sip-messages.ts';
import { idTimeMs } from '../../core/ids.ts';
import { purgeSipMessages, writeSipMessages } from '../../telephony/sip-message-files.ts';

const message = {
  at: '2026-11-24T10:00:00.000Z',
  direction: 'received',
  transport: 'udp',
  peer: '203.0.113.7:5060',
  method: 'INVITE',
  status: 180,
  reason: 'Ringing',
  text: 'SIP/2.0 180 Ringing\r\n\r\n',
} as const;

let dataDir: string;
let api: TestApi;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-sip-'));
  api = await createTestApi({ dataDir });
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

const read = (callId: string) => api.send('GET', `/api/v1/calls/${callId}/sip`);

describe('GET /api/v1/calls/{callId}/sip', () => {
  it('returns the stored messages, until they are deleted', async () => {
    const { id: callId } = await seedCall(api.database, api);
    expect((await read(callId)).body.code).toBe('sip_messages_not_found');
    await writeSipMessages(dataDir, callId, { messages: [message], omitted: 2 });
    const { status, body } = await read(callId);
    expect([status, body]).toEqual([200, { callId, messages: [message], omitted: 2 }]);
    const dayMs = 86_400_000;
    await purgeSipMessages(dataDir, 14, idTimeMs(callId) + 13 * dayMs);
    expect((await read(callId)).status).toBe(200);
    await purgeSipMessages(dataDir, 14, idTimeMs(callId) + 16 * dayMs);
    expect(await readdir(sipMessagesFolder(dataDir))).toEqual([]);
    expect((await read(callId)).status).toBe(404);
  });

  it('does not return those of an unknown call', async () => {
    const { id: callId } = await seedCall(api.database, api);
    const unknown = `${callId.slice(0, -4)}ZZZZ`;
    await writeSipMessages(dataDir, unknown, { messages: [message], omitted: 0 });
    expect((await read(unknown)).body.code).toBe('call_not_found');
  });

  it('reports that messages are not kept', async () => {
    const other = await createTestApi({ dataDir, sipTraceDays: 0 });
    const { id: callId } = await seedCall(other.database, other);
    const { body } = await other.send('GET', `/api/v1/calls/${callId}/sip`);
    expect(body).toMatchObject({ code: 'sip_messages_not_found' });
    expect(JSON.stringify(body)).toContain('PARLEY_SIP_TRACE_DAYS');
    await other.close();
  });
});
