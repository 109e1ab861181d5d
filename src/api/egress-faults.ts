import type { FieldFault } from '../core/problems.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';

const unless = 'unless PARLEY_WEBHOOK_ALLOW_CIDRS contains it';

/** Returns a fault if every request to the URL is denied. The addresses of its host name are checked before each request. */
export function egressFaults(policy: EgressPolicy, path: string, url: URL): FieldFault[] {
  switch (policy.rejectionReason(url)) {
    case 'address':
      return [
        { path, code: 'address_not_allowed', message: `Requests to this address are not allowed ${unless}.` },
      ];
    case 'unencrypted':
      return [{ path, code: 'https_required', message: `Requests without https are not allowed ${unless}.` }];
    case undefined:
      return [];
  }
}
