import { z } from 'zod';
import { type Endpoint, isValueKind } from '../../src/api/endpoint.ts';
import type { TestResponse } from '../support/api.ts';
import { codeOf } from './error-code.ts';
import type { Example } from './examples.ts';
import type { Operation } from './operations.ts';
import {
  allIdsFrom,
  foreignBody,
  foreignParameter,
  foreignPath,
  prepareRequest,
  type PreparedRequest,
  type IdSources,
} from './requests.ts';
import { changedTables } from './tenant-tables.ts';
import type { References } from './references.ts';
import { newReferences, type Tenant } from './tenant.ts';
import type { World } from './world.ts';

/** One way to access rows of another workspace. `expectedCode` is the error code, if there is only one. */
interface Attempt {
  readonly name: string;
  readonly sources: (other: References) => IdSources;
  readonly expectedCode?: string;
}

/**
 * Returns a message for each breach of isolation by this operation: a response that contains data of the other workspace, a response
 * that differs from that for an unknown id, or a changed row of the other workspace.
 */
export async function findBreaches(world: World, { endpoint, example }: Operation): Promise<string[]> {
  const ours = await world.seed('202', 'Hazelnut');
  const theirs = await world.seed('415', 'Quagmire');
  const unknown = newReferences('646');
  const before = await world.read(theirs);
  const secrets = secretsOf(before);
  const found: string[] = [];
  for (const attempt of attemptsOf(endpoint, example, ours.refs)) {
    const request = prepareRequest(endpoint, example, attempt.sources(theirs.refs));
    const response = await world.send(request, headersOf(ours));
    found.push(
      ...leakedSecrets(response, request, secrets).map((secret) => `${attempt.name}: leaked ${secret}`),
    );
    if (response.status >= 500) found.push(`${attempt.name}: ${response.status}`);
    const forUnknown = await world.send(
      prepareRequest(endpoint, example, attempt.sources(unknown)),
      headersOf(ours),
    );
    found.push(...differences(endpoint, attempt, mask(response, theirs.refs), mask(forUnknown, unknown)));
  }
  const own = prepareRequest(endpoint, example, allIdsFrom(ours.refs));
  for (const [request, headers] of [
    [{ ...own, url: isEndless(endpoint) ? own.url : own.url.split('?', 1)[0]! + largestPage(endpoint) }, {}],
    [own, { 'idempotency-key': keyOfOtherWorkspace }],
  ] as const) {
    const response = await world.send(request, { ...headersOf(ours), ...headers });
    found.push(...leakedSecrets(response, request, secrets).map((secret) => `own: leaked ${secret}`));
    if (response.status >= 500) found.push(`own: ${response.status}`);
  }
  const changed = changedTables(before, await world.read(theirs));
  found.push(...changed.map((name) => `changed the other workspace's ${name}`));
  const ownRows = [...(await world.read(ours)).values()].join('\n');
  if (ownRows.includes(theirs.word)) found.push('copied data of the other workspace');
  return found;
}

/** Returns whether the response ends only if the query limits it. */
const isEndless = ({ query }: Endpoint): boolean =>
  query instanceof z.ZodObject && 'maxEvents' in query.shape;

/** Returns the query for the largest page of a list, so that one response contains all rows. */
function largestPage({ query }: Endpoint): string {
  return query instanceof z.ZodObject && 'limit' in query.shape ? '?limit=1000' : '';
}

/** An Idempotency-Key for which the other workspace has a stored response. */
const keyOfOtherWorkspace = 'used-by-both';

const headersOf = ({ key, refs }: Tenant) => ({ 'x-api-key': key, 'x-workspace-id': refs.workspace });

function attemptsOf(endpoint: Endpoint, example: Example, ours: References): Attempt[] {
  const parameters = Object.entries(endpoint.parameters ?? {}).filter(([, { kind }]) => !isValueKind(kind));
  const attempts: Attempt[] = parameters.map(([name, { notFoundCode }]) => ({
    name: `foreign ${name}`,
    sources: (other) => foreignParameter(name, other, ours),
    expectedCode: notFoundCode,
  }));
  if (parameters.length > 1) {
    attempts.push({
      name: 'foreign path',
      sources: (other) => foreignPath(other, ours),
      expectedCode: parameters[0]![1].notFoundCode,
    });
  }
  if (containsIds(endpoint, example, ours)) {
    attempts.push({ name: 'foreign ids in body or query', sources: (other) => foreignBody(other, ours) });
  }
  return attempts;
}

/** Returns whether the body or the query contains ids of a workspace. */
function containsIds(endpoint: Endpoint, example: Example, ours: References): boolean {
  const own = prepareRequest(endpoint, example, allIdsFrom(ours));
  const other = prepareRequest(endpoint, example, foreignBody(newReferences('303'), ours));
  return own.url !== other.url || JSON.stringify(own.body) !== JSON.stringify(other.body);
}

function differences(
  endpoint: Endpoint,
  { name, expectedCode }: Attempt,
  theirs: MaskedResponse,
  unknown: MaskedResponse,
): string[] {
  const found: string[] = [];
  if (theirs.text !== unknown.text) found.push(`${name}: ${theirs.text} is not ${unknown.text}`);
  if (
    expectedCode !== undefined &&
    (theirs.status !== 404 || codeOf(endpoint, theirs.body) !== expectedCode)
  ) {
    found.push(`${name}: ${theirs.status} ${codeOf(endpoint, theirs.body)}, not 404 ${expectedCode}`);
  }
  return found;
}

interface MaskedResponse {
  readonly status: number;
  readonly body: TestResponse['body'];
  readonly text: string;
}

/** Masks the parts of a response that can differ: ids, numbers, keys, email addresses and volatile headers. */
function mask({ status, headers, body, bytes }: TestResponse, refs: References): MaskedResponse {
  const stable = Object.entries(headers).filter(([name]) => !volatile.test(name));
  let text = JSON.stringify([status, Object.fromEntries(stable), bytes.toString('latin1')]);
  for (const value of Object.values(refs))
    text = text.replaceAll(value, '<sent>').replaceAll(encodeURIComponent(value), '<sent>');
  text = text
    .replaceAll(/\b[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, '<id>')
    .replaceAll(/\+1[ \d]{10,13}/g, '<number>')
    .replaceAll(/sk_(?:live|test)_\w+/g, '<key>')
    .replaceAll(/inv_[\w-]{32}/g, '<invitation>')
    .replaceAll(/[\w.-]+@people\.example/g, '<address>');
  return { status, body, text };
}

const volatile = /^(?:x-request-id|date|content-length|ratelimit|x-ratelimit-\w+)$/;

/** Returns the ids, numbers and words that occur only in this workspace's rows. */
function secretsOf(rows: ReadonlyMap<string, string>): ReadonlySet<string> {
  const text = [...rows.values()].join('\n');
  return new Set(text.match(/\b[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\+\d{8,15}|Quagmire\w+/g));
}

/** Returns the secrets that the response contains and the request did not. */
function leakedSecrets(
  response: TestResponse,
  request: PreparedRequest,
  secrets: ReadonlySet<string>,
): string[] {
  const text = `${JSON.stringify(response.headers)} ${response.bytes.toString('latin1')}`;
  const sent = decodeURIComponent(request.url) + JSON.stringify(request.body);
  return [...secrets].filter((secret) => text.includes(secret) && !sent.includes(secret));
}
