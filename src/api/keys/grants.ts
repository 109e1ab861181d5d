import { refuse } from '../../core/problems.ts';
import { presets, type Preset, type Scope } from '../../domain/scopes.ts';
import type { Caller } from '../endpoint.ts';

/** What a new key may do: a preset, or scopes one by one. */
export function grantedScopes(granted: {
  readonly preset?: Preset | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}): Scope[] {
  return [...new Set(granted.scopes ?? presets[granted.preset!])];
}

/**
 * A key cannot make a key that may do more than itself.
 * @throws {Problem} `insufficient_scope` naming the scopes, `workspace_forbidden`
 */
export function requireGrantable(
  caller: Caller,
  scopes: readonly Scope[],
  workspaceIds: readonly string[],
): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) {
    refuse('insufficient_scope', {
      details: `This API key cannot give what it does not have: ${missing.join(', ')}.`,
    });
  }
  if (workspaceIds.some((id) => !caller.workspaceIds.includes(id))) refuse('workspace_forbidden');
}
