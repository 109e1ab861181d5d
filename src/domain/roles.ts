import { presets, scopes, type Scope } from './scopes.ts';

/**
 * What a person may do in a workspace. The workspace itself and its people are the owner's (`workspace:write`), and an
 * admin can give no key that could change them: nobody gives a scope that is not theirs.
 */
export const roles = {
  owner: presets.full,
  admin: scopes.filter((scope) => scope !== 'workspace:write'),
  operator: presets.operator,
  viewer: presets['read-only'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as [Role, ...Role[]];
