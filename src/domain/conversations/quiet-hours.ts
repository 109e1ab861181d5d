import { isTestRecipient } from '../../core/test-addresses.ts';
import type { MessageFlow } from '../flow/flow.ts';
import { addDays, civilTimeAt, instantOf, type CivilTime } from '../understanding/zoned-time.ts';

export type QuietHours = NonNullable<MessageFlow['quietHours']>;

const defaultOfBatches: QuietHours = { start: '21:00', end: '08:00', timezone: 'recipient', policy: 'shift' };

/**
 * Returns the quiet hours of a message of a batch. Without hours of the batch or the flow, a default applies to all but the
 * test network.
 */
export const batchQuietHours = (quietHours: QuietHours | null, recipient: string): QuietHours | null =>
  quietHours ?? (isTestRecipient(recipient) ? null : defaultOfBatches);

/**
 * Returns the end of the quiet hours that contain the instant (Unix ms); undefined outside of them. Quiet hours may span midnight: 21:00 to 08:00. Equal
 * times mean no quiet hours.
 * @param zone IANA
 */
export function quietUntil(
  { start, end }: Pick<QuietHours, 'start' | 'end'>,
  zone: string,
  atMs: number,
): number | undefined {
  const [startMinute, endMinute] = [minuteOf(start), minuteOf(end)];
  if (startMinute % dayMinutes === endMinute % dayMinutes) return undefined;
  const now = civilTimeAt(atMs, zone);
  const minute = now.hour * 60 + now.minute;
  const spansMidnight = startMinute > endMinute;
  const isQuiet = spansMidnight
    ? minute >= startMinute || minute < endMinute
    : minute >= startMinute && minute < endMinute;
  if (!isQuiet) return undefined;
  const endDay = spansMidnight && minute >= startMinute ? addDays(now, 1) : now;
  return Math.max(instantOf(atMinute(endDay, endMinute), zone), atMs + minuteMs);
}

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** 24:00 is the start of the next day. */
const atMinute = (day: CivilTime, minute: number): CivilTime =>
  minute === dayMinutes
    ? { ...addDays(day, 1), hour: 0, minute: 0 }
    : { ...day, hour: Math.floor(minute / 60), minute: minute % 60 };
