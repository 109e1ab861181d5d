import type { Carrier } from '../../contracts/carrier.ts';
import type { ConcurrencyLimits } from './claim-capacity.ts';
import type { CallingPermission } from '../calling-permission.ts';
import type { BatchContextLoader } from './batch-context.ts';
import type { IdSource } from '../../core/ids.ts';
import type { DialDependencies } from '../dial-call.ts';

/** Services that dial the calls of batches: those of every call, and those that claim calls. */
export interface BatchDialDependencies extends DialDependencies {
  readonly ids: IdSource;
  readonly contexts: BatchContextLoader;
  readonly permission: CallingPermission;
  readonly limits: ConcurrencyLimits;
  /** Returns whether a carrier route to this number (E.164) exists. Omitted: every number has a route. */
  readonly hasRoute?: ((number: string) => boolean) | undefined;
}

/** Services that claim the calls of a batch. */
export interface ClaimDependencies extends Pick<
  BatchDialDependencies,
  | 'db'
  | 'clock'
  | 'logger'
  | 'nodeId'
  | 'ratePlans'
  | 'ids'
  | 'contexts'
  | 'permission'
  | 'limits'
  | 'hasRoute'
> {
  readonly carrier: Pick<Carrier, 'name'>;
}
