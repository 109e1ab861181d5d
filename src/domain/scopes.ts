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
] as const;

type Resource = (typeof resources)[number];

const actions = [
  'calls:place',
  'messages:send',
  'active-calls:control',
  'active-calls:listen',
  'recordings:read',
  'numbers:acquire',
] as const;

/** A permission that a key can have. */
export type Scope = `${Resource}:read` | `${Resource}:write` | (typeof actions)[number];

export const scopes: readonly Scope[] = [
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  ...actions,
];

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

const readScopes = resources.map((resource) => `${resource}:read` as const);

/**
 * Named sets of scopes. `developer` has all scopes except the management of keys and of the workspace. `operator` runs existing agents and flows.
 * `read-only` reads everything except recordings and keys.
 */
export const presets = {
  full: scopes,
  developer: scopes.filter((scope) => !['keys:read', 'keys:write', 'workspace:write'].includes(scope)),
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
