import { numberOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import { failureOfStatus, VendorError } from '../websocket/vendor-error.ts';
import { vendor } from './settings.ts';

/** Returns the failure of an `error` message, which has a status like HTTP. */
export function errorOfMessage(message: JsonFields): VendorError {
  const status = numberOf(message['status_code']);
  const failure = status === 0 ? 'unavailable' : failureOfStatus(status);
  return new VendorError(vendor, failure, { status, code: textOf(message['error_code']) });
}
