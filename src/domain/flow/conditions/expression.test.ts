import { describe, expect, it } from 'vitest';
import type { Comparison, ConditionOf } from '../condition.ts';
import { expressionHolds } from './expression.ts';

const scope = {
  context: {
    nowMs: Date.UTC(2026, 10, 20),
    timezone: 'UTC',
    dynamic: { plan: 'Gold', count: '3' },
    customer: { name: 'Ada' },
    agent: {},
  },
  state: {
    heard: null,
    variables: { age: 42, coming: true, nothing: null, empty: '', day: '2026-11-24', list: 'red, blue' },
  },
};

const holds = (condition: Omit<ConditionOf<'expression'>, 'type'>): boolean =>
  expressionHolds({ type: 'expression', ...condition }, scope);

describe('a comparison', () => {
  it.each([
    ['age', '==', 42, true],
    ['age', '==', '42', true],
    ['count', '==', 3, true],
    ['plan', '==', 'gold', true],
    ['plan', '!=', 'silver', true],
    ['coming', '==', true, true],
    ['coming', '==', 'true', true],
    ['coming', '==', false, false],
    ['nothing', '==', null, true],
    ['missing', '==', null, true],
    ['missing', '==', 'x', false],
    ['age', '>', 41, true],
    ['age', '>=', 42, true],
    ['age', '<', 42, false],
    ['count', '<=', '3', true],
    ['day', '>', '2026-11-23T00:00:00Z', true],
    ['day', '<', '{{now}}', false],
    ['plan', '>', 1, false],
    ['plan', '<=', 1, false],
    ['nothing', '<', 1, false],
    ['list', 'contains', 'BLUE', true],
    ['list', 'not_contains', 'green', true],
    ['missing', 'contains', 'x', false],
    ['customer.name', '==', '{{customer.name}}', true],
    ['age', 'exists', undefined, true],
    ['empty', 'exists', undefined, false],
    ['nothing', 'not_exists', undefined, true],
  ] as const)('%s %s %j is %s', (left, op, right, is) => {
    expect(holds({ all: [{ left, op, right }] })).toBe(is);
  });

  it('can be combined by any or all', () => {
    const yes: Comparison = { left: 'age', op: '==', right: 42 };
    const no: Comparison = { left: 'age', op: '==', right: 1 };
    expect([holds({ all: [yes, no] }), holds({ any: [no, yes] }), holds({ any: [no] })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('does not read inherited properties', () => {
    expect(holds({ all: [{ left: 'constructor', op: 'exists' }] })).toBe(false);
    expect(holds({ all: [{ left: 'customer.__proto__', op: 'exists' }] })).toBe(false);
  });
});
