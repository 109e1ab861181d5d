import { afterEach, describe, expect, it } from 'vitest';
import { minuteText } from './minute-text.ts';

describe('minuteText', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each([
    ['UTC', '2030-01-05T09:00:59.999Z', '2030-01-05 09:00 UTC'],
    ['Europe/Berlin', '2030-01-05T09:00:00.000Z', '2030-01-05 10:00 +01:00'],
    ['Europe/Berlin', '2030-07-05T09:00:00.000Z', '2030-07-05 11:00 +02:00'],
    ['America/St_Johns', '2030-01-05T03:00:00.000Z', '2030-01-04 23:30 -03:30'],
    ['Asia/Kathmandu', '2030-01-05T03:00:00.000Z', '2030-01-05 08:45 +05:45'],
  ])('formats the local time of %s', (name, at, text) => {
    process.env['TZ'] = name;
    expect(minuteText(at)).toBe(text);
  });
});
