import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../core/problems.ts';
import { hashApiKey, sameHash } from '../domain/api-key.ts';
import { plans, tightest } from '../domain/plan.ts';
import type { Scope } from '../domain/scopes.ts';
import type { ApiKeyRow } from '../store/keys/api-key-row.ts';
import { findApiKeyByHash } from '../store/keys/find-api-key-by-hash.ts';
import { touchApiKey } from '../store/keys/touch-api-key.ts';
import { findWorkspace } from '../store/workspaces/find-workspace.ts';
import { isAllowedAddress } from './allowed-addresses.ts';
import type { ApiContext } from './context.ts';
import type { Caller } from './endpoint.ts';
import { presentedKey } from './presented-key.ts';

/** How exact "last used" is. */
const touchEveryMs = 60_000;

/** Who asks: finds the key, and the workspace that the request enters with it. */
export class Authenticator {
  readonly #context: Pick<ApiContext, 'database' | 'clock' | 'logger'>;
  readonly #touchedAtMs = new Map<string, number>();

  constructor(context: Pick<ApiContext, 'database' | 'clock' | 'logger'>) {
    this.#context = context;
  }

  /** @throws {Problem} 401 where the key does not hold, 403 `ip_not_allowed` */
  async findKey(headers: IncomingHttpHeaders, address: string): Promise<ApiKeyRow> {
    const hash = hashApiKey(presentedKey(headers));
    const row = await findApiKeyByHash(this.#context.database.asSystem(), { keyHash: hash });
    if (row === undefined || !sameHash(row.keyHash, hash)) refuse('invalid_api_key');
    if (row.revokedAt !== null) refuse('api_key_revoked');
    const nowMs = this.#context.clock.now();
    if (row.expiresAt !== null && row.expiresAt.getTime() <= nowMs) refuse('api_key_expired');
    if (!isAllowedAddress(address, row.allowedIps)) refuse('ip_not_allowed');
    this.#touch(row, nowMs);
    return row;
  }

  /**
   * The workspace of the x-workspace-id header, or the key's home.
   * @throws {Problem} `workspace_forbidden`, alike for one that does not exist and one that is closed to the key
   */
  async enterWorkspace(key: ApiKeyRow, headers: IncomingHttpHeaders): Promise<Caller> {
    const asked = headers['x-workspace-id'];
    const workspaceId = asked === undefined || asked === '' ? key.workspaceId : String(asked);
    if (workspaceId !== key.workspaceId && !key.workspaceIds.includes(workspaceId))
      refuse('workspace_forbidden');
    const workspace = await findWorkspace(this.#context.database.inWorkspace(workspaceId), { workspaceId });
    if (workspace === undefined) refuse('workspace_forbidden');
    const own = {
      requestsPerMinute: key.requestsPerMinute ?? undefined,
      concurrentCalls: key.concurrentCalls ?? undefined,
    };
    return {
      keyId: key.id,
      workspaceId,
      timezone: workspace.timezone,
      workspaceIds: [key.workspaceId, ...key.workspaceIds],
      scopes: key.scopes as Scope[],
      limits: tightest(plans[workspace.plan], own),
      concurrentCalls: { workspace: plans[workspace.plan].concurrentCalls, key: key.concurrentCalls },
      restrictions: key,
    };
  }

  /** Not awaited: nobody waits for the books of "last used". */
  #touch({ id, workspaceId }: ApiKeyRow, nowMs: number): void {
    if (nowMs - (this.#touchedAtMs.get(id) ?? -Infinity) < touchEveryMs) return;
    this.#touchedAtMs.set(id, nowMs);
    const scope = this.#context.database.inWorkspace(workspaceId);
    touchApiKey(scope, { keyId: id, at: new Date(nowMs) }).catch((error: unknown) => {
      this.#context.logger.warn({ err: error }, 'The last use of a key could not be written down.');
    });
  }
}
