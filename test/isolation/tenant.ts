import { idPrefixes, newId, type IdKind } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import { createApiKey, fingerprintApiKey } from '../../src/domain/api-key.ts';
import { presets, type Scope } from '../../src/domain/scopes.ts';
import type { Database } from '../../src/store/database.ts';
import { insertApiKey, type NewApiKeyRow } from '../../src/store/api-keys.ts';
import { noon } from '../support/fixtures.ts';
import type { References } from './references.ts';
import type { Rows } from './call-and-task-rows.ts';
import { tenantRows } from './tenant-rows.ts';

/** A workspace with a row in every table. Each row contains a word that occurs in no other workspace. */
export interface Tenant {
  readonly refs: References;
  /** Occurs in every text column of the workspace. */
  readonly word: string;
  /** A key with every scope. */
  readonly key: string;
}

let sequence = 0;

/** Returns ids and numbers that do not exist in the database yet. */
export function newReferences(areaCode: string): References {
  sequence += 1;
  const number = (digit: number) => `+1${areaCode}${digit}${String(sequence).padStart(6, '0')}`;
  const ids = idKinds.map((kind) => [kind, newId(kind)] as const);
  return {
    ...(Object.fromEntries(ids) as Record<IdKind, string>),
    idleAgent: newId('agent'),
    idleFlow: newId('flow'),
    messageFlow: newId('flow'),
    unknownMessage: newId('message'),
    queuedCall: newId('call'),
    endedCall: newId('call'),
    endedBatch: newId('batch'),
    endedMessageBatch: newId('messageBatch'),
    runningMessageBatch: newId('messageBatch'),
    pendingJob: newId('job'),
    inventoryNumber: newId('number'),
    ownedNumber: number(2),
    customerNumber: number(3),
    customerEmail: `person${sequence}@area${areaCode}.example`,
    inventoryPhoneNumber: number(4),
  };
}

const idKinds = Object.keys(idPrefixes) as IdKind[];

/** Creates a workspace with a row in every table. */
export async function seedTenant(database: Database, areaCode: string, word: string): Promise<Tenant> {
  const refs = newReferences(areaCode);
  const uniqueWord = `${word}${sequence}`;
  await insertRows(database, tenantRows(refs, uniqueWord));
  // The event has position 1.
  await database.asSystem().execute({ text: 'update event_publication set last_position = 1' });
  const key = await addKey(database, refs.workspace, { name: uniqueWord });
  return { refs, word: uniqueWord, key };
}

/** Inserts all rows in one statement, so that foreign keys are checked after the last row. */
async function insertRows(database: Database, rows: Rows): Promise<void> {
  const inserts = rows.map(([table, row], index) => {
    const columns = Object.keys(row).join(', ');
    return `row_${index} as (insert into ${table} (${columns})
      select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb->${index}))`;
  });
  const statement = { name: 'insert_tenant', text: `with ${inserts.join(', ')} select` };
  await database.asSystem().execute(statement, [JSON.stringify(rows.map(([, row]) => row))]);
}

/** Creates a key of the workspace and returns it. Without `changes` it has every scope. */
export async function addKey(
  database: Database,
  workspaceId: string,
  changes: Partial<NewApiKeyRow> = {},
): Promise<string> {
  const key = createApiKey(systemRandom, 'live');
  const { hash, prefix, lastFour } = fingerprintApiKey(key);
  await insertApiKey(database.inWorkspace(workspaceId), {
    id: newId('key'),
    workspaceId,
    name: 'Key',
    keyHash: hash,
    prefix,
    lastFour,
    preset: null,
    scopes: [...presets.full] as Scope[],
    workspaceIds: [],
    allowedIps: [],
    requestsPerMinute: null,
    concurrentCalls: null,
    createdBy: null,
    expiresAt: null,
    at: noon,
    ...changes,
  });
  return key;
}
