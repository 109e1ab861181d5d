import { expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import { CircuitBreakers } from './circuit-breaker.ts';
import { VendorError } from './vendor-error.ts';

function createBreakers() {
  const clock = new ManualClock();
  const breakers = new CircuitBreakers(clock, { fraction: () => 0.5 });
  const account = { baseUrl: 'http://kokoro', apiKey: 'key' };
  const server = breakers.of('kokoro', account);
  const modelOf = (model: string) => breakers.ofModel('kokoro', account, model);
  return { clock, server, modelOf };
}

const down = new VendorError('kokoro', 'unavailable', { status: 500 });
const refused = new VendorError('kokoro', 'unavailable', { code: 'ECONNREFUSED' });
const wrongKey = new VendorError('kokoro', 'unauthorized', { status: 401 });

it.each([
  ['a failed request', down, 5, true],
  ['a timeout', new VendorError('kokoro', 'timed-out'), 5, true],
  ['a limit', new VendorError('kokoro', 'limited', { status: 429 }), 1, true],
  ['a forbidden model', new VendorError('kokoro', 'unauthorized', { status: 403 }), 1, true],
  ['a failed connection', refused, 5, false],
  ['a rejected key', wrongKey, 1, false],
])('%s pauses the model or the server', (_, error, count, admitsOther) => {
  const { server, modelOf } = createBreakers();
  for (let i = 0; i < count; i++) modelOf('a').recordFailure(error);
  expect(modelOf('a').admit()).toBe(false);
  expect(modelOf('b').admit()).toBe(admitsOther);
  expect(server.isFailing).toBe(!admitsOther);
  expect(modelOf('a').lastError).toBe(error);
});

it.each([
  ['a success', undefined],
  ['an error status', down],
])('%s of a model ends the pause of its server', async (_, error) => {
  const { clock, server, modelOf } = createBreakers();
  for (let i = 0; i < 5; i++) modelOf('a').recordFailure(refused);
  await clock.advance(2_000);
  expect([modelOf('a').admit(), modelOf('b').admit()]).toEqual([true, false]);
  if (error === undefined) modelOf('a').recordSuccess();
  else modelOf('a').recordFailure(error);
  expect([modelOf('b').admit(), server.lastError]).toEqual([true, undefined]);
});

it('a refusal reports the remaining pause, or the rejected key', async () => {
  const { clock, modelOf } = createBreakers();
  for (let i = 0; i < 5; i++) modelOf('a').recordFailure(down);
  await clock.advance(500);
  const { message, isPause } = modelOf('a').refusal('kokoro');
  expect([message, isPause]).toEqual(['kokoro is not used for 2 s after failures.', true]);
  modelOf('a').recordFailure(wrongKey);
  expect(modelOf('b').refusal('kokoro')).toBe(wrongKey);
});

it('keeps the breakers of the models that were used last', () => {
  const { modelOf } = createBreakers();
  const first = modelOf('first');
  const second = modelOf('second');
  for (let i = 0; i < 999; i++) {
    modelOf('first');
    modelOf(`m-${i}`);
  }
  expect(modelOf('first')).toBe(first);
  expect(modelOf('second')).not.toBe(second);
});
