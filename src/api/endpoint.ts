import type { z } from 'zod';
import type { IdKind } from '../core/ids.ts';
import type { FieldFault, Problem, ProblemCode } from '../core/problems.ts';
import type { RatePlanLimits } from '../domain/rate-plan.ts';
import type { Scope } from '../domain/scopes.ts';
import type { Queryable } from '../store/queryable.ts';
import type { BinaryResponse } from './http/binary-response.ts';
import type { BodyLimits } from './http/body-limits.ts';
import type { ApiContext } from './context.ts';
import type { Upload } from './uploads/upload.ts';

/** Restrictions of a key in addition to its scopes. Null and an empty list mean no restriction. */
export interface KeyRestrictions {
  readonly allowedIps: readonly string[];
  readonly expiresAt: Date | null;
  readonly requestsPerMinute: number | null;
  readonly concurrentCalls: number | null;
}

/** An API key, a signed-in user, or an anonymous client. */
export interface Actor {
  readonly type: 'key' | 'user' | 'anonymous';
  /** The id of the key or user. */
  readonly id: string;
}

/** The authenticated caller with its permissions in the selected workspace. */
export interface Caller {
  readonly actor: Actor;
  /** The session of a signed-in user. */
  readonly sessionId: string | undefined;
  readonly workspaceId: string;
  readonly homeWorkspaceId: string;
  /** The IANA time zone of the workspace. */
  readonly timezone: string;
  /** Workspaces that the caller can select, the home workspace included. */
  readonly workspaceIds: readonly string[];
  readonly scopes: readonly Scope[];
  /** The lower values of the plan and the key. */
  readonly limits: RatePlanLimits;
  /** Limits of concurrent calls: of the workspace, and of this key if it has one. */
  readonly concurrentCallLimits: { readonly workspace: number; readonly key: number | null };
  /** Requests per minute: of all keys of the workspace together, and of this key if its limit is lower. */
  readonly requestsPerMinuteLimits: { readonly workspace: number; readonly key: number | null };
  readonly restrictions: KeyRestrictions;
  /** Whether the caller has a key that reaches the test network only. */
  readonly isTestKey: boolean;
}

/** Kinds of path parameters that are no ids, and the form of their values. */
export const pathValuePatterns = {
  version: /^[1-9]\d{0,8}$/,
  plan: /^[a-z]{1,40}$/,
  template: /^[a-z][a-z-]{0,39}$/,
} as const;

type ValueKind = keyof typeof pathValuePatterns;

/** Returns whether a path parameter of this kind is no id. */
export const isValueKind = (kind: PathParameter['kind']): kind is ValueKind =>
  Object.hasOwn(pathValuePatterns, kind);

/** An id or another value in the path. A malformed value is rejected like an unknown one. */
export interface PathParameter {
  readonly kind: IdKind | ValueKind;
  /** The error code for an unknown id. */
  readonly notFoundCode: ProblemCode;
  readonly description: string;
}

/** Describes a response that is not JSON. */
export interface BinaryReply {
  readonly contentType: string;
  readonly description: string;
  /** Whether the endpoint supports the Range header and responds with 206. */
  readonly acceptsRanges?: boolean;
  /** The data of each event of a `text/event-stream`, except the last. */
  readonly event?: z.ZodType;
  /** The content of a JSON file. */
  readonly content?: z.ZodType;
}

/**
 * The record of a request that makes a change: its audit entry and, if it has an Idempotency-Key, the response that a repeated request
 * receives. The handler writes the record in the transaction of the change, so that a crash loses both or none.
 */
export interface RequestRecord {
  /**
   * The id of the resource that an earlier request with the same key created before it crashed. The handler returns that resource and creates
   * nothing.
   */
  readonly resumedId: string | undefined;
  /** Stores the id in the transaction that creates the resource, so that the next request with the same key finds it after a crash. */
  bindResource(tx: Queryable, resourceId: string): Promise<void>;
  /** Stores the audit entry. `response` needs only the id of the created resource. */
  storeAuditEntry(tx: Queryable, response: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Stores the response and the audit entry, and returns the response. Call it as the last step of the transaction. If the response is not
   * known by then, use `bindResource` and `storeAuditEntry` instead.
   */
  storeResponse<Response>(tx: Queryable, response: Response): Promise<Response>;
}

export interface EndpointRequest<Path, Query, Body> {
  readonly caller: Caller;
  readonly path: Readonly<Record<keyof Path, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The uploaded file; `undefined` if there is none. */
  readonly upload: Upload | undefined;
  /** Stores the response and the audit entry in the transaction of the change. */
  readonly requestRecord: RequestRecord;
  /** The IP address of the client. */
  readonly clientAddress: string;
  /** Adds details to the audit entry, such as previous values. A rejected request has no audit entry. */
  readonly addAuditDetails: (details: Readonly<Record<string, unknown>>) => void;
  /** Returns a request header as it was sent. The name is case-insensitive. */
  readonly header: (name: string) => string | undefined;
  /** Sets a header of the response, including error responses. */
  readonly setHeader: (name: string, value: string) => void;
}

/** A request whose body or query does not match the schemas. */
export interface InvalidRequest<Path> {
  readonly caller: Caller;
  readonly path: Readonly<Record<keyof Path, string>>;
  /** The body as sent, in any shape; in `problemOfInvalidQuery` the query. */
  readonly input: unknown;
  /** The faults that the schemas report. */
  readonly faults: readonly FieldFault[];
}

type NoSchema = z.ZodUndefined;

/** The required permission: a scope; `signed-in`: a user session of any role; `public`: none. */
export type Access = Scope | 'signed-in' | 'public';

export interface EndpointDefinition<
  Path extends Readonly<Record<string, PathParameter>>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType | BinaryReply,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path with parameters in braces, as in OpenAPI. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: Access;
  /** `required`: the x-workspace-id header is mandatory. */
  readonly workspace?: 'required' | 'optional';
  readonly parameters?: Path;
  readonly query?: Query;
  readonly body?: Body;
  /** Default: 1 MiB, 20,000 values and 2,000 entries in one list; 4 KiB and 100 values for public endpoints and endpoints without a body schema. */
  readonly bodyLimits?: BodyLimits;
  /** The body field with a long list. The list is validated in chunks. */
  readonly chunkedList?: string;
  /** Also accepts `text/csv`, with the body fields in the query, and `multipart/form-data` with a `file` and the body fields. */
  readonly upload?: 'csv';
  readonly reply: Reply;
  /** A second response type of a GET, such as CSV, that a query parameter selects. */
  readonly alternativeReply?: BinaryReply;
  /** A POST that changes nothing. It has no audit entry, and an Idempotency-Key has no effect. */
  readonly isReadOnly?: boolean;
  /** A field of the body. If it is true, the request changes nothing: it has no audit entry, and an Idempotency-Key has no effect. */
  readonly dryRunField?: 'dryRun';
  /** A field of the body that has the effect of an Idempotency-Key and precedes one. */
  readonly idempotencyField?: 'commandId';
  /** The response contains a secret that is shown once. For replays it is stored encrypted; only the same caller can decrypt it. */
  readonly hasSecretReply?: boolean;
  /** The response has X-Concurrency-Limit and X-Concurrency-Current. */
  readonly sendsConcurrencyHeaders?: boolean;
  /** The response has the header ETag with its `version`. */
  readonly sendsETag?: boolean;
  /** The request is rejected if the version in the header If-Match is not the current one. */
  readonly acceptsIfMatch?: boolean;
  /** Error codes in addition to those that `errorCodesOf` derives from the definition. */
  readonly errorCodes?: readonly ProblemCode[];
  /**
   * Returns the error for a body that does not match the schema, with all faults, including those that no schema can detect. It is called
   * only for such a body; `handle` detects the other faults in a body that matches the schema.
   */
  problemOfInvalidBody?(request: InvalidRequest<Path>, context: ApiContext): Promise<Problem>;
  /** Returns the error for a query that does not match the schema, if the body matches. Default: `invalid_query`. */
  problemOfInvalidQuery?(request: InvalidRequest<Path>, context: ApiContext): Promise<Problem>;
  handle(
    request: EndpointRequest<Path, z.output<Query>, z.output<Body>>,
    context: ApiContext,
  ): Promise<Reply extends z.ZodType ? z.input<Reply> | BinaryResponse : BinaryResponse>;
}

/** An endpoint without its specific types, so that all endpoints fit into one list. */
export interface Endpoint extends Omit<
  EndpointDefinition<Record<string, PathParameter>, z.ZodType, z.ZodType, z.ZodType | BinaryReply>,
  'handle' | 'problemOfInvalidBody' | 'problemOfInvalidQuery'
> {
  problemOfInvalidBody?(
    request: InvalidRequest<Record<string, PathParameter>>,
    context: ApiContext,
  ): Promise<Problem>;
  problemOfInvalidQuery?(
    request: InvalidRequest<Record<string, PathParameter>>,
    context: ApiContext,
  ): Promise<Problem>;
  handle(
    request: EndpointRequest<Record<string, PathParameter>, unknown, unknown>,
    context: ApiContext,
  ): Promise<unknown>;
}

/** Defines an endpoint. The server authenticates and validates requests by the definition before it calls `handle`. */
export function endpoint<
  Reply extends z.ZodType | BinaryReply,
  Path extends Readonly<Record<string, PathParameter>> = Readonly<Record<string, never>>,
  Query extends z.ZodType = NoSchema,
  Body extends z.ZodType = NoSchema,
>(definition: EndpointDefinition<Path, Query, Body, Reply>): Endpoint {
  return definition;
}

export const isBinaryReply = (reply: z.ZodType | BinaryReply): reply is BinaryReply => 'contentType' in reply;

/**
 * Returns whether an Idempotency-Key has an effect. Public endpoints ignore it, because they have no workspace to store it in, and so do
 * endpoints whose response is not JSON, which is not stored, and those that change nothing.
 */
export const acceptsIdempotencyKey = ({
  method,
  scope,
  reply,
  isReadOnly = false,
}: Pick<Endpoint, 'method' | 'scope' | 'reply' | 'isReadOnly'>): boolean =>
  method === 'POST' && scope !== 'public' && !isBinaryReply(reply) && !isReadOnly;

/** Error codes of every endpoint. */
const commonCodes: readonly ProblemCode[] = [
  'invalid_http',
  'cross_site_request',
  'unsupported_media_type',
  'rate_limited',
  'overloaded',
  'database_unavailable',
  'storage_full',
  'storage_unavailable',
  'internal_error',
];

const authenticationCodes: readonly ProblemCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'api_key_expired',
  'api_key_revoked',
  'session_expired',
  'ip_not_allowed',
  'workspace_forbidden',
];

function accessCodes(access: Access): readonly ProblemCode[] {
  if (access === 'public') return [];
  return [...authenticationCodes, access === 'signed-in' ? 'session_required' : 'insufficient_scope'];
}

const bodyCodes: readonly ProblemCode[] = ['invalid_request', 'invalid_json', 'body_too_large'];

const uploadCodes: readonly ProblemCode[] = ['invalid_form', 'csv_too_large', 'upload_limit_reached'];

const idempotencyCodes: readonly ProblemCode[] = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'invalid_idempotency_key',
];

/** Returns all error codes of an endpoint without duplicates. */
export function errorCodesOf(definition: Endpoint): readonly ProblemCode[] {
  const codes: readonly ProblemCode[] = [
    ...commonCodes,
    ...accessCodes(definition.scope),
    ...(definition.workspace === 'required' ? (['workspace_required'] as const) : []),
    ...(definition.method === 'GET' ? [] : bodyCodes),
    ...(definition.upload === undefined ? [] : uploadCodes),
    'invalid_query',
    ...(acceptsIdempotencyKey(definition) ? idempotencyCodes : []),
    ...Object.values(definition.parameters ?? {}).map((parameter) => parameter.notFoundCode),
    ...(definition.errorCodes ?? []),
  ];
  return [...new Set(codes)];
}
