import { ParleyError } from '@parley/sdk/client';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './api.ts';
import { LoadingState, PageError, PageNotFound } from './components/states.tsx';
import { sessionQuery } from './features/session/session.ts';
import { Shell } from './features/shell/shell.tsx';
import { readOptional } from './search.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: PageNotFound });

/** Every page for signed-in users. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (error instanceof ParleyError && error.status === 401)
        throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
      throw error;
    }
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readOptional('next'),
  component: lazyRouteComponent(() => import('./routes/sign-in.tsx'), 'SignInPage'),
});

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./routes/accept-invitation.tsx'), 'AcceptInvitationPage'),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/home.tsx'), 'HomePage'),
});

const calls = createRoute({
  getParentRoute: () => shell,
  path: '/calls',
  validateSearch: readOptional(
    'search',
    'phoneNumber',
    'agentId',
    'batchId',
    'direction',
    'status',
    'endReason',
    'from',
    'to',
  ),
  component: lazyRouteComponent(() => import('./routes/calls.tsx'), 'CallsPage'),
});

const call = createRoute({
  getParentRoute: () => shell,
  path: '/calls/$callId',
  validateSearch: readOptional('tab'),
  component: lazyRouteComponent(() => import('./routes/call.tsx'), 'CallPage'),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: readOptional('view', 'search', 'conversation'),
  component: lazyRouteComponent(() => import('./routes/inbox.tsx'), 'InboxPage'),
});

const tasks = createRoute({
  getParentRoute: () => shell,
  path: '/tasks',
  validateSearch: readOptional('status', 'kind'),
  component: lazyRouteComponent(() => import('./routes/tasks.tsx'), 'TasksPage'),
});

const numbers = createRoute({
  getParentRoute: () => shell,
  path: '/numbers',
  validateSearch: readOptional('search'),
  component: lazyRouteComponent(() => import('./routes/numbers.tsx'), 'NumbersPage'),
});

const analytics = createRoute({
  getParentRoute: () => shell,
  path: '/analytics',
  validateSearch: readOptional('period', 'group'),
  component: lazyRouteComponent(() => import('./routes/analytics.tsx'), 'AnalyticsPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./routes/settings.tsx'), 'SettingsPage'),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/keys' });
  },
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  component: lazyRouteComponent(() => import('./routes/settings-keys.tsx'), 'KeysSection'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./routes/settings-webhooks.tsx'), 'WebhooksSection'),
});

const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhookId',
  validateSearch: readOptional('delivery'),
  component: lazyRouteComponent(() => import('./routes/settings-webhook.tsx'), 'WebhookSection'),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  component: lazyRouteComponent(() => import('./routes/settings-members.tsx'), 'MembersSection'),
});

const workspace = createRoute({
  getParentRoute: () => settings,
  path: '/workspace',
  component: lazyRouteComponent(() => import('./routes/settings-workspace.tsx'), 'WorkspaceSection'),
});

const providers = createRoute({
  getParentRoute: () => settings,
  path: '/providers',
  component: lazyRouteComponent(() => import('./routes/settings-providers.tsx'), 'ProvidersSection'),
});

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  component: lazyRouteComponent(() => import('./routes/settings-audit.tsx'), 'AuditSection'),
});

const live = createRoute({
  getParentRoute: () => shell,
  path: '/live',
  validateSearch: readOptional('call', 'filter'),
  component: lazyRouteComponent(() => import('./routes/live.tsx'), 'LivePage'),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  validateSearch: readOptional('search', 'status', 'type'),
  component: lazyRouteComponent(() => import('./routes/agents.tsx'), 'AgentsPage'),
});

const newAgent = createRoute({
  getParentRoute: () => shell,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('./routes/new-agent.tsx'), 'NewAgentPage'),
});

const agent = createRoute({
  getParentRoute: () => shell,
  path: '/agents/$agentId',
  validateSearch: readOptional('tab'),
  component: lazyRouteComponent(() => import('./routes/agent.tsx'), 'AgentPage'),
});

const flows = createRoute({
  getParentRoute: () => shell,
  path: '/flows',
  validateSearch: readOptional('search', 'status', 'type'),
  component: lazyRouteComponent(() => import('./routes/flows.tsx'), 'FlowsPage'),
});

const flow = createRoute({
  getParentRoute: () => shell,
  path: '/flows/$flowId',
  component: lazyRouteComponent(() => import('./routes/flow.tsx'), 'FlowPage'),
});

const batches = createRoute({
  getParentRoute: () => shell,
  path: '/batches',
  validateSearch: readOptional('search', 'status', 'agentId'),
  component: lazyRouteComponent(() => import('./routes/batches.tsx'), 'BatchesPage'),
});

const newBatch = createRoute({
  getParentRoute: () => shell,
  path: '/batches/new',
  component: lazyRouteComponent(() => import('./routes/new-batch.tsx'), 'NewBatchPage'),
});

const batch = createRoute({
  getParentRoute: () => shell,
  path: '/batches/$batchId',
  validateSearch: readOptional('result', 'status', 'skipReason', 'outcome', 'search', 'row'),
  component: lazyRouteComponent(() => import('./routes/batch.tsx'), 'BatchPage'),
});

const messageBatches = createRoute({
  getParentRoute: () => shell,
  path: '/batches/messages',
  validateSearch: readOptional('search', 'status'),
  component: lazyRouteComponent(() => import('./routes/message-batches.tsx'), 'MessageBatchesPage'),
});

const newMessageBatch = createRoute({
  getParentRoute: () => shell,
  path: '/batches/messages/new',
  component: lazyRouteComponent(() => import('./routes/new-message-batch.tsx'), 'NewMessageBatchPage'),
});

const messageBatch = createRoute({
  getParentRoute: () => shell,
  path: '/batches/messages/$batchId',
  validateSearch: readOptional('status', 'search'),
  component: lazyRouteComponent(() => import('./routes/message-batch.tsx'), 'MessageBatchPage'),
});

const dispositions = createRoute({
  getParentRoute: () => shell,
  path: '/dispositions',
  validateSearch: readOptional('view', 'week', 'search', 'status', 'disposition', 'batchId', 'agentId'),
  component: lazyRouteComponent(() => import('./routes/dispositions.tsx'), 'DispositionsPage'),
});

const suppressions = createRoute({
  getParentRoute: () => shell,
  path: '/suppressions',
  validateSearch: readOptional('search', 'channel'),
  component: lazyRouteComponent(() => import('./routes/suppressions.tsx'), 'SuppressionsPage'),
});

const person = createRoute({
  getParentRoute: () => shell,
  path: '/people/$address',
  validateSearch: readOptional('kind'),
  component: lazyRouteComponent(() => import('./routes/person.tsx'), 'PersonPage'),
});

const routeTree = root.addChildren([
  signIn,
  acceptInvitation,
  shell.addChildren([
    home,
    calls,
    call,
    live,
    inbox,
    tasks,
    numbers,
    agents,
    newAgent,
    agent,
    analytics,
    flows,
    flow,
    batches,
    newBatch,
    batch,
    messageBatches,
    newMessageBatch,
    messageBatch,
    dispositions,
    suppressions,
    person,
    settings.addChildren([settingsHome, keys, webhooks, webhook, members, workspace, providers, auditLog]),
  ]),
]);

/** All pages by path. A page is loaded when it is first opened. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
