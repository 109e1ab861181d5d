import { parentPort } from 'node:worker_threads';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { LookupReply, LookupRequest, NumberInfo } from './number-lookup.ts';
import { NumberLocations } from './number-locations.ts';
import { isE164, parsePhoneNumber } from './phone-numbers.ts';

const port = parentPort!;
const locations = new NumberLocations();

async function lookUp(text: string): Promise<NumberInfo | null> {
  const parsed = isE164(text) ? parsePhoneNumber(text) : undefined;
  if (parsed === undefined) return null;
  const { countryCallingCode = '', nationalNumber = '' } = parsePhoneNumberFromString(text) ?? {};
  const { e164, country, type, international } = parsed;
  return {
    e164,
    country,
    type,
    international,
    ...(await locations.find(countryCallingCode, nationalNumber)),
  };
}

async function reply({ id, numbers }: LookupRequest): Promise<void> {
  const entries = await Promise.all(numbers.map(lookUp));
  port.postMessage({ id, entries } satisfies LookupReply, []);
}

port.on('message', (request: LookupRequest) => void reply(request));
