import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';

/** Sends a file as `text/csv` and prints the response. It is a separate program, so that its memory and CPU do not count. */

const { values } = parseArgs({
  options: { file: { type: 'string' }, url: { type: 'string' }, key: { type: 'string' } },
});
const response = await fetch(values.url!, {
  method: 'POST',
  headers: { 'x-api-key': values.key!, 'content-type': 'text/csv' },
  body: createReadStream(values.file!),
  duplex: 'half',
} as unknown as RequestInit);
process.stdout.write(await response.text());
