import { access } from 'node:fs/promises';
import { sipMessagesPath } from '../contracts/sip-messages.ts';
import { erased, type PersonAddress } from '../domain/erasure.ts';
import { suppressionChannels } from '../domain/conversations/suppression.ts';
import type { Scope } from '../store/database.ts';
import {
  countBlocks,
  findMentionsIn,
  findRecordsIn,
  listSweptTables,
  type Mention,
  searchFor,
  type SweptTable,
} from '../store/erase-text.ts';
import { partTables, personTable, type PersonTableName } from '../store/person-tables.ts';
import { readBatchRows, readByAddress, readParts, type StoredRow } from '../store/read-person.ts';
import { findSuppressionsOf, isHashedAddress } from '../store/suppressions.ts';
import { listTestMessages } from '../store/test-messages.ts';

/** Records per query. */
const recordsPerPage = 50;
/** Disk blocks per query of the search. */
const blocksPerPage = 512;

export interface PersonExportContext {
  /** The scope of the workspace. */
  readonly scope: Scope;
  readonly workspaceId: string;
  readonly person: PersonAddress;
  /** The data folder with the files of calls. */
  readonly dataDir: string;
  readonly at: Date;
}

type OwnerTable = Parameters<typeof readParts>[2];
type Pages = AsyncIterable<readonly object[]>;

/**
 * Yields a JSON document with everything that an erasure of the person would erase: the records with their parts, and the places in other rows that
 * mention the address. The records are read in pages while the document is written.
 */
export async function* exportPerson(context: PersonExportContext): AsyncGenerator<string> {
  const reader = new PersonReader(context);
  const { kind, address } = context.person;
  const head = { exportedAt: context.at.toISOString(), kind, address };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of reader.lists()) {
    yield `,\n"${name}": [`;
    let separator = '\n';
    for await (const page of pages) {
      // White space keeps the connection open while nothing is found.
      let text = '\n';
      for (const row of page) {
        text += separator + JSON.stringify(row);
        separator = ',\n';
      }
      yield text;
    }
    yield ']';
  }
  yield '}\n';
}

class PersonReader {
  readonly #context: PersonExportContext;

  constructor(context: PersonExportContext) {
    this.#context = context;
  }

  /** Returns the lists of the document. */
  lists(): readonly (readonly [name: string, pages: Pages])[] {
    const records = (['calls', 'conversations', 'dispositions', 'tasks'] as const).map(
      (table) => [personTable(table).kind, this.#records(table)] as const,
    );
    return [
      ...records,
      ['batchRows', this.#rows('batch_jobs')],
      ['messageBatchRows', this.#rows('batch_messages')],
      ['suppressions', this.#suppressions()],
      ['testMessages', this.#testMessages()],
      ['auditEntries', this.#mentions(true, ({ row }) => publicRow(row))],
      ['otherRows', this.#mentions(false, placeOf)],
    ];
  }

  async *#records(table: OwnerTable & ('calls' | 'conversations' | 'dispositions' | 'tasks')): Pages {
    for await (const rows of this.#read(table)) yield this.#withParts(table, rows);
  }

  async *#rows(table: 'batch_jobs' | 'batch_messages'): Pages {
    for await (const rows of this.#read(table)) yield rows.map((row) => publicRow(row));
  }

  #read(table: Parameters<typeof readByAddress>[1] | 'batch_jobs'): AsyncIterable<readonly StoredRow[]> {
    const { scope, workspaceId, person } = this.#context;
    // No index has the email address of a customer.
    if (person.kind === 'email' && personTable(table).hasCustomer) return this.#readRanges(table);
    const query = { workspaceId, person, limit: recordsPerPage };
    return table === 'batch_jobs' ? readBatchRows(scope, query) : readByAddress(scope, table, query);
  }

  async *#readRanges(table: PersonTableName): AsyncGenerator<StoredRow[]> {
    const { scope, person } = this.#context;
    for await (const range of this.#rangesOf(table)) {
      const rows = await findRecordsIn(scope, table, range, person);
      yield rows.slice(0, recordsPerPage);
      for (let start = recordsPerPage; start < rows.length; start += recordsPerPage)
        yield rows.slice(start, start + recordsPerPage);
    }
  }

  async *#rangesOf(table: string) {
    const { scope, workspaceId } = this.#context;
    for (let block = 0; block < (await countBlocks(scope, table)); block += blocksPerPage)
      yield { table, block, endBlock: block + blocksPerPage, workspaceId };
  }

  /** Returns records with their parts, and the parts of these. */
  async #withParts(table: PersonTableName, rows: readonly StoredRow[]): Promise<object[]> {
    const { scope, workspaceId } = this.#context;
    const records = await Promise.all(
      rows.map(async (row): Promise<Record<string, unknown>> => ({
        ...publicRow(row),
        ...(table === 'calls' ? await this.#filesOf(row) : {}),
      })),
    );
    const ids = rows.map((row) => row['id'] as string);
    for (const part of ids.length === 0 ? [] : partTables(table)) {
      const found = await readParts(scope, part, table as OwnerTable, { workspaceId, ids });
      const parts = new Map<string, object[]>();
      for (const [id, owned] of found) parts.set(id, await this.#withParts(part, owned));
      for (const record of records) record[personTable(part).kind] = parts.get(record['id'] as string) ?? [];
    }
    return records;
  }

  /** Returns the paths of the files of a call in the API. */
  async #filesOf(call: StoredRow): Promise<object> {
    const id = call['id'] as string;
    const hasRecording = call['recording_path'] !== null && call['state'] === 'ended';
    const hasSipMessages = await access(sipMessagesPath(this.#context.dataDir, id)).then(
      () => true,
      () => false,
    );
    return {
      recording: hasRecording ? `/api/v1/calls/${id}/recording` : null,
      sipMessages: hasSipMessages ? `/api/v1/calls/${id}/sip` : null,
    };
  }

  async *#suppressions(): Pages {
    const { scope, workspaceId, person } = this.#context;
    const query = { workspaceId, channels: suppressionChannels, address: person.address };
    const found = await findSuppressionsOf(scope, query);
    yield found.map((row) =>
      publicRow({ ...row, address: isHashedAddress(row.address) ? erased : row.address }),
    );
  }

  async *#testMessages(): Pages {
    const { scope, workspaceId, person } = this.#context;
    const query = { workspaceId, person: person.address, limit: recordsPerPage };
    for (let before: number | undefined; ;) {
      const found = await listTestMessages(scope, { ...query, before });
      yield found.map((row) => publicRow({ ...row }));
      if (found.length < recordsPerPage) return;
      before = found.at(-1)!.id;
    }
  }

  /** Yields what mentions the address in the audit log, or in all other tables. */
  async *#mentions(isAuditLog: boolean, write: (mention: Mention, table: SweptTable) => object): Pages {
    const { scope, person } = this.#context;
    const search = { ...searchFor(person), ...person };
    for (const table of await listSweptTables(scope)) {
      if ((table.name === 'audit_log') !== isAuditLog) continue;
      for await (const range of this.#rangesOf(table.name))
        yield (await findMentionsIn(scope, table, range, search)).map((mention) => write(mention, table));
    }
  }
}

const internalColumns = new Set(['workspace_id', 'workspaceId', 'senderWorkspace', 'recording_path']);

/** Returns a row with the names of the API. */
const publicRow = (row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !internalColumns.has(column))
      .map(([column, value]) => [memberName(column), value]),
  );

const memberName = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const idPattern = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Returns where an address is in a record of others, without the content of the record. */
function placeOf({ row, columns }: Mention, { name }: SweptTable): object {
  const ids = Object.entries(publicRow(row)).filter(
    ([, value]) => typeof value === 'string' && idPattern.test(value),
  );
  return { table: name, ids: Object.fromEntries(ids), columns: columns.map(memberName) };
}
