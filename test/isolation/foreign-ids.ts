import { z } from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';
import type { ApiAnswer } from '../support/api.ts';
import { codeOf } from './codes.ts';
import type { Example } from './examples.ts';
import type { Operation } from './operations.ts';
import {
  allOf,
  inBody,
  inParameter,
  inPath,
  prepare,
  type PreparedRequest,
  type Sources,
} from './requests.ts';
import { changedTables } from './tenant-tables.ts';
import type { References } from './references.ts';
import { newReferences, type Tenant } from './tenant.ts';
import type { World } from './world.ts';

/** One way to reach for what is not one's own; `missing` where the answer is known beforehand. */
interface Attempt {
  readonly name: string;
  readonly sources: (other: References) => Sources;
  readonly missing?: string;
}

/**
 * Everything that this operation tells or does across the border, a sentence each: a word of the other workspace in an
 * answer, an answer that differs from the one about an id that does not exist, a row of the other workspace that changed.
 */
export async function findBreaches(world: World, { one, example }: Operation): Promise<string[]> {
  const ours = await world.seed('202', 'Hazelnut');
  const theirs = await world.seed('415', 'Quagmire');
  const unknown = newReferences('646');
  const before = await world.read(theirs);
  const secrets = secretsOf(before);
  const found: string[] = [];
  for (const attempt of attemptsOf(one, example, ours.refs)) {
    const asked = prepare(one, example, attempt.sources(theirs.refs));
    const answer = await world.ask(asked, headersOf(ours));
    found.push(...told(answer, asked, secrets).map((secret) => `${attempt.name}: told ${secret}`));
    if (answer.status >= 500) found.push(`${attempt.name}: ${answer.status}`);
    const plain = await world.ask(prepare(one, example, attempt.sources(unknown)), headersOf(ours));
    found.push(...differences(one, attempt, mask(answer, theirs.refs), mask(plain, unknown)));
  }
  const own = prepare(one, example, allOf(ours.refs));
  for (const [asked, more] of [
    [{ ...own, url: own.url.split('?', 1)[0]! + longest(one) }, {}],
    [own, { 'idempotency-key': keptByTheOther }],
  ] as const) {
    const answer = await world.ask(asked, { ...headersOf(ours), ...more });
    found.push(...told(answer, asked, secrets).map((secret) => `own: told ${secret}`));
    if (answer.status >= 500) found.push(`own: ${answer.status}`);
  }
  const changed = changedTables(before, await world.read(theirs));
  found.push(...changed.map((name) => `changed their ${name}`));
  const kept = [...(await world.read(ours)).values()].join('\n');
  if (kept.includes(theirs.word)) found.push('copied what is theirs');
  return found;
}

/** Of a list the longest page, so that nothing hides on the next. */
function longest({ query }: Endpoint): string {
  return query instanceof z.ZodObject && 'limit' in query.shape ? '?limit=1000' : '';
}

/** Under this Idempotency-Key the other workspace has a finished answer. */
const keptByTheOther = 'used-by-both';

const headersOf = ({ key, refs }: Tenant) => ({ 'x-api-key': key, 'x-workspace-id': refs.workspace });

function attemptsOf(one: Endpoint, example: Example, ours: References): Attempt[] {
  const parameters = Object.entries(one.parameters ?? {});
  const attempts: Attempt[] = parameters.map(([name, { missing }]) => ({
    name: `their ${name}`,
    sources: (other) => inParameter(name, other, ours),
    missing,
  }));
  if (parameters.length > 1) {
    attempts.push({
      name: 'their path',
      sources: (other) => inPath(other, ours),
      missing: parameters[0]![1].missing,
    });
  }
  if (refersToRows(one, example, ours)) {
    attempts.push({ name: 'their ids in body or query', sources: (other) => inBody(other, ours) });
  }
  return attempts;
}

/** Whether its body or its query names what a workspace has. */
function refersToRows(one: Endpoint, example: Example, ours: References): boolean {
  const own = prepare(one, example, allOf(ours));
  const other = prepare(one, example, inBody(newReferences('303'), ours));
  return own.url !== other.url || JSON.stringify(own.body) !== JSON.stringify(other.body);
}

function differences(one: Endpoint, { name, missing }: Attempt, theirs: Masked, unknown: Masked): string[] {
  const found: string[] = [];
  if (theirs.text !== unknown.text) found.push(`${name}: ${theirs.text} is not ${unknown.text}`);
  if (missing !== undefined && (theirs.status !== 404 || codeOf(one, theirs.body) !== missing)) {
    found.push(`${name}: ${theirs.status} ${codeOf(one, theirs.body)}, not 404 ${missing}`);
  }
  return found;
}

interface Masked {
  readonly status: number;
  readonly body: ApiAnswer['body'];
  readonly text: string;
}

/** Of an answer that which must be the same: all but ids, numbers, keys, the time of day and what counts requests. */
function mask({ status, headers, body, bytes }: ApiAnswer, refs: References): Masked {
  const told = Object.entries(headers).filter(([name]) => !volatile.test(name));
  let text = JSON.stringify([status, Object.fromEntries(told), bytes.toString('latin1')]);
  for (const value of Object.values(refs)) text = text.replaceAll(value, '<sent>');
  text = text
    .replaceAll(/\b[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, '<id>')
    .replaceAll(/\+1[ \d]{10,13}/g, '<number>')
    .replaceAll(/sk_(?:live|test)_\w+/g, '<key>')
    .replaceAll(/inv_[\w-]{32}/g, '<invitation>')
    .replaceAll(/[\w.-]+@people\.example/g, '<address>');
  return { status, body, text };
}

const volatile = /^(?:x-request-id|date|content-length|ratelimit|x-ratelimit-\w+)$/;

/** Ids, numbers and words of a workspace's rows that nobody else can know. */
function secretsOf(rows: ReadonlyMap<string, string>): ReadonlySet<string> {
  const text = [...rows.values()].join('\n');
  return new Set(text.match(/\b[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\+\d{8,15}|Quagmire\w+/g));
}

/** Which secrets stand in the answer that did not stand in the request. */
function told(answer: ApiAnswer, asked: PreparedRequest, secrets: ReadonlySet<string>): string[] {
  const text = `${JSON.stringify(answer.headers)} ${answer.bytes.toString('latin1')}`;
  const sent = decodeURIComponent(asked.url) + JSON.stringify(asked.body);
  return [...secrets].filter((secret) => text.includes(secret) && !sent.includes(secret));
}
