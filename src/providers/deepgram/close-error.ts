import { VendorError } from '../websocket/vendor-error.ts';
import { vendor } from './settings.ts';

/** Codes in the reasons of close frames: `DATA-0000`, `NET-0001`. */
const codePattern = /\b[A-Z]{3,8}-\d{4}\b/;

/** Returns the failure that a close frame means. Data that Deepgram cannot decode would fail again; its other closes are temporary. */
export function errorOfClose(code: number, reason: string): VendorError {
  const name = codePattern.exec(reason)?.[0];
  const isRejection = code === 1008 && name === 'DATA-0000';
  return new VendorError(vendor, isRejection ? 'rejected' : 'closed', { code: name ?? code });
}
