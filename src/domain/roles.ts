import { presets, scopes, type Scope } from './scopes.ts';

/**
 * The scopes of each member role in a workspace. Only the owner can change the workspace and its members (`workspace:write`). A member
 * cannot grant a scope that the member does not have.
 */
export const roles = {
  owner: presets.full,
  admin: scopes.filter((scope) => scope !== 'workspace:write'),
  operator: presets.operator,
  viewer: presets['read-only'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as [Role, ...Role[]];
