import type { FieldFault } from '../core/problems.ts';
import { fixedOriginOf } from '../domain/flow/template.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';

/** Returns a warning if every request to the URL of a tool or node, which can contain variables, is denied or impossible. */
export function requestWarnings(policy: EgressPolicy, path: string, template: string): FieldFault[] {
  const url = fixedOriginOf(template);
  if (url === null || url === undefined) return [];
  const impossible =
    url.port === '0' ? [{ path, code: 'invalid_url', message: 'No server listens at port 0.' }] : [];
  return [...egressFaults(policy, path, url), ...impossible].map(({ message }) => ({
    path,
    code: 'request_impossible',
    message: `This request always fails. ${message}`,
  }));
}

/** Returns a fault if every request to the URL is denied. The addresses of its host name are checked before each request. */
export function egressFaults(policy: EgressPolicy, path: string, url: URL): FieldFault[] {
  switch (policy.rejectionReason(url)) {
    case 'address':
      return [
        {
          path,
          code: 'address_not_allowed',
          message: 'Requests to this address are not allowed unless PARLEY_WEBHOOK_ALLOW_CIDRS contains it.',
        },
      ];
    case 'unencrypted':
      return [
        {
          path,
          code: 'https_required',
          message:
            'Requests without https are not allowed unless PARLEY_WEBHOOK_ALLOW_CIDRS contains the address.',
        },
      ];
    case undefined:
      return [];
  }
}
