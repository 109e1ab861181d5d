import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Random } from '../core/random.ts';
import { createApiKey, fingerprintApiKey } from '../domain/api-key.ts';
import type { RatePlan } from '../domain/rate-plan.ts';
import { presets } from '../domain/scopes.ts';
import { insertAuditEntry } from './audit-log.ts';
import type { Database } from './database.ts';
import { insertApiKey } from './api-keys.ts';
import { hashPassword } from './password.ts';
import type { Queryable } from './queryable.ts';
import { endSessionsOfUser } from './sessions.ts';
import { findUserByEmail, insertUser, setUserPassword, updateUser } from './users.ts';
import { insertWorkspace } from './workspaces.ts';

export interface BootstrapOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Plan of the first workspace; defaults to `unlimited`. */
  readonly plan?: RatePlan;
  /** IANA time zone of the first workspace; defaults to `UTC`. */
  readonly timezone?: string;
  /**
   * Stores the secrets in the transaction that creates the workspace. If they were stored after the commit, a failure in
   * between would leave a database without a known key. May run twice.
   */
  readonly storeSecrets?: (tx: Queryable, result: BootstrapResult) => Promise<void>;
}

/** Secrets that are shown once and can never be read again. */
export interface BootstrapResult {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

const adminEmail = 'admin@parley.local';
/** Advisory lock, so that only one of two concurrent starts creates the first workspace. The number is arbitrary. */
const bootstrapLock = 7_249_004;
const passwordCharacters = 20;
/** Excludes characters that look alike. */
const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Creates the operator's workspace, an administrator and a key with all scopes, `operator` included, in an empty database. Returns undefined if a
 * workspace exists.
 */
export async function bootstrap(
  db: Database,
  options: BootstrapOptions,
): Promise<BootstrapResult | undefined> {
  const secrets = {
    apiKey: createApiKey(options.random, 'live'),
    adminEmail,
    adminPassword: createPassword(options.random),
  };
  return db.asSystem().transaction(async (tx) => {
    await tx.row({ text: 'select pg_advisory_xact_lock($1)' }, [bootstrapLock]);
    if ((await tx.row({ text: 'select from workspaces limit 1' })) !== undefined) return undefined;
    const result = { workspaceId: await insertWorkspaceWithOwner(tx, secrets, options), ...secrets };
    await options.storeSecrets?.(tx, result);
    return result;
  });
}

async function insertWorkspaceWithOwner(
  tx: Queryable,
  secrets: Omit<BootstrapResult, 'workspaceId'>,
  options: BootstrapOptions,
): Promise<string> {
  const at = new Date(options.clock.now());
  const workspaceId = newId('workspace');
  await insertWorkspace(tx, {
    id: workspaceId,
    name: 'First workspace',
    plan: options.plan ?? 'unlimited',
    timezone: options.timezone ?? 'UTC',
    isOperator: true,
    ownNumberPrefixes: ['+'],
    sharedSender: true,
    at,
  });
  await insertUser(tx, {
    id: newId('user'),
    workspaceId,
    email: secrets.adminEmail,
    name: 'Administrator',
    role: 'owner',
    isOperator: true,
    passwordHash: await hashPassword(secrets.adminPassword, options.random),
    at,
  });
  await insertOwnerKey(tx, { workspaceId, apiKey: secrets.apiKey, name: 'First key', at });
  return workspaceId;
}

interface OwnerKey {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly name: string;
  readonly at: Date;
}

/** Inserts a key with every permission. Returns its id. */
async function insertOwnerKey(tx: Queryable, { workspaceId, apiKey, name, at }: OwnerKey): Promise<string> {
  const id = newId('key');
  const { hash, prefix, lastFour } = fingerprintApiKey(apiKey);
  await insertApiKey(tx, {
    id,
    workspaceId,
    name,
    keyHash: hash,
    prefix,
    lastFour,
    preset: 'full',
    scopes: [...presets.full, 'operator'],
    workspaceIds: [],
    allowedIps: [],
    requestsPerMinute: null,
    concurrentCalls: null,
    createdBy: null,
    expiresAt: null,
    at,
  });
  return id;
}

/** A key that replaces the first key. */
export interface RecoveredKey {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

/** Creates a key with every permission in the operator's workspace, with an audit entry. Returns undefined if there is no workspace yet. */
export async function recoverOwnerKey(
  db: Database,
  {
    clock,
    random,
    requestedBy,
  }: Pick<BootstrapOptions, 'clock' | 'random'> & { readonly requestedBy: string },
): Promise<RecoveredKey | undefined> {
  const apiKey = createApiKey(random, 'live');
  const at = new Date(clock.now());
  return db.asSystem().transaction(async (tx) => {
    const operator = { text: 'select id from workspaces where is_operator order by created_at, id limit 1' };
    const workspaceId = (await tx.row<{ id: string }>(operator))?.id;
    if (workspaceId === undefined) return undefined;
    const keyId = await insertOwnerKey(tx, { workspaceId, apiKey, name: 'Recovered key', at });
    await insertAuditEntry(tx, {
      workspaceId,
      actorType: 'system',
      action: 'key.recovered',
      subjectId: keyId,
      details: { requestedBy },
      at,
    });
    return { workspaceId, keyId, apiKey };
  });
}

/** A new password of an owner. */
export interface RecoveredPassword {
  readonly workspaceId: string;
  readonly email: string;
  readonly password: string;
}

const findOperatorOwner = {
  text: `select email from users where role = 'owner' and is_operator order by created_at, id limit 1`,
};

/**
 * Sets a new password of an owner, who can then sign in, with an audit entry: the user with this email address, else the first owner who is an
 * operator. Ends the sessions of the user. Returns undefined if there is no such owner.
 */
export async function recoverOwnerPassword(
  db: Database,
  {
    clock,
    random,
    requestedBy,
    email,
  }: Pick<BootstrapOptions, 'clock' | 'random'> & {
    readonly requestedBy: string;
    readonly email: string | undefined;
  },
): Promise<RecoveredPassword | undefined> {
  const password = createPassword(random);
  const passwordHash = await hashPassword(password, random);
  const at = new Date(clock.now());
  return db.asSystem().transaction(async (tx) => {
    const chosen = email ?? (await tx.row<{ email: string }>(findOperatorOwner))?.email;
    const user = chosen === undefined ? undefined : await findUserByEmail(tx, { email: chosen });
    if (user?.role !== 'owner') return undefined;
    const { workspaceId, id: userId } = user;
    await setUserPassword(tx, { workspaceId, userId, passwordHash, at });
    await updateUser(tx, { workspaceId, userId, status: 'active', at });
    await endSessionsOfUser(tx, { workspaceId, userId });
    await insertAuditEntry(tx, {
      workspaceId,
      actorType: 'system',
      action: 'password.recovered',
      subjectId: userId,
      details: { requestedBy },
      at,
    });
    return { workspaceId, email: user.email, password };
  });
}

function createPassword(random: Random): string {
  return Array.from(
    { length: passwordCharacters },
    () => passwordAlphabet[random.below(passwordAlphabet.length)],
  ).join('');
}
