import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TelephoneEventReceiver } from './telephone-event-receiver.ts';
import { TelephoneEventSender, type EventPacketHeader } from './telephone-event-sender.ts';
import {
  eventOfDigit,
  digitOfEvent,
  parseTelephoneEvent,
  serializeTelephoneEvent,
  type TelephoneEvent,
} from './telephone-event.ts';

describe('the telephone-event payload', () => {
  it('parses the bytes of an end packet and writes the same bytes', () => {
    const bytes = Uint8Array.of(0x05, 0x8a, 0x03, 0x20);
    const event = parseTelephoneEvent(bytes)!;
    expect(event).toEqual({ event: 5, end: true, volume: 10, durationTicks: 800 });
    expect(serializeTelephoneEvent(event)).toEqual(bytes);
  });

  it('rejects a truncated payload', () => {
    for (let length = 0; length < 4; length++)
      expect(parseTelephoneEvent(new Uint8Array(length))).toBeUndefined();
  });

  it('maps the sixteen DTMF digits and nothing else', () => {
    const digits = Array.from({ length: 256 }, (_, event) => digitOfEvent(event)).filter((digit) => digit);
    expect(digits.join('')).toBe('0123456789*#ABCD');
    expect(eventOfDigit('d')).toBe(15);
    expect(eventOfDigit('12')).toBeUndefined();
    expect(eventOfDigit('')).toBeUndefined();
  });
});

interface SentEventPacket extends EventPacketHeader {
  readonly frame: number;
  readonly event: TelephoneEvent;
}

/** Runs a sender until its queue is empty. */
function sendAll(digits: string, pauseMs = 0): SentEventPacket[] {
  const payload = new Uint8Array(4);
  const sender = new TelephoneEventSender(payload, 0);
  const header = { marker: false, timestamp: 0 };
  const sent: SentEventPacket[] = [];
  sender.push(digits, pauseMs);
  for (let frame = 0; sender.busy; frame++) {
    if (sender.next(frame * 160, header))
      sent.push({ frame, ...header, event: parseTelephoneEvent(payload)! });
  }
  return sent;
}

describe('TelephoneEventSender', () => {
  it('sends a digit under one timestamp: first packet marked, a longer duration every 20 ms, the end three times', () => {
    const sent = sendAll('7');
    expect(sent.map(({ frame }) => frame)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, false, false, false, false, false]);
    expect(sent.map(({ event }) => event.durationTicks)).toEqual([160, 320, 480, 640, 800, 800, 800]);
    expect(sent.map(({ event }) => event.end)).toEqual([false, false, false, false, true, true, true]);
    expect(new Set(sent.map(({ timestamp }) => timestamp))).toEqual(new Set([0]));
  });

  it('sends digits with gaps of 100 ms, after the requested pause', () => {
    const starts = sendAll('12', 500).filter(({ marker }) => marker);
    expect(starts.map(({ frame }) => frame)).toEqual([25, 35]);
  });
});

describe('TelephoneEventReceiver', () => {
  const createReceiver = () => {
    const digits: [string, number][] = [];
    return { digits, receiver: new TelephoneEventReceiver((digit, ticks) => digits.push([digit, ticks])) };
  };

  it('reports a digit once for any number of end packets', () => {
    const { digits, receiver } = createReceiver();
    for (const { event, timestamp, frame } of sendAll('5')) receiver.receive(event, timestamp, frame * 20);
    expect(digits).toEqual([['5', 800]]);
  });

  it('reports a digit whose end packets were all lost', () => {
    const { digits, receiver } = createReceiver();
    receiver.receive({ event: 1, end: false, volume: 10, durationTicks: 320 }, 0, 0);
    receiver.tick(100);
    expect(digits).toEqual([]);
    receiver.tick(120);
    expect(digits).toEqual([['1', 320]]);
  });

  it('reports a repeated digit twice without markers or ends', () => {
    const { digits, receiver } = createReceiver();
    const event = { event: 9, end: false, volume: 10, durationTicks: 160 };
    receiver.receive(event, 0, 0);
    receiver.receive(event, 1600, 200);
    receiver.tick(400);
    expect(digits.map(([digit]) => digit)).toEqual(['9', '9']);
  });

  it('reports each digit once if the timestamp advances within the event, in any order of neighbouring packets', () => {
    const presses = fc.array(fc.constantFrom('5', '6', '#'), { minLength: 1, maxLength: 5 });
    const isConstant = fc.boolean();
    fc.assert(
      fc.property(presses, isConstant, fc.array(fc.nat(40)), (pressed, hasConstantDuration, swaps) => {
        const { digits, receiver } = createReceiver();
        const packets = sendAll(pressed.join('')).map(({ event, frame }) => ({
          event: hasConstantDuration ? { ...event, durationTicks: 160 } : event,
          timestamp: frame * 160,
          frame,
        }));
        for (const index of swaps) {
          const [one, other] = [packets[index], packets[index + 1]];
          const isWithinDigit = Math.floor(index / 7) === Math.floor((index + 1) / 7);
          if (one === undefined || other === undefined || !isWithinDigit || other.event.end) continue;
          [packets[index], packets[index + 1]] = [other, one];
        }
        for (const { event, timestamp, frame } of packets) {
          receiver.receive(event, timestamp, frame * 20);
          receiver.tick(frame * 20);
        }
        expect(digits.map(([digit]) => digit)).toEqual(pressed);
        expect(digits.every(([, ticks]) => ticks >= 480)).toBe(true);
      }),
    );
  });

  it('skips events that are not DTMF digits', () => {
    const { digits, receiver } = createReceiver();
    receiver.receive({ event: 16, end: true, volume: 10, durationTicks: 160 }, 0, 0);
    expect(digits).toEqual([]);
  });

  it('reports every digit in order if at least one packet of each arrives, duplicated or not', () => {
    const digit = fc.constantFrom(...'0123456789*#ABCD');
    const copiesPerPacket = fc.array(fc.constantFrom(0, 1, 2), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(fc.tuple(digit, copiesPerPacket), { minLength: 1, maxLength: 8 }), (pressed) => {
        const { digits, receiver } = createReceiver();
        const text = pressed.map(([digit]) => digit).join('');
        sendAll(text).forEach(({ event, timestamp, frame }, index) => {
          const copiesPerPacket = pressed[Math.floor(index / 7)]![1];
          const copies = copiesPerPacket.every((count) => count === 0) ? 1 : copiesPerPacket[index % 7]!;
          for (let copy = 0; copy < copies; copy++) receiver.receive(event, timestamp, frame * 20);
          receiver.tick(frame * 20);
        });
        receiver.tick(1e9);
        expect(digits.map(([digit]) => digit).join('')).toBe(text);
      }),
    );
  });
});
