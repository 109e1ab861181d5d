import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/database.ts';
import type { ApiKeyRow } from '../store/keys/api-key-row.ts';
import { findApiKeyByHash } from '../store/keys/find-api-key-by-hash.ts';
import { accessChannel } from '../store/workspaces/access-channel.ts';
import { findWorkspace } from '../store/workspaces/find-workspace.ts';
import type { WorkspaceRow } from '../store/workspaces/workspace-row.ts';

/** Longest that a row is believed; the database's notice of a change comes within milliseconds unless it is lost. */
const maxAgeMs = 1_000;
const rowsMax = 10_000;

/**
 * Keys and workspaces as they were read a moment ago, so that not every request reads them again. A change is seen by the next
 * request of the process that made it, by the others when the database tells of it, and a second later at the latest.
 */
export class AccessCache {
  readonly #database: Database;
  readonly #keys: RowCache<ApiKeyRow>;
  readonly #workspaces: RowCache<WorkspaceRow>;
  readonly #unlisten: () => void;

  constructor(database: Database, clock: Pick<Clock, 'monotonicMs'>) {
    this.#database = database;
    this.#keys = new RowCache(clock);
    this.#workspaces = new RowCache(clock);
    const forget = () => this.forget();
    this.#unlisten = database.listen(accessChannel, forget, forget);
  }

  /** Revoked and expired keys are found too. */
  findKey(keyHash: string): Promise<ApiKeyRow | undefined> {
    return this.#keys.find(keyHash, () => findApiKeyByHash(this.#database.asSystem(), { keyHash }));
  }

  findWorkspace(workspaceId: string): Promise<WorkspaceRow | undefined> {
    return this.#workspaces.find(workspaceId, () =>
      findWorkspace(this.#database.inWorkspace(workspaceId), { workspaceId }),
    );
  }

  forget(): void {
    this.#keys.forget();
    this.#workspaces.forget();
  }

  /** Stops listening. Safe to call twice. */
  close(): void {
    this.#unlisten();
  }
}

/** Rows of one kind by what they are looked for with. What is not there is looked for each time. */
class RowCache<Row extends object> {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #rows = new LRUCache<string, { readonly row: Row; readonly readAtMs: number }>({ max: rowsMax });
  #forgotten = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  async find(key: string, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const readAtMs = this.#clock.monotonicMs();
    const known = this.#rows.get(key);
    if (known !== undefined && readAtMs - known.readAtMs < maxAgeMs) return known.row;
    const forgotten = this.#forgotten;
    const row = await read();
    // What was being read while something changed may be from before the change.
    if (row !== undefined && forgotten === this.#forgotten) this.#rows.set(key, { row, readAtMs });
    return row;
  }

  forget(): void {
    this.#forgotten += 1;
    this.#rows.clear();
  }
}
