/** The introduction of the reference: how to use the API. */
const description = `
Parley places and answers phone calls with voice agents, and sends and receives messages. Bodies are JSON in UTF-8. Times are ISO 8601 in UTC
with milliseconds, phone numbers are E.164, and names of money and duration fields end with the unit.

## Authentication
Send an API key as \`x-api-key\` or as \`Authorization: Bearer\`. If both headers are sent, they must carry the same key. A key has scopes, such as
\`agents:read\`; each operation names the scope that it needs. A missing, unknown, expired or revoked key is 401. A missing scope is
403 \`insufficient_scope\`, and the response names the scope. Signed-in users call the same operations with their session cookie.

## Workspaces
Each resource belongs to one workspace. \`x-workspace-id\` selects the workspace. If it is omitted, the workspace of the key is used, except where the
header is marked as required (400 \`workspace_required\`). A workspace that does not exist and one that the key cannot access return the same 403.
The id of a resource of another workspace returns 404, like an unknown id.

## Path prefixes and envelopes
The published API has three path prefixes. They are parts of one API with the same keys, workspaces and limits, and differ in the shape of errors only.

| prefix | operations | error body |
|---|---|---|
| \`/api/v1\` | agents, flows, calls | flat: \`{error, details, code, requestId}\` |
| \`/v1/api\` | all others | nested: \`{error: {code, message, requestId}}\` |
| \`/v2/api\` | active calls | nested, as \`/v1/api\` |

A single resource is returned without an envelope, whatever its prefix. Lists are returned in \`data\` (see Lists); the active calls are the array \`data\` itself, with \`count\` and
\`timestamp\` beside it, and a number search is \`{numbers, filters, …}\`. Programs read \`code\` from either error shape;
the TypeScript client does so.

## Errors
The status codes are 200, 400, 401, 403, 404, 429 and 500. A node that shuts down, and an outage of the database or a disk,
return 503. Programs distinguish errors by
\`code\`. If the request has invalid fields, \`fields\` lists all of them, each with its path. Unknown fields are rejected. Every response
has the header \`x-request-id\`.

## Rate limits
Requests are limited per workspace, over all its keys, and per key if the key has a lower limit. \`RateLimit-Policy\`, \`RateLimit\` and
\`X-RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` report the remaining requests. On 429 \`rate_limited\`, \`Retry-After\` gives the seconds to wait. A call above the limit of concurrent calls is 429
\`concurrency_limit_reached\`, and a request to an overloaded server is 429 \`overloaded\`. A body is limited to 1 MiB, or to the size that
its operation states; a CSV file is limited to 256 MiB.

## Idempotency
Every POST that needs a key or a session accepts an \`Idempotency-Key\`. Signing in, accepting an invitation and validating an agent or a flow ignore it. The first final response for the key is
returned again for 24 hours, with \`Idempotent-Replayed: true\`, and the operation is not repeated. So a request without a response can be sent again.
The same key with another body is 400 \`idempotency_key_reused\`. Responses 401, 429 and 5xx are not stored.

## Lists
Lists are sorted newest first and return \`{data: {<plural>: [...], total, page, limit, totalPages, nextCursor}}\`. Request the next page with \`page\`, or with \`cursor\`: the
\`nextCursor\` of the previous page, until it is null. With \`cursor\`, records that are created or deleted meanwhile cause no gaps and no duplicates.

## Versions
The version is part of the path. Within a version, fields, operations, filters and events may be added. None is removed, renamed or given another meaning.
Ignore fields and values that you do not know.
`.trim();

export const info = (version: string) => ({
  title: 'Parley',
  version,
  summary: 'Self-hosted voice and messaging agents.',
  description,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});

const tagDescriptions: Readonly<Record<string, string>> = {
  Agents: 'The voice or messaging assistants: voice, model, behaviour, number and flow.',
  Flows: 'The steps of calls and of message conversations.',
  Calls: 'Place calls, follow them, and read transcripts, recordings and results.',
  'Active calls': 'Calls in progress.',
  'Batch calls': 'Campaigns: many calls from one file.',
  'Batch messages': 'Many messages from one file, with one approval.',
  Conversations: 'Messages by SMS and email.',
  Suppressions: 'Numbers and addresses that are not called or written to (do not call).',
  'Test network': 'Messages of simulated people.',
  Dispositions: 'Results of calls, and scheduled follow-ups.',
  Erasures: 'Export and erasure of all data of a person.',
  Tasks: 'What people have to do: promised calls, requests for a person, messages to decide about.',
  Analytics: 'Numbers of calls, batches and messages over time.',
  Numbers: 'Phone numbers: search, acquire and configure.',
  'Number inventory': 'Numbers that the workspace can acquire. The operator or the workspace adds them.',
  Keys: 'API keys and their scopes.',
  Workspaces: 'Workspaces, their plans and calling hours.',
  'Audit log': 'Every change with its user or key. Append-only.',
  Users: 'Users of the workspace and their roles.',
  'Sign-in': 'Sessions of users.',
  Webhooks: 'Endpoints that receive events by POST, their deliveries, and polling of events.',
};

/** Returns the tags in the order of the endpoints. */
export function tagsOf(names: readonly string[]): object[] {
  return [...new Set(names)].map((name) => ({ name, description: tagDescriptions[name] ?? `${name}.` }));
}

export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as a bearer token.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'The session of a signed-in user, from a page of the same origin. Over TLS its name begins with `__Host-`.',
  },
} as const;

const byKey = [{ apiKey: [] }, { bearer: [] }];
const bySession = [{ session: [] }];

/** The accepted kinds of authentication. Any one is sufficient. */
export const defaultSecurity = [...byKey, ...bySession];

/** Returns the authentication of an endpoint; `undefined` if it is `defaultSecurity`. */
export function securityOf(access: string): object[] | undefined {
  if (access === 'public') return [];
  return access === 'signed-in' ? bySession : undefined;
}

/** Returns a sentence that names the required scope or session. */
export function accessDescription(access: string): string {
  if (access === 'public') return 'Needs no authentication.';
  return access === 'signed-in' ? 'Needs a session.' : `Needs the scope \`${access}\`.`;
}
