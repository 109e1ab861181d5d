import { expect, it } from 'vitest';
import { dispositionName, dispositionNames, followUpState } from './disposition-text.tsx';

it.each([
  ['not_interested', 'Not interested'],
  ['not_coming', 'Not coming'],
  ['confirmed', 'Confirmed'],
])('names %s', (code, name) => {
  expect(dispositionName(code)).toBe(name);
});

it('lists other codes once, sorted, after the built-in ones', () => {
  const names = Object.values(dispositionNames(['not_coming', 'confirmed', 'not_coming', 'busy']));
  expect(names.slice(-2)).toEqual(['Confirmed', 'Not coming']);
  expect(names.filter((name) => name === 'Busy')).toHaveLength(1);
});

it.each([
  ['By a person', { status: 'completed', scheduledAt: '2026-11-30T09:00:00Z', followUpCallId: null }],
  ['Completed', { status: 'completed', scheduledAt: '2026-11-30T09:00:00Z', followUpCallId: 'call_1' }],
  ['Waiting', { status: 'pending', scheduledAt: '2026-11-30T09:00:00Z', followUpCallId: null }],
] as const)('says %s of a follow-up', (state, followUp) => {
  expect(followUpState(followUp)).toBe(state);
});
