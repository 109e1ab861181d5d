import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dispositionStatuses, type DispositionStatus } from '../disposition.ts';
import {
  dispositionTransitions,
  canTransition,
  applyEdit,
  type DispositionProgress,
  type DispositionEdit,
} from './disposition-state.ts';

const instants = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2027-01-01'),
  noInvalidDate: true,
});
const steps: fc.Arbitrary<DispositionEdit> = fc.oneof(
  instants.map((scheduledAt) => ({ type: 'move' as const, scheduledAt })),
  fc.constant({ type: 'cancel' as const }),
  fc.constant({ type: 'annotate' as const }),
);
const progresses: fc.Arbitrary<DispositionProgress> = fc.record({
  status: fc.constantFrom(...dispositionStatuses),
  scheduledAt: fc.option(instants),
});

const isFinal = (status: DispositionStatus) => dispositionTransitions[status].length === 0;

describe('the status of a disposition', () => {
  it('changes only to known statuses and never to the same status', () => {
    for (const [from, followers] of Object.entries(dispositionTransitions)) {
      expect(dispositionStatuses).toEqual(expect.arrayContaining([...followers]));
      expect(followers).not.toContain(from);
    }
  });

  it('can reach every status from pending', () => {
    const reached = new Set<DispositionStatus>(['pending']);
    for (const status of reached) for (const next of dispositionTransitions[status]) reached.add(next);
    expect([...reached].sort()).toEqual([...dispositionStatuses].sort());
  });
});

describe('applyEdit', () => {
  it('makes only valid transitions', () => {
    fc.assert(
      fc.property(progresses, steps, (progress, step) => {
        const next = applyEdit(progress, step);
        if (next === undefined || next.status === progress.status) return;
        expect(canTransition(progress.status, next.status)).toBe(true);
      }),
    );
  });

  it('never changes a final disposition', () => {
    const finalProgresses = progresses.filter(({ status }) => isFinal(status));
    fc.assert(
      fc.property(finalProgresses, fc.array(steps, { maxLength: 12 }), (progress, edits) => {
        const last = edits.reduce((now, step) => applyEdit(now, step) ?? now, progress);
        expect(last).toEqual(progress);
      }),
    );
  });

  it('keeps a callback pending at its latest time until it is cancelled', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), (taken) => {
        const begin: DispositionProgress = { status: 'pending', scheduledAt: new Date(0) };
        const last = taken.reduce((now, step) => applyEdit(now, step) ?? now, begin);
        const cancelledAt = taken.findIndex(({ type }) => type === 'cancel');
        const counted = cancelledAt < 0 ? taken : taken.slice(0, cancelledAt);
        const moved = counted.findLast((step) => step.type === 'move');
        expect(last).toEqual({
          status: cancelledAt < 0 ? 'pending' : 'cancelled',
          scheduledAt: moved?.scheduledAt ?? new Date(0),
        });
      }),
    );
  });

  it('accepts a second cancellation', () => {
    const once = applyEdit({ status: 'pending', scheduledAt: null }, { type: 'cancel' })!;
    expect(applyEdit(once, { type: 'cancel' })).toEqual(once);
  });

  it('rejects edits while the follow-up call is in progress', () => {
    const underWay: DispositionProgress = { status: 'in_progress', scheduledAt: new Date(0) };
    expect(applyEdit(underWay, { type: 'cancel' })).toBeUndefined();
    expect(applyEdit(underWay, { type: 'move', scheduledAt: new Date(1) })).toBeUndefined();
  });
});
