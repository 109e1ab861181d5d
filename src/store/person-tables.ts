import type { PersonAddress } from '../domain/erasure.ts';

/*
 * Where the records of a person are, for the erasure and for the export. A new table with data of persons is added here; a table that only mentions
 * an address is found by the search of `erase-text.ts`.
 */

interface PersonTable {
  /** The name of its rows in an export. */
  readonly kind: string;
  /** The columns with the address of the person. */
  readonly addresses: readonly string[];
  /** Whether the person is also the one whose email address is in the column `customer`. */
  readonly hasCustomer: boolean;
  /** The columns with the id of a record of which the row is a part, and the table of the record. */
  readonly owners: readonly (readonly [column: string, table: OwnerTable])[];
  /** The columns that sort the rows of one record. */
  readonly order: string;
}

type OwnerTable = 'calls' | 'conversations' | 'dispositions' | 'tasks' | 'messages';

const record = (kind: string, addresses: readonly string[], hasCustomer: boolean) => ({
  kind,
  addresses,
  hasCustomer,
  owners: [],
  order: 'created_at, id',
});

const part = (kind: string, owners: PersonTable['owners'], order: string) => ({
  kind,
  addresses: [],
  hasCustomer: false,
  owners,
  order,
});

/** The tables with data of persons by name. */
export const personTables = {
  calls: record('calls', ['to_number', 'from_number'], true),
  conversations: record('conversations', ['recipient'], true),
  dispositions: { ...record('dispositions', ['phone_number'], false), owners: [['call_id', 'calls']] },
  tasks: {
    ...record('tasks', ['address'], false),
    owners: [
      ['call_id', 'calls'],
      ['conversation_id', 'conversations'],
    ],
  },
  batch_jobs: record('batchRows', ['phone_number'], true),
  batch_messages: record('messageBatchRows', ['recipient'], true),
  transcript_entries: part('transcriptEntries', [['call_id', 'calls']], 'sequence'),
  call_events: part('callEvents', [['call_id', 'calls']], 'sequence'),
  messages: part('messages', [['conversation_id', 'conversations']], 'sequence'),
  events: part(
    'events',
    [
      ['subject_id', 'calls'],
      ['subject_id', 'conversations'],
      ['subject_id', 'dispositions'],
      ['subject_id', 'tasks'],
    ],
    'created_at, id',
  ),
  idempotency_records: part(
    'storedResponses',
    [
      ['resource_id', 'calls'],
      ['resource_id', 'conversations'],
      ['resource_id', 'messages'],
    ],
    'created_at, idempotency_key',
  ),
} as const satisfies Record<string, PersonTable>;

export type PersonTableName = keyof typeof personTables;

export const personTable = (name: PersonTableName): PersonTable => personTables[name];

/** Returns the table of this name, if it has data of persons. */
export const findPersonTable = (name: string): PersonTableName | undefined =>
  Object.hasOwn(personTables, name) ? (name as PersonTableName) : undefined;

/** SQL condition: a column of the row has the address in $2. $1: the workspace. */
export const hasAddress = (name: PersonTableName): string =>
  `${name}.workspace_id = $1 and (${personTable(name)
    .addresses.map((column) => `${name}.${column} = $2`)
    .join(' or ')})`;

/** SQL condition: the customer of the row has the email address `address`, an SQL expression. No index has it. */
export const hasCustomerEmail = (name: PersonTableName, address: string): string =>
  `lower(${name}.customer ->> 'email') = ${address}`;

/** SQL condition: the row is a part of a record of the table `owner`. $1: the workspace; $2: the ids of the records. */
export const isPartOf = (name: PersonTableName, owner: OwnerTable): string =>
  `${name}.workspace_id = $1 and ${ownerColumn(name, owner)} = any($2)`;

/** Returns the column of a table with the id of a record of the table `owner`. */
export function ownerColumn(name: PersonTableName, owner: OwnerTable): string {
  const [column] = personTable(name).owners.find(([, table]) => table === owner)!;
  return `${name}.${column}`;
}

/** Returns the tables whose rows are parts of records of a table. */
export const partTables = (owner: PersonTableName): PersonTableName[] =>
  (Object.keys(personTables) as PersonTableName[]).filter((name) =>
    personTable(name).owners.some(([, table]) => table === owner),
  );

/** SQL condition: the row is a part of a record of the person. $1: the workspace; `address`: an SQL expression. */
export function isPartOfPerson(name: PersonTableName, kind: PersonAddress['kind'], address: string): string {
  const conditions = personTable(name).owners.map(
    ([column, table]) =>
      `exists (select from ${table} where ${table}.workspace_id = $1 and ${table}.id = ${name}.${column}
        and (${isOfPerson(table, kind, address)}))`,
  );
  return conditions.length === 0 ? 'false' : conditions.join(' or ');
}

/** SQL condition: the row is a record of the person, or a part of one. $1: the workspace; `address`: an SQL expression. */
export function isOfPerson(name: PersonTableName, kind: PersonAddress['kind'], address: string): string {
  const { addresses, hasCustomer } = personTable(name);
  return [
    ...addresses.map((column) => `${name}.${column} = ${address}`),
    ...(hasCustomer && kind === 'email' ? [hasCustomerEmail(name, address)] : []),
    isPartOfPerson(name, kind, address),
  ].join(' or ');
}
