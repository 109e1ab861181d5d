import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/problems.ts';
import { seededRandom } from '../../core/random.ts';
import { createApiKey } from '../../domain/api-key.ts';
import { presentedKey } from './presented-key.ts';

const key = createApiKey(seededRandom(1), 'live');
const other = createApiKey(seededRandom(2), 'live');

function outcome(headers: IncomingHttpHeaders): string {
  try {
    return presentedKey(headers);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('the key of a request', () => {
  it.each([
    ['x-api-key', { 'x-api-key': key }, key],
    ['a bearer token', { authorization: `Bearer ${key}` }, key],
    ['a bearer token in lower case', { authorization: `bearer ${key}` }, key],
    ['both headers if they are equal', { 'x-api-key': key, authorization: `Bearer ${key}` }, key],
    ['x-api-key beside another authorization scheme', { 'x-api-key': key, authorization: 'Basic eA==' }, key],
  ])('is read from %s', (_what, headers, expected) => {
    expect(outcome(headers)).toBe(expected);
  });

  it.each([
    ['no header', {}, 'missing_api_key'],
    ['an empty header', { 'x-api-key': '' }, 'missing_api_key'],
    ['another authorization scheme', { authorization: 'Basic eA==' }, 'missing_api_key'],
    ['two different keys', { 'x-api-key': key, authorization: `Bearer ${other}` }, 'invalid_api_key'],
    ['a typing error', { 'x-api-key': key.replace(/.$/, '!') }, 'invalid_api_key'],
  ])('is rejected with %s', (_what, headers, expected) => {
    expect(outcome(headers)).toBe(expected);
  });
});
