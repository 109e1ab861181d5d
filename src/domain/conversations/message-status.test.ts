import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialStatus,
  canTransition,
  messageTransitions,
  messageStatuses,
  previousStatuses,
  wasSent,
  type MessageStatus,
} from './message-status.ts';

/** Generates paths of at most 20 transitions from a status. */
const statusPaths = (from: MessageStatus) =>
  fc.array(fc.nat(), { maxLength: 20 }).map((choices) =>
    choices.reduce<MessageStatus[]>(
      (path, choice) => {
        const nextStatuses: readonly MessageStatus[] = messageTransitions[path.at(-1)!];
        return nextStatuses.length === 0 ? path : [...path, nextStatuses[choice % nextStatuses.length]!];
      },
      [from],
    ),
  );

describe('the status of a message', () => {
  it('ends in delivered, failed, rejected or received', () => {
    const ends = messageStatuses.filter((status) => messageTransitions[status].length === 0);
    expect(ends.sort()).toEqual(['delivered', 'failed', 'received', 'rejected']);
  });

  it('is sending only after approval', () => {
    const sending = statusPaths('pending_approval').filter((path) => path.includes('sending'));
    fc.assert(
      fc.property(sending, (path) => {
        expect(path.slice(0, 2)).toEqual(['pending_approval', 'approved']);
      }),
    );
  });

  it('is final after rejection, without a message sent', () => {
    const rejected = statusPaths('pending_approval').filter((path) => path.includes('rejected'));
    fc.assert(
      fc.property(rejected, (path) => {
        expect(path.indexOf('rejected')).toBe(path.length - 1);
        expect(path.some(wasSent)).toBe(false);
      }),
    );
  });

  it('is sent at most once, after sending or an unknown outcome', () => {
    const sent = statusPaths('pending_approval').filter((path) => path.includes('sent'));
    fc.assert(
      fc.property(sent, (path) => {
        expect(['sending', 'unknown']).toContain(path[path.indexOf('sent') - 1]);
        expect(path.lastIndexOf('sent')).toBe(path.indexOf('sent'));
        expect(path.slice(path.indexOf('sent'))).not.toContain('sending');
      }),
    );
  });

  it('has previous statuses that match the transitions', () => {
    for (const from of messageStatuses) {
      for (const to of messageStatuses)
        expect(previousStatuses(to).includes(from)).toBe(canTransition(from, to));
    }
    expect(previousStatuses('rejected')).toEqual(['pending_approval', 'approved', 'scheduled']);
    expect(previousStatuses('received')).toEqual([]);
  });
});

describe('initialStatus', () => {
  const at = new Date('2026-01-05T12:00:00.000Z');
  const delay = (enabled: boolean) => ({ enabled, seconds: 90 });

  it('awaits approval without autopilot, with or without a delay', () => {
    expect(initialStatus(false, delay(true), at)).toEqual({ status: 'pending_approval', dueAt: null });
    expect(initialStatus(false, delay(false), at)).toEqual({ status: 'pending_approval', dueAt: null });
  });

  it('is due immediately with autopilot', () => {
    expect(initialStatus(true, delay(false), at)).toEqual({ status: 'approved', dueAt: at });
  });

  it("is due after the flow's delay with autopilot", () => {
    const dueAt = new Date('2026-01-05T12:01:30.000Z');
    expect(initialStatus(true, delay(true), at)).toEqual({ status: 'scheduled', dueAt });
  });
});
