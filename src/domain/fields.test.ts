import { expect, it } from 'vitest';
import { CallingWindow } from './calling-hours/calling-window.ts';
import { AgentInput } from './agent.ts';
import { Customer } from './call.ts';

const readsOf = (timezone: string) => [
  AgentInput.safeParse({ name: 'Ada', timezone }).success,
  CallingWindow.safeParse({ timezone, windows: [{ start: '09:00', end: '17:00' }] }).success,
  Customer.safeParse({ timezone }).success,
];

it.each([
  ['America/New_York', [true, true, true]],
  ['UTC', [true, true, false]],
  ['EST', [false, false, false]],
  ['HST', [false, false, false]],
  ['EST5EDT', [false, false, false]],
  ['Etc/GMT+5', [false, false, false]],
])('accepts %s as time zone of an agent, a window and a customer: %j', (timezone, expected) => {
  expect(readsOf(timezone)).toEqual(expected);
});
