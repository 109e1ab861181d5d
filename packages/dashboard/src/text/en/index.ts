import { agents } from './agents.ts';
import { calls } from './calls.ts';
import { common } from './common.ts';
import { flows } from './flows.ts';
import { form } from './form.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { numbers } from './numbers.ts';
import { analytics } from './analytics.ts';
import { tasks } from './tasks.ts';
import { settings } from './settings.ts';
import { live } from './live.ts';
import { session } from './session.ts';

export const text = {
  common,
  form,
  session,
  home,
  calls,
  live,
  inbox,
  tasks,
  agents,
  numbers,
  analytics,
  settings,
  flows,
};
