import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Writes a file of callees with five columns, one of them in quotes. All numbers are valid and distinct. It is a separate program, so that
 * its memory and CPU do not count.
 */

const { values } = parseArgs({ options: { rows: { type: 'string' }, out: { type: 'string' } } });
const rows = Number(values.rows);
const areaCodes = [202, 212, 303, 415, 512, 617, 702, 808, 917, 206];

const descriptor = openSync(values.out!, 'w');
let text = 'phone_number,name,email,appointment,doctor\r\n';
for (let index = 0; index < rows; index += 1) {
  const count = Math.floor(index / 10);
  const exchange = 600 + Math.floor(count / 10_000);
  const number = `+1${areaCodes[index % 10]}${exchange}${String(count % 10_000).padStart(4, '0')}`;
  text += `${number},"Patient ${index}, Jr.",p${index}@example.com,2026-02-0${1 + (index % 9)} 10:30,Dr. Grey\r\n`;
  if (text.length < 1e6 && index < rows - 1) continue;
  writeSync(descriptor, text);
  text = '';
}
closeSync(descriptor);
