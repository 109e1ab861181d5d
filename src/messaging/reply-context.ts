import type { Clock } from '../core/clock.ts';
import type { IdSource } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { NumberZones } from '../core/number-zones.ts';
import type { EgressClient } from '../egress/egress-client.ts';
import type { RequestSecrets } from '../egress/request-secrets.ts';
import type { ModelDirectory } from '../models/model-directory.ts';
import type { Database } from '../store/database.ts';
import type { MessageRoutes } from './message-routes.ts';

/** The dependencies of replies. */
export interface ReplyContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ids: IdSource;
  readonly zones: NumberZones;
  readonly models: ModelDirectory;
  readonly routes: MessageRoutes;
  /** Sends the requests of tools and flow nodes. */
  readonly http: {
    readonly egress: Pick<EgressClient, 'send'>;
    readonly secrets: RequestSecrets;
  };
}
