import type { Dialog } from './dialog.ts';
import { tokensOf } from './header-fields.ts';
import { createResponse, type Body, type HeaderEntry, type SipRequest, type SipResponse } from './message.ts';
import { allowedMethods, supportedExtensions } from './user-agent-core.ts';

/** Returns a response within a dialog, with the header fields that its status requires (RFC 3261 §12.1.1, §20.5). */
export function dialogResponse(
  dialog: Dialog,
  request: SipRequest,
  status: number,
  fields: readonly HeaderEntry[] = [],
  body?: Body,
): SipResponse {
  const capabilities: HeaderEntry[] = [
    ['Contact', dialog.contact],
    ['Allow', allowedMethods],
    ['Supported', supportedExtensions],
  ];
  const headers = status < 300 ? [...capabilities, ...fields] : fields;
  return createResponse(request, status, { toTag: dialog.localTag, headers, body });
}

/** Returns the Unsupported header field of a 420 if the request requires unknown extensions (§8.2.2.3). */
export function unsupportedExtensions(request: SipRequest): HeaderEntry | undefined {
  const supportedTags = supportedExtensions.split(', ');
  const unsupportedTags = tokensOf(request, 'Require').filter((tag) => !supportedTags.includes(tag));
  return unsupportedTags.length === 0 ? undefined : ['Unsupported', unsupportedTags.join(', ')];
}

/** Returns the Reason header field of a BYE or CANCEL (RFC 3326). */
export function reasonField(cause: number, text: string): HeaderEntry {
  return ['Reason', `SIP;cause=${cause};text="${text}"`];
}
