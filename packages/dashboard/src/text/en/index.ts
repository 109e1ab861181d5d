import { agents } from './agents.ts';
import { analytics } from './analytics.ts';
import { batches } from './batches.ts';
import { calls } from './calls.ts';
import { common, files } from './common.ts';
import { dispositions } from './dispositions.ts';
import { fields } from './fields.ts';
import { flows } from './flows.ts';
import { form } from './form.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { live } from './live.ts';
import { messageBatches } from './message-batches.ts';
import { numbers } from './numbers.ts';
import { people } from './people.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { suppressions } from './suppressions.ts';
import { tasks } from './tasks.ts';

export const text = {
  agents,
  analytics,
  batches,
  calls,
  common,
  dispositions,
  fields,
  files,
  flows,
  form,
  home,
  inbox,
  live,
  messageBatches,
  numbers,
  people,
  session,
  settings,
  suppressions,
  tasks,
};
