import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/database.ts';
import { type ApiKeyRow, findApiKeyByHash } from '../store/api-keys.ts';
import { accessChannel, findWorkspace, type WorkspaceRow } from '../store/workspaces.ts';

/** Maximum age of a cached row. The notification of a change arrives within milliseconds unless it is lost. */
const maxAgeMs = 1_000;
const maxRows = 10_000;

/**
 * Caches API keys and workspaces, because every request needs them. A change applies to the next request of the process that makes it;
 * other processes apply it when the notification of the database arrives, at the latest after one second.
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
    const clear = () => this.clear();
    this.#unlisten = database.listen(accessChannel, clear, clear);
  }

  /** Returns the key, also if it is revoked or expired. */
  findKey(keyHash: string): Promise<ApiKeyRow | undefined> {
    return this.#keys.find(keyHash, () => findApiKeyByHash(this.#database.asSystem(), { keyHash }));
  }

  findWorkspace(workspaceId: string): Promise<WorkspaceRow | undefined> {
    return this.#workspaces.find(workspaceId, () =>
      findWorkspace(this.#database.inWorkspace(workspaceId), { workspaceId }),
    );
  }

  clear(): void {
    this.#keys.clear();
    this.#workspaces.clear();
  }

  /** Stops listening for changes. Can be called twice. */
  close(): void {
    this.#unlisten();
  }
}

/** Caches rows of one kind by their lookup key. Misses are not cached. */
class RowCache<Row extends object> {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #rows = new LRUCache<string, { readonly row: Row; readonly readAtMs: number }>({ max: maxRows });
  #generation = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  async find(key: string, load: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const readAtMs = this.#clock.monotonicMs();
    const cached = this.#rows.get(key);
    if (cached !== undefined && readAtMs - cached.readAtMs < maxAgeMs) return cached.row;
    const generation = this.#generation;
    const row = await load();
    // A row that was read while the cache was cleared may be outdated.
    if (row !== undefined && generation === this.#generation) this.#rows.set(key, { row, readAtMs });
    return row;
  }

  clear(): void {
    this.#generation += 1;
    this.#rows.clear();
  }
}
