import type { Carrier } from '../../contracts/carrier.ts';
import type { ConcurrencyLimits } from './claim-capacity.ts';
import type { CallingPermission } from '../calling-permission.ts';
import type { BatchContextLoader } from './batch-context.ts';
import type { IdSource } from '../../core/ids.ts';
import type { DialDependencies } from '../dial-call.ts';

/** Dependencies of claiming and dialing calls of batches. */
export interface BatchDialDependencies extends DialDependencies {
  readonly ids: IdSource;
  readonly contexts: BatchContextLoader;
  readonly permission: CallingPermission;
  readonly limits: ConcurrencyLimits;
  /** Whether a carrier route exists to this number (E.164). Omitted: to every number. */
  readonly hasRoute?: ((number: string) => boolean) | undefined;
}

/** The dependencies of claiming calls. */
export interface ClaimDependencies extends Pick<
  BatchDialDependencies,
  'db' | 'clock' | 'logger' | 'nodeId' | 'plans' | 'ids' | 'contexts' | 'permission' | 'limits' | 'hasRoute'
> {
  readonly carrier: Pick<Carrier, 'name'>;
}
