import type { Carrier } from '../../contracts/carrier.ts';
import type { CallsAtOnce } from './claim-room.ts';
import type { CallingPermission } from '../calling-permission.ts';
import type { BatchGrounds } from './batch-ground.ts';
import type { IdSource } from '../../core/ids.ts';
import type { DialHost } from '../dial-call.ts';

/** What claiming and dialing the calls of batches needs. */
export interface BatchDialHost extends DialHost {
  readonly ids: IdSource;
  readonly grounds: BatchGrounds;
  readonly permission: CallingPermission;
  readonly limits: CallsAtOnce;
  /** Whether something carries calls to this number (E.164). Left out: to every number. */
  readonly reaches?: ((number: string) => boolean) | undefined;
}

/** What claiming alone needs of it. */
export interface ClaimHost extends Pick<
  BatchDialHost,
  'db' | 'clock' | 'logger' | 'nodeId' | 'plans' | 'ids' | 'grounds' | 'permission' | 'limits' | 'reaches'
> {
  readonly carrier: Pick<Carrier, 'name'>;
}
