import type { z } from 'zod';
import type { IdKind } from '../core/ids.ts';
import type { FieldFault, Problem, ProblemCode } from '../core/problems.ts';
import type { RatePlanLimits } from '../domain/rate-plan.ts';
import type { Scope } from '../domain/scopes.ts';
import type { Queryable } from '../store/queryable.ts';
import type { BinaryResponse } from './binary-response.ts';
import type { BodyLimits } from './body-limits.ts';
import type { ApiContext } from './context.ts';
import type { Upload } from './uploads/upload.ts';

/** What narrows a key down besides its scopes; null and no addresses: nothing. */
export interface KeyRestrictions {
  readonly allowedIps: readonly string[];
  readonly expiresAt: Date | null;
  readonly requestsPerMinute: number | null;
  readonly concurrentCalls: number | null;
}

/** A key, a person who is signed in, or somebody who has yet to say who it is. */
export interface Actor {
  readonly type: 'key' | 'user' | 'anonymous';
  /** Of the key or the user. */
  readonly id: string;
}

/** Who asks, and what they may do in the workspace that they have entered. */
export interface Caller {
  readonly actor: Actor;
  /** Of a person who is signed in. */
  readonly sessionId: string | undefined;
  readonly workspaceId: string;
  readonly homeWorkspaceId: string;
  /** IANA: the workspace's. */
  readonly timezone: string;
  /** Workspaces that the caller may enter, the home among them. */
  readonly workspaceIds: readonly string[];
  readonly scopes: readonly Scope[];
  /** The tighter of the plan's and the key's own. */
  readonly limits: RatePlanLimits;
  /** Calls at once: of the whole workspace, and of this key where it has a limit of its own. */
  readonly concurrentCalls: { readonly workspace: number; readonly key: number | null };
  /** Requests in a minute: of all keys of the workspace together, and of this key where it has a tighter limit. */
  readonly requestsPerMinute: { readonly workspace: number; readonly key: number | null };
  readonly restrictions: KeyRestrictions;
}

/** A part of the path that is an identifier. Whatever has another form is an id that does not exist. */
export interface PathParameter {
  readonly kind: IdKind;
  readonly missing: ProblemCode;
  readonly description: string;
}

/** In place of a reply's schema where the answer is not JSON. */
export interface BinaryReply {
  readonly contentType: string;
  readonly description: string;
  /** A Range header is answered with that part, as 206. */
  readonly acceptsRanges?: boolean;
  /** Of `text/event-stream`: what each event holds, but for the last. */
  readonly event?: z.ZodType;
}

/** One try at a change, under its Idempotency-Key where it is a POST that has one. */
export interface IdempotencyHandle {
  /** What a try before made under the same key before it crashed: answer from it and make nothing. */
  readonly resumedId: string | undefined;
  /** In the transaction that makes the resource, so that a crash before the answer finds it again. */
  bind(tx: Queryable, resourceId: string): Promise<void>;
  /** Keeps the entry of the audit log, as `settle` does; `answer` needs no more than the id of what was made. */
  audit(tx: Queryable, answer: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Keeps the answer, and the entry of the audit log with what was noted by then, in the transaction of the change: either all are there
   * after a crash, or none. The last thing in it; gives the answer. For answers that are known by then; others `bind` and `audit`.
   */
  settle<Answer>(tx: Queryable, answer: Answer): Promise<Answer>;
}

export interface EndpointRequest<Path, Query, Body> {
  readonly caller: Caller;
  readonly path: Readonly<Record<keyof Path, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The file that came with it; undefined where the endpoint takes none, or none came. */
  readonly upload: Upload | undefined;
  readonly once: IdempotencyHandle;
  /** Where it comes from: an IP address. */
  readonly address: string;
  /** Adds to what the audit log keeps of this request, such as what stood there before. Of a refused one nothing is kept. */
  readonly note: (details: Readonly<Record<string, unknown>>) => void;
  /** A header of the request, as it was sent. */
  readonly header: (name: string) => string | undefined;
  /** Sets a header of the answer, be it a refusal or not. */
  readonly setHeader: (name: string, value: string) => void;
}

/** A request whose body or query the schemas refuse. */
export interface InvalidRequest<Path> {
  readonly caller: Caller;
  readonly path: Readonly<Record<keyof Path, string>>;
  /** The body, of any shape; of `explainQuery` the query. */
  readonly sent: unknown;
  /** What the schemas found. */
  readonly faults: readonly FieldFault[];
}

type Nothing = z.ZodUndefined;

/** What a caller needs: a scope; `signed-in`: a person's session, in whatever role; `everybody`: nothing at all. */
export type Access = Scope | 'signed-in' | 'public';

export interface EndpointDefinition<
  Path extends Readonly<Record<string, PathParameter>>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType | BinaryReply,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: Access;
  /** `required` on the endpoints that the description marks W: the x-workspace-id header must be sent. */
  readonly workspace?: 'required' | 'optional';
  readonly parameters?: Path;
  readonly query?: Query;
  readonly body?: Body;
  /** Default: 1 MiB, 20,000 values and 2,000 entries in one list; 4 KiB and 100 values where no caller is identified or no body is described. */
  readonly bodyLimits?: BodyLimits;
  /** The field of the body whose list may be long: it is read in pieces. */
  readonly chunkedList?: string;
  /** It also takes `text/csv`, and `multipart/form-data` with a `file`; the body's fields then stand in the query, or beside the file. */
  readonly upload?: 'csv';
  readonly reply: Reply;
  /** A GET that may be asked for something else than JSON answers with a stream then. */
  readonly otherReply?: BinaryReply;
  /** The answer holds a secret that is shown once: kept for replays only in a form that the same key can read. */
  readonly secretReply?: boolean;
  /** The answer carries X-Concurrency-Limit and -Current. */
  readonly sendsConcurrencyHeaders?: boolean;
  /** Codes beyond those that follow from the rest of the definition. */
  readonly errorCodes?: readonly ProblemCode[];
  /**
   * What a refused request is told: every fault at once, those included that no schema can see. `handle` finds the same ones in
   * a body that is well formed.
   */
  explainRefusal?(refused: InvalidRequest<Path>, context: ApiContext): Promise<Problem>;
  /** The same of a request whose query alone has faults. Left out: `invalid_query`. */
  explainQuery?(refused: InvalidRequest<Path>, context: ApiContext): Promise<Problem>;
  handle(
    request: EndpointRequest<Path, z.output<Query>, z.output<Body>>,
    context: ApiContext,
  ): Promise<Reply extends z.ZodType ? z.input<Reply> | BinaryResponse : BinaryResponse>;
}

/** An endpoint whose own types have been forgotten, so that all can stand in one list. */
export interface Endpoint extends Omit<
  EndpointDefinition<Record<string, PathParameter>, z.ZodType, z.ZodType, z.ZodType | BinaryReply>,
  'handle' | 'explainRefusal' | 'explainQuery'
> {
  explainRefusal?(
    refused: InvalidRequest<Record<string, PathParameter>>,
    context: ApiContext,
  ): Promise<Problem>;
  explainQuery?(
    refused: InvalidRequest<Record<string, PathParameter>>,
    context: ApiContext,
  ): Promise<Problem>;
  handle(
    request: EndpointRequest<Record<string, PathParameter>, unknown, unknown>,
    context: ApiContext,
  ): Promise<unknown>;
}

/** One endpoint: who asks, what, may they, do it, answer. The first three are read off the definition. */
export function endpoint<
  Reply extends z.ZodType | BinaryReply,
  Path extends Readonly<Record<string, PathParameter>> = Readonly<Record<string, never>>,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(definition: EndpointDefinition<Path, Query, Body, Reply>): Endpoint {
  return definition;
}

/** Whether an Idempotency-Key has an effect. Somebody without a workspace has no records: to sign in twice is two sessions. */
export const takesIdempotencyKey = ({ method, scope }: Pick<Endpoint, 'method' | 'scope'>): boolean =>
  method === 'POST' && scope !== 'public';

export const isBinaryReply = (reply: z.ZodType | BinaryReply): reply is BinaryReply => 'contentType' in reply;

/** Codes that every endpoint may answer. */
const always: readonly ProblemCode[] = [
  'invalid_http',
  'cross_site_request',
  'unsupported_media_type',
  'rate_limited',
  'overloaded',
  'internal_error',
];

const ofCallers: readonly ProblemCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'api_key_expired',
  'api_key_revoked',
  'session_expired',
  'ip_not_allowed',
  'workspace_forbidden',
];

function ofAccess(access: Access): readonly ProblemCode[] {
  if (access === 'public') return [];
  return [...ofCallers, access === 'signed-in' ? 'session_required' : 'insufficient_scope'];
}

const ofBodies: readonly ProblemCode[] = ['invalid_request', 'invalid_json', 'body_too_large'];

const ofUploads: readonly ProblemCode[] = [
  'invalid_form',
  'csv_too_large',
  'upload_limit_reached',
  'storage_full',
];

const ofKeyedPosts: readonly ProblemCode[] = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'invalid_idempotency_key',
];

/** Every code that an endpoint may answer, each once. */
export function errorCodesOf(definition: Endpoint): readonly ProblemCode[] {
  const codes: readonly ProblemCode[] = [
    ...always,
    ...ofAccess(definition.scope),
    ...(definition.workspace === 'required' ? (['workspace_required'] as const) : []),
    ...(definition.method === 'GET' ? [] : ofBodies),
    ...(definition.upload === undefined ? [] : ofUploads),
    'invalid_query',
    ...(takesIdempotencyKey(definition) ? ofKeyedPosts : []),
    ...Object.values(definition.parameters ?? {}).map((parameter) => parameter.missing),
    ...(definition.errorCodes ?? []),
  ];
  return [...new Set(codes)];
}
