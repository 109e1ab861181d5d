import type { VariableValue } from '../protocol.ts';
import type { Comparison, ConditionOf } from '../condition.ts';
import { lookUp, type Scope } from '../scope.ts';
import { fillIn } from '../template.ts';

/** Whether all, or any, of the comparisons hold. */
export function expressionHolds(condition: ConditionOf<'expression'>, scope: Scope): boolean {
  const holds = (comparison: Comparison) => comparisonHolds(comparison, scope);
  return condition.all?.every(holds) ?? condition.any?.some(holds) ?? false;
}

const operations: Record<Comparison['op'], (left: VariableValue, right: VariableValue) => boolean> = {
  exists: (left) => left !== null && left !== '',
  not_exists: (left) => left === null || left === '',
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  contains,
  not_contains: (left, right) => !contains(left, right),
  // What has no order is neither greater nor less: comparisons with NaN are false.
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
};

/** Whether the comparison holds for these values. */
export const operationHolds = (left: VariableValue, op: Comparison['op'], right: VariableValue): boolean =>
  operations[op](left, right);

function comparisonHolds({ left, op, right }: Comparison, scope: Scope): boolean {
  return operationHolds(lookUp(left, scope) ?? null, op, rightValue(right ?? null, scope));
}

function rightValue(right: VariableValue, scope: Scope): VariableValue {
  return typeof right === 'string' ? fillIn(right, (name) => String(lookUp(name, scope) ?? '')) : right;
}

/** Numbers compare as numbers even where one was given as text, texts without regard to case. */
function isEqual(left: VariableValue, right: VariableValue): boolean {
  if (left === null || right === null) return left === right;
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== undefined && other !== undefined) return one === other;
  return textOf(left) === textOf(right);
}

/** Below, above or at nought as `left` is less, greater or equal; NaN where the two have no order. */
function compare(left: VariableValue, right: VariableValue): number {
  return (orderOf(left) ?? Number.NaN) - (orderOf(right) ?? Number.NaN);
}

function contains(whole: VariableValue, part: VariableValue): boolean {
  if (whole === null || part === null) return false;
  return textOf(whole).includes(textOf(part));
}

function numberOf(value: VariableValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** Numbers by size, dates and instants (ISO 8601) by time. */
function orderOf(value: VariableValue): number | undefined {
  const number = numberOf(value);
  if (number !== undefined || typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return number;
  const timeMs = Date.parse(value);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

const textOf = (value: VariableValue): string => String(value).trim().toLowerCase();
