import { describe, expect, it } from 'vitest';
import { roleNames, roles } from './roles.ts';
import { scopes } from './scopes.ts';

describe('roles', () => {
  it('are four, each with fewer scopes than the previous one', () => {
    expect(roleNames).toEqual(['owner', 'admin', 'operator', 'viewer']);
    const counts = roleNames.map((role) => roles[role].length);
    expect(counts).toEqual(counts.toSorted((left, right) => right - left));
    expect(new Set(counts).size).toBe(4);
  });

  it('reserve workspace:write for the owner', () => {
    expect(roles.owner).toEqual(scopes);
    const able = roleNames.filter((role) => (roles[role] as readonly string[]).includes('workspace:write'));
    expect(able).toEqual(['owner']);
  });

  it('give a viewer no write access, recordings or keys', () => {
    expect(roles.viewer.filter((scope) => !scope.endsWith(':read'))).toEqual([]);
    expect(roles.viewer).not.toContain('recordings:read');
    expect(roles.viewer).not.toContain('keys:read');
  });
});
