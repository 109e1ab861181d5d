const resources = [
  'agents',
  'flows',
  'calls',
  'batches',
  'conversations',
  'dispositions',
  'active-calls',
  'numbers',
  'webhooks',
  'keys',
  'workspace',
  'erasures',
] as const;

type Resource = (typeof resources)[number];

const actions = [
  'calls:place',
  'messages:send',
  'active-calls:control',
  'recordings:read',
  'numbers:acquire',
] as const;

/** Active calls are read and controlled. */
type WrittenResource = Exclude<Resource, 'active-calls'>;

type WorkspaceScope = `${Resource}:read` | `${WrittenResource}:write` | (typeof actions)[number];

/** A permission that a key can have. `operator` has an effect only in the operator's workspace. */
export type Scope = WorkspaceScope | 'operator';

/** The permissions within a workspace: all scopes except `operator`, which is in no preset and no role. */
export const scopes: readonly WorkspaceScope[] = [
  ...resources.flatMap((resource) =>
    resource === 'active-calls'
      ? [`${resource}:read` as const]
      : [`${resource}:read` as const, `${resource}:write` as const],
  ),
  ...actions,
];

export const isScope = (text: string): text is Scope =>
  text === 'operator' || (scopes as readonly string[]).includes(text);

const readScopes = resources.map((resource) => `${resource}:read` as const);

/**
 * Named sets of scopes. `developer` has all scopes except the management of keys and of the workspace, and the erasure of persons. `operator` runs existing agents and flows.
 * `read-only` reads everything except recordings and keys.
 */
export const presets = {
  full: scopes,
  developer: scopes.filter(
    (scope) => !['keys:read', 'keys:write', 'workspace:write', 'erasures:write'].includes(scope),
  ),
  operator: [
    ...readScopes.filter((scope) => scope !== 'keys:read' && scope !== 'webhooks:read'),
    'batches:write',
    'calls:write',
    'conversations:write',
    'dispositions:write',
    ...actions.filter((scope) => scope !== 'numbers:acquire'),
  ],
  'read-only': readScopes.filter((scope) => scope !== 'keys:read'),
} as const satisfies Record<string, readonly Scope[]>;

export type Preset = keyof typeof presets;

export const presetNames = Object.keys(presets) as Preset[];
