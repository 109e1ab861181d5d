import type { VariableValue } from '../protocol.ts';
import type { Comparison, ConditionOf } from '../condition.ts';
import { lookUp, type VariableScope } from '../scope.ts';
import { fillIn } from '../template.ts';

/** Returns whether all, or any, of the comparisons are true. */
export function expressionHolds(condition: ConditionOf<'expression'>, scope: VariableScope): boolean {
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
  // Values without an order are neither greater nor less: comparisons with NaN are false.
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
};

/** Whether the comparison holds for these values. */
export const operationHolds = (left: VariableValue, op: Comparison['op'], right: VariableValue): boolean =>
  operations[op](left, right);

function comparisonHolds({ left, op, right }: Comparison, scope: VariableScope): boolean {
  return operationHolds(lookUp(left, scope) ?? null, op, rightValue(right ?? null, scope));
}

function rightValue(right: VariableValue, scope: VariableScope): VariableValue {
  return typeof right === 'string' ? fillIn(right, (name) => String(lookUp(name, scope) ?? '')) : right;
}

/** Compares numbers as numbers, even if one is text, and texts without regard to case. */
function isEqual(left: VariableValue, right: VariableValue): boolean {
  if (left === null || right === null) return left === right;
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== undefined && other !== undefined) return one === other;
  return textOf(left) === textOf(right);
}

/** Returns a negative number, a positive number or 0 if `left` is less, greater or equal; NaN if the values have no order. */
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

/** Returns the sort value of numbers, dates and instants (ISO 8601); undefined for other values. */
function orderOf(value: VariableValue): number | undefined {
  const number = numberOf(value);
  if (number !== undefined || typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return number;
  const timeMs = Date.parse(value);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

const textOf = (value: VariableValue): string => String(value).trim().toLowerCase();
