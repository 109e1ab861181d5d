import { idPrefixes, newId, type IdKind } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import { createApiKey, fingerprintApiKey } from '../../src/domain/api-key.ts';
import { presets, type Scope } from '../../src/domain/scopes.ts';
import type { Database } from '../../src/store/database.ts';
import { insertApiKey, type NewApiKeyRow } from '../../src/store/keys/insert-api-key.ts';
import { noon } from '../support/fixtures.ts';
import type { References } from './references.ts';
import { tenantRows, type Rows } from './tenant-rows.ts';

/** A workspace in which every table has a row, every row with a word that stands nowhere else. */
export interface Tenant {
  readonly refs: References;
  /** Occurs in every text of its rows. */
  readonly word: string;
  /** A key with every scope. */
  readonly key: string;
}

let sequence = 0;

/** Names for things that exist only once they are seeded: until then each is an id that nobody knows. */
export function newReferences(areaCode: string): References {
  sequence += 1;
  const number = (kind: number) => `+1${areaCode}${kind}${String(sequence).padStart(6, '0')}`;
  const ids = idKinds.map((kind) => [kind, newId(kind)] as const);
  return {
    ...(Object.fromEntries(ids) as Record<IdKind, string>),
    idleAgent: newId('agent'),
    idleFlow: newId('flow'),
    messageFlow: newId('flow'),
    queuedCall: newId('call'),
    endedCall: newId('call'),
    endedBatch: newId('batch'),
    pendingJob: newId('job'),
    stockedNumber: newId('number'),
    ownedNumber: number(2),
    customerNumber: number(3),
    customerEmail: `person${sequence}@area${areaCode}.example`,
    freeNumber: number(4),
  };
}

const idKinds = Object.keys(idPrefixes) as IdKind[];

/** Fills every table of a new workspace. */
export async function seedTenant(database: Database, areaCode: string, word: string): Promise<Tenant> {
  const refs = newReferences(areaCode);
  const own = `${word}${sequence}`;
  await plant(database, tenantRows(refs, own));
  const key = await addKey(database, refs.workspace, { name: own });
  return { refs, word: own, key };
}

/** In one statement, after which the references are checked. */
async function plant(database: Database, rows: Rows): Promise<void> {
  const inserts = rows.map(([table, row], index) => {
    const columns = Object.keys(row).join(', ');
    return `row_${index} as (insert into ${table} (${columns})
      select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb->${index}))`;
  });
  const statement = { name: 'plant_tenant', text: `with ${inserts.join(', ')} select` };
  await database.asSystem().execute(statement, [JSON.stringify(rows.map(([, row]) => row))]);
}

/** A key of the workspace with every scope, as changed. */
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
