import type { FieldFault } from '../core/problems.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';

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
