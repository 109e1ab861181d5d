import { reject } from '../../core/problems.ts';
import type { KeyMode } from '../../domain/api-key.ts';
import { presets, type Preset, type Scope } from '../../domain/scopes.ts';
import { isWithinRanges } from '../http/allowed-addresses.ts';
import type { Caller, KeyRestrictions } from '../endpoint.ts';

/** Returns the scopes of a new key, from its preset or its list of scopes. */
export function grantedScopes(granted: {
  readonly preset?: Preset | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}): Scope[] {
  return [...new Set(granted.scopes ?? presets[granted.preset!])];
}

/** The permissions of a new key. */
export interface Grant extends KeyRestrictions {
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  readonly workspaceIds: readonly string[];
}

/**
 * Requires that the scopes, workspaces and restrictions of a new key do not exceed those of the caller.
 * @throws {Problem} `test_key` if a test key grants a live key; `insufficient_scope` with all permissions that the caller cannot grant;
 * `workspace_forbidden`
 */
export function requireGrantable(caller: Caller, granted: Grant): void {
  if (caller.isTestKey && granted.mode === 'live')
    reject('test_key', { details: 'A test key creates and rotates test keys only. Send mode "test".' });
  const missing = [
    ...granted.scopes.filter((scope) => !(caller.scopes as readonly string[]).includes(scope)),
    ...describeExcesses(caller.restrictions, granted),
  ];
  if (missing.length > 0) {
    reject('insufficient_scope', {
      details: `This API key cannot grant permissions that it does not have: ${missing.join(', ')}.`,
    });
  }
  if (granted.workspaceIds.some((id) => !caller.workspaceIds.includes(id))) reject('workspace_forbidden');
}

function describeExcesses(own: KeyRestrictions, granted: KeyRestrictions): string[] {
  const checks: [boolean, string][] = [
    [
      exceeds(granted.expiresAt?.getTime(), own.expiresAt?.getTime()),
      `validity after ${own.expiresAt?.toISOString()}`,
    ],
    [exceedsRanges(granted.allowedIps, own.allowedIps), `use outside ${own.allowedIps.join(' and ')}`],
    [
      exceeds(granted.requestsPerMinute, own.requestsPerMinute),
      `more than ${own.requestsPerMinute} requests per minute`,
    ],
    [
      exceeds(granted.concurrentCalls, own.concurrentCalls),
      `more than ${own.concurrentCalls} concurrent calls`,
    ],
  ];
  return checks.flatMap(([isExcess, text]) => (isExcess ? [text] : []));
}

/** Returns whether the granted limit is higher. A missing limit means unlimited. */
const exceeds = (granted: number | null | undefined, own: number | null | undefined): boolean =>
  (granted ?? Infinity) > (own ?? Infinity);

function exceedsRanges(granted: readonly string[], own: readonly string[]): boolean {
  if (own.length === 0) return false;
  return granted.length === 0 || granted.some((range) => !isWithinRanges(range, own));
}
