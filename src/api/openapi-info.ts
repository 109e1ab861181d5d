/** What the document says before its operations: how to talk to the service, and what its parts are. */
const description = `
Parley places and answers phone calls with agents of your own, and writes messages. Bodies are JSON in UTF-8, times ISO 8601 in UTC with
milliseconds, phone numbers E.164, money and durations numbers with the unit in the name.

## Keys
Send a key as \`x-api-key\`, or as \`Authorization: Bearer\`; where both are sent they must be the same. A key has scopes, such as
\`agents:read\`; each operation names the one that it needs. Absent, unknown, expired and revoked keys are 401; a scope that is missing
is 403 \`insufficient_scope\`, and the answer names it. People who have signed in use the same operations with the cookie of
their session.

## Workspaces
Everything is in one workspace. \`x-workspace-id\` says in which; left out, it is the home of the key, except where the header is marked as
required (400 \`workspace_required\`). A workspace that the key may not enter and one that does not exist are the same 403. The id of a resource
of another workspace answers like an id that does not exist: 404.

## Path prefixes and envelopes
The published API has three path prefixes. They are parts of one API with the same keys, workspaces and limits, and differ in the shape of errors only.

| prefix | operations | error body |
|---|---|---|
| \`/api/v1\` | agents, flows, calls | flat: \`{error, details, code, requestId}\` |
| \`/v1/api\` | everything else | nested: \`{error: {code, message, requestId}}\` |
| \`/v2/api\` | active calls | nested, as \`/v1/api\` |

A single resource is returned without an envelope, whatever its prefix. Lists are returned in \`data\` (see Lists); the active calls are the array \`data\` itself, with \`count\` and
\`timestamp\` beside it, and a number search is \`{numbers, filters, …}\`. Programs read \`code\` from either error shape;
the TypeScript client does so.

## Errors
The status codes are 200, 400, 401, 403, 404, 429 and 500; a node that is stopping answers 503. Programs decide by
\`code\`. Where values were refused, \`fields\` lists every fault at once, each with its path. Unknown fields are refused. Every answer
carries \`x-request-id\`.

## Limits
Requests are limited per workspace, over all its keys, and per key where the key has a tighter limit. \`RateLimit-Policy\`, \`RateLimit\` and \`X-RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` tell what is left; 429
\`rate_limited\` tells by \`Retry-After\` how many seconds to wait. A call beyond the calls that may be under way at once is 429
\`concurrency_limit_reached\`, and a request beyond what the machine can do 429 \`overloaded\`. A body is limited to 1 MiB, or to what
its operation states; a CSV file to 256 MiB.

## Doing things once
Every POST that needs a key or a session takes an \`Idempotency-Key\`; signing in and accepting an invitation do not, and ignore it. The first finished answer under it is given again for 24 hours, with \`Idempotent-Replayed: true\`, and nothing is
done twice; so a request whose answer was lost can be sent again. The same key with another body is 400 \`idempotency_key_reused\`. Answers 401, 429 and
5xx are not kept.

## Lists
Lists are newest first and answer \`{data: {<plural>: [...], total, page, limit, totalPages, nextCursor}}\`. Go on with \`page\`, or, so that
nothing is missed or seen twice while records come and go, with \`cursor\`: the \`nextCursor\` of the page before, until it is null.

## Versions
The version is part of the path. Within one, fields, operations, filters and events may be added; none is taken away, renamed or given
another meaning. Read answers so that a field or a value that you do not know does no harm.
`.trim();

export const info = (version: string) => ({
  title: 'Parley',
  version,
  summary: 'Self-hosted voice and messaging agents.',
  description,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});

const tagWords: Readonly<Record<string, string>> = {
  Agents: 'Who talks: its voice, model, manners, number and flow.',
  Flows: 'What is talked about: the steps of calls and of message conversations.',
  Calls: 'Starting calls, following them, and what became of them.',
  'Active calls': 'Calls that are under way now.',
  'Batch calls': 'Many calls from one file.',
  Conversations: 'Messages by SMS and email, and the people they are with.',
  Suppressions: 'Who is not to be called or written to.',
  Dispositions: 'How calls turned out, and what is to follow.',
  Numbers: 'Phone numbers: those that are owned, and those that can be had.',
  'Number inventory': 'Numbers that are in stock and can be acquired.',
  Keys: 'API keys and what each may do.',
  Workspaces: 'Workspaces, their plans and calling hours.',
  'Audit log': 'Who did what; only ever added to.',
  Users: 'People who sign in, and their roles.',
  'Sign-in': 'Sessions of people.',
  Webhooks: 'Events, described now and not sent by this version: ask for what you want to know.',
};

/** Tags in the order in which the endpoints name them. */
export function tagsOf(names: readonly string[]): object[] {
  return [...new Set(names)].map((name) => ({ name, description: tagWords[name] ?? `${name}.` }));
}

export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as a bearer token.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'The session of somebody who has signed in, from a page of the same origin. Over TLS its name begins with `__Host-`.',
  },
} as const;

const byKey = [{ apiKey: [] }, { bearer: [] }];
const bySession = [{ session: [] }];

/** Ways to say who asks, any of which will do. */
export const defaultSecurity = [...byKey, ...bySession];

/** What the endpoint asks for in place of `anyCaller`; undefined: that. */
export function securityOf(access: string): object[] | undefined {
  if (access === 'public') return [];
  return access === 'signed-in' ? bySession : undefined;
}

/** Who may do it, in a sentence. */
export function accessDescription(access: string): string {
  if (access === 'public') return 'Needs no key.';
  return access === 'signed-in' ? 'Needs a session.' : `Needs the scope \`${access}\`.`;
}
