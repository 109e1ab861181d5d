import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { wavHeader } from '../../src/audio/wav-header.ts';
import type { Database } from '../../src/store/database.ts';
import { connectClient } from '../../src/store/connection.ts';
import { receiveCallCommands } from '../../src/contracts/call-commands.ts';
import type { SipMessagesFile } from '../../src/contracts/sip-messages.ts';
import { writeSipMessages } from '../../src/telephony/sip-message-files.ts';
import { createTestApi, dispatchImmediately, type TestResponse, type TestApi } from '../support/api.ts';
import type { TestDatabase } from '../support/database.ts';
import type { PreparedRequest } from './requests.ts';
import { InterceptedDatabase, type StatementInterceptor } from './intercepted-database.ts';
import { findTenantTables, readWorkspace, type TenantTable } from './tenant-tables.ts';
import { seedTenant, type Tenant } from './tenant.ts';

export interface WorldOptions {
  /** Whether row-level security is enabled. Defaults to true. */
  readonly policies?: boolean;
  /** Can rewrite every statement that a request runs. */
  readonly intercept?: StatementInterceptor;
}

/** The API on a database with several tenants. */
export interface World {
  readonly api: TestApi;
  readonly tables: readonly TenantTable[];
  /** Creates a workspace with a row in every table. Its numbers have the area code. */
  seed(areaCode: string, word: string): Promise<Tenant>;
  /** Returns all rows of the tenant per table, as JSON. */
  read(tenant: Tenant): Promise<ReadonlyMap<string, string>>;
  send(request: PreparedRequest, headers: Readonly<Record<string, string>>): Promise<TestResponse>;
  close(): Promise<void>;
}

/** Carriers of all recipients. */
const messageRoutes = (['sms', 'email'] as const).flatMap((channel) =>
  (['test', 'all'] as const).map((carries) => ({
    carrier: `${channel}-${carries}`,
    channel,
    from: channel === 'sms' ? '+12025550199' : 'parley@example.com',
    fromName: '',
    carries,
  })),
);

export async function createWorld({ policies = true, intercept }: WorldOptions = {}): Promise<World> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-isolation-'));
  await mkdir(path.join(dataDir, 'recordings'));
  const adapt = async (testDatabase: TestDatabase): Promise<Database> => {
    if (!policies) await disableRowLevelSecurity(testDatabase);
    return intercept === undefined ? testDatabase.db : new InterceptedDatabase(testDatabase.db, intercept);
  };
  const api = await createTestApi({ dataDir, adapt, messageRoutes });
  // A node holds every call. The feed of active calls waits for the announcement of its followers.
  receiveCallCommands(api, () => ({ outcome: 'done', effect: 'advised' }));
  api.bus.subscribe('call-feed-followers', () => void api.clock.advance(200));
  dispatchImmediately(api);
  const tables = await findTenantTables(api.database);
  return {
    api,
    tables,
    async seed(areaCode, word) {
      const tenant = await seedTenant(api.database, areaCode, word);
      await writeFile(path.join(dataDir, 'recordings', `${tenant.word}.wav`), recordingOf(tenant.word));
      await writeSipMessages(dataDir, tenant.refs.endedCall, sipMessagesOf(tenant.word));
      return tenant;
    },
    read: ({ refs }) => readWorkspace(api.database, tables, refs.workspace),
    send: ({ method, url, body }, headers) => api.send(method, url, { key: null, body, headers }),
    async close() {
      await api.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Disables row-level security with the role of the table owner; the program's role cannot do that. */
/** Returns a recording without audio, in which a test finds the word. */
const recordingOf = (word: string): Uint8Array =>
  Buffer.concat([wavHeader({ sampleRate: 8000, channels: 2, dataBytes: 0 }), Buffer.from(word)]);

/** Returns SIP messages in which a test finds the word. */
const sipMessagesOf = (word: string): SipMessagesFile => ({
  messages: [
    {
      at: '2026-01-05T12:00:00.000Z',
      direction: 'sent',
      transport: 'udp',
      peer: '192.0.2.2:5060',
      method: 'INVITE',
      status: null,
      reason: null,
      text: `INVITE sip:${word} SIP/2.0\r\n\r\n`,
    },
  ],
  omitted: 0,
});

async function disableRowLevelSecurity({ db, connection }: TestDatabase): Promise<void> {
  const client = await connectClient(connection, 'parley tests');
  try {
    for (const { name } of await findTenantTables(db)) {
      await client.query(`alter table ${name} disable row level security`);
    }
  } finally {
    await client.end();
  }
}
