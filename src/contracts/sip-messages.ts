import path from 'node:path';
import { z } from 'zod';
import { idTimeMs } from '../core/ids.ts';

/** One SIP message of a call, without credentials. */
export const SipMessageRecord = z.strictObject({
  at: z.iso.datetime(),
  direction: z.enum(['sent', 'received']),
  transport: z.enum(['udp', 'tcp', 'tls']),
  peer: z.string(),
  method: z.string(),
  status: z.int().nullable(),
  reason: z.string().nullable(),
  text: z.string(),
});
export type SipMessageRecord = z.output<typeof SipMessageRecord>;

/** The content of the file with the SIP messages of a call. */
export const SipMessagesFile = z.strictObject({
  messages: z.array(SipMessageRecord),
  /** Messages beyond the limit. */
  omitted: z.int(),
});
export type SipMessagesFile = z.output<typeof SipMessagesFile>;

/** Returns the folder that contains a folder of SIP messages per day, such as `2026-11-24` (UTC). */
export const sipMessagesFolder = (dataDir: string): string => path.join(dataDir, 'sip-messages');

/** Returns the name of the folder of a day. */
export const dayFolder = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the path of the file for a call. */
export const sipMessagesPath = (dataDir: string, callId: string): string =>
  path.join(sipMessagesFolder(dataDir), dayFolder(idTimeMs(callId)), `${callId}.json`);
