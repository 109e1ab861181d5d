import { refuse } from '../../core/problems.ts';
import { presets, type Preset, type Scope } from '../../domain/scopes.ts';
import { isWithinRanges } from '../allowed-addresses.ts';
import type { Caller, KeyRestrictions } from '../endpoint.ts';

/** What a new key may do: a preset, or scopes one by one. */
export function grantedScopes(granted: {
  readonly preset?: Preset | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}): Scope[] {
  return [...new Set(granted.scopes ?? presets[granted.preset!])];
}

export interface Grant extends KeyRestrictions {
  readonly scopes: readonly string[];
  readonly workspaceIds: readonly string[];
}

/**
 * A key cannot make a key that may do more than itself: not in scopes, not in workspaces, and not by being free of what
 * narrows it down.
 * @throws {Problem} `insufficient_scope` naming everything that it cannot give, `workspace_forbidden`
 */
export function requireGrantable(caller: Caller, granted: Grant): void {
  const missing = [
    ...granted.scopes.filter((scope) => !(caller.scopes as readonly string[]).includes(scope)),
    ...excesses(caller.restrictions, granted),
  ];
  if (missing.length > 0) {
    refuse('insufficient_scope', {
      details: `This API key cannot give what it does not have: ${missing.join(', ')}.`,
    });
  }
  if (granted.workspaceIds.some((id) => !caller.workspaceIds.includes(id))) refuse('workspace_forbidden');
}

function excesses(own: KeyRestrictions, granted: KeyRestrictions): string[] {
  const found: [boolean, string][] = [
    [
      exceeds(granted.expiresAt?.getTime(), own.expiresAt?.getTime()),
      `life beyond ${own.expiresAt?.toISOString()}`,
    ],
    [reachesBeyond(granted.allowedIps, own.allowedIps), `use outside ${own.allowedIps.join(' and ')}`],
    [
      exceeds(granted.requestsPerMinute, own.requestsPerMinute),
      `more than ${own.requestsPerMinute} requests a minute`,
    ],
    [exceeds(granted.concurrentCalls, own.concurrentCalls), `more than ${own.concurrentCalls} calls at once`],
  ];
  return found.flatMap(([isExcess, text]) => (isExcess ? [text] : []));
}

/** Nothing given: no limit at all. */
const exceeds = (granted: number | null | undefined, own: number | null | undefined): boolean =>
  (granted ?? Infinity) > (own ?? Infinity);

function reachesBeyond(granted: readonly string[], own: readonly string[]): boolean {
  if (own.length === 0) return false;
  return granted.length === 0 || granted.some((range) => !isWithinRanges(range, own));
}
