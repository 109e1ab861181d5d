import { Link, useCanGoBack, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Button } from '../components/button.tsx';
import { Page, Section } from '../components/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../components/states.tsx';
import type { CallbackZones } from '../features/dispositions/callback-time.ts';
import { CallbacksOfNumber } from '../features/dispositions/callbacks.tsx';
import { ScheduleCallback } from '../features/dispositions/schedule-callback.tsx';
import { CallPerson, MessagePerson } from '../features/people/contact-person.tsx';
import { ErasePerson } from '../features/people/erase-person.tsx';
import { ExportPerson } from '../features/people/export-person.tsx';
import { HistoryList } from '../features/people/history-list.tsx';
import { usePersonHistory, type HistoryKind } from '../features/people/person-history.ts';
import { useWorkspaceZone } from '../features/session/session.ts';
import { ChannelPermissions } from '../features/suppressions/channel-permissions.tsx';
import { formatCount, formatPhone } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.people;

const kindsOfNumbers = ['calls', 'messages', 'tasks', 'dispositions'] as const;
const kindsOfEmails = ['messages', 'tasks'] as const;

/** One number or email address, with all that is stored about it. */
export function PersonPage() {
  const { address } = useParams({ from: '/shell/people/$address' });
  const search = useSearch({ from: '/shell/people/$address' });
  const { kind } = oneOf('kind', search.kind, words.kinds);
  const shown = kind === 'all' ? undefined : kind;
  const zone = useWorkspaceZone();
  const history = usePersonHistory(address, shown);
  const zones = { zone, personZone: history.timezone };
  const isNumber = !address.includes('@');
  return (
    <Page
      title={history.name ?? formatPhone(address)}
      description={
        <>
          <WayBack />
          {history.name !== undefined && (
            <>
              {' '}
              <span aria-hidden>/</span> {formatPhone(address)}
            </>
          )}
        </>
      }
      actions={
        <>
          {isNumber && <CallPerson address={address} name={history.name} />}
          <MessagePerson address={address} name={history.name} />
          <ExportPerson address={address} />
          <ErasePerson address={address} />
        </>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-3">
          <KindFilter
            kinds={isNumber ? kindsOfNumbers : kindsOfEmails}
            kind={shown}
            totals={history.totals}
          />
          <History history={history} kind={shown} zones={zones} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ChannelPermissions address={address} />
          {isNumber && (
            <Section
              title={text.dispositions.pending}
              actions={<ScheduleCallback zone={zone} phoneNumber={address} />}
            >
              <CallbacksOfNumber phoneNumber={address} zones={zones} />
            </Section>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The page from which the user came, or the calls if the person is the first page. */
function WayBack() {
  const { history } = useRouter();
  if (useCanGoBack())
    return (
      <button type="button" className={wayClass} onClick={() => history.back()}>
        {words.back}
      </button>
    );
  return (
    <Link to="/calls" className={wayClass}>
      {text.calls.title}
    </Link>
  );
}

const wayClass = 'underline-offset-2 hover:underline';

type PersonHistory = ReturnType<typeof usePersonHistory>;

interface KindFilterProps {
  readonly kinds: readonly HistoryKind[];
  readonly kind: HistoryKind | undefined;
  readonly totals: PersonHistory['totals'];
}

function KindFilter({ kinds, kind, totals }: KindFilterProps) {
  const navigate = useNavigate({ from: '/people/$address' });
  const nameOf = (name: HistoryKind) => {
    const total = totals[name];
    return total === undefined ? words.kinds[name] : words.counted(words.kinds[name], formatCount(total));
  };
  return (
    <div role="group" aria-label={words.history} className="flex flex-wrap gap-1">
      {[undefined, ...kinds].map((name) => (
        <Button
          key={name ?? ''}
          variant="ghost"
          aria-pressed={kind === name}
          className="aria-pressed:bg-selected aria-pressed:text-ink"
          onClick={() => void navigate({ search: name === undefined ? {} : { kind: name }, replace: true })}
        >
          {name === undefined ? words.kinds.all : nameOf(name)}
        </Button>
      ))}
    </div>
  );
}

interface HistoryProps {
  readonly history: PersonHistory;
  readonly kind: HistoryKind | undefined;
  readonly zones: CallbackZones;
}

function History({ history, kind, zones }: HistoryProps) {
  const { entries, error, isPending, hasMore, isFetchingMore } = history;
  return (
    <Section title={words.history}>
      {entries.length > 0 && <HistoryList entries={entries} zones={zones} />}
      {isPending && <LoadingState />}
      {error !== null && <ErrorState error={error} onRetry={history.refetch} />}
      {!isPending && error === null && entries.length === 0 && (
        <EmptyState title={words.emptyTitle}>{kind === undefined ? words.empty : words.emptyKind}</EmptyState>
      )}
      {hasMore && (
        <div className="border-t border-line p-3 text-center">
          <Button pending={isFetchingMore} onClick={history.showMore}>
            {text.common.more}
          </Button>
        </div>
      )}
    </Section>
  );
}
