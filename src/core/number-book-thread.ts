import { parentPort } from 'node:worker_threads';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { BookReply, BookRequest, NumberEntry } from './number-book.ts';
import { NumberPlaces } from './number-places.ts';
import { isE164, parsePhoneNumber } from './phone-numbers.ts';

const port = parentPort!;
const places = new NumberPlaces();

async function describe(text: string): Promise<NumberEntry | null> {
  const parsed = isE164(text) ? parsePhoneNumber(text) : undefined;
  if (parsed === undefined) return null;
  const { countryCallingCode = '', nationalNumber = '' } = parsePhoneNumberFromString(text) ?? {};
  const { e164, country, type, international } = parsed;
  return { e164, country, type, international, ...(await places.find(countryCallingCode, nationalNumber)) };
}

async function answer({ id, numbers }: BookRequest): Promise<void> {
  const entries = await Promise.all(numbers.map(describe));
  port.postMessage({ id, entries } satisfies BookReply, []);
}

port.on('message', (request: BookRequest) => void answer(request));
