import type { Providers, ProviderChecks } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { api, useChange } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Section } from '../components/page.tsx';
import { FormError, QueryState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { useCan } from '../features/session/session.ts';
import { SettingsPane } from '../features/settings/section.tsx';
import { text } from '../text/index.ts';

const words = text.settings.providers;

type Check = ProviderChecks['checks'][number];

interface Provider {
  readonly provider: string;
  readonly available: boolean;
  readonly missingSetting: string | null;
}

/** Which vendors are set up, which setting the others miss, and whether they respond. */
export function ProvidersSection() {
  const query = useQuery({
    queryKey: ['getProviders'],
    queryFn: ({ signal }) => api.getProviders({ signal }),
  });
  const canCheck = useCan('operator');
  const check = useChange(() => api.checkProviders(), { changes: [] });
  return (
    <SettingsPane label={text.settings.sections.providers}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-64 flex-1 text-sm text-muted">
          {canCheck ? words.checkHint : text.common.forbidden('operator')}
        </p>
        {check.data !== undefined && (
          <span role="status" className="text-sm text-muted">
            <RelativeTime value={check.data.checkedAt} />
          </span>
        )}
        <Button disabled={!canCheck} pending={check.isPending} onClick={() => check.mutate(undefined)}>
          {words.check}
        </Button>
      </div>
      <FormError message={check.message} />
      <QueryState query={query}>
        {(providers) => <ProviderLists providers={providers} checks={check.data?.checks ?? []} />}
      </QueryState>
    </SettingsPane>
  );
}

function ProviderLists({
  providers: { languageModels, textToSpeech, speechToText },
  checks,
}: {
  readonly providers: Providers;
  readonly checks: readonly Check[];
}) {
  const of = (kind: Check['kind']) => checks.filter((check) => check.kind === kind);
  const carriers = of('carrier');
  return (
    <>
      <ProviderList title={words.languageModels} providers={languageModels} checks={of('language_model')} />
      <ProviderList title={words.textToSpeech} providers={textToSpeech} checks={of('voice')} />
      <ProviderList title={words.speechToText} providers={speechToText} checks={of('recogniser')} />
      {carriers.length > 0 && (
        <ProviderList
          title={words.carriers}
          providers={carriers.map(({ provider }) => ({ provider, available: true, missingSetting: null }))}
          checks={carriers}
        />
      )}
    </>
  );
}

function ProviderList({
  title,
  providers,
  checks,
}: {
  readonly title: string;
  readonly providers: readonly Provider[];
  readonly checks: readonly Check[];
}) {
  return (
    <Section title={title}>
      <ul className="divide-y divide-line">
        {providers.map((provider) => (
          <ProviderRow
            key={provider.provider}
            {...provider}
            check={checks.find((check) => check.provider === provider.provider)}
          />
        ))}
      </ul>
    </Section>
  );
}

function ProviderRow({ provider, check, ...state }: Provider & { readonly check: Check | undefined }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <span className="flex-1 font-medium">{words.names[provider] ?? provider}</span>
      {check === undefined ? <SettingState {...state} /> : <CheckState {...check} />}
    </li>
  );
}

function SettingState({ available, missingSetting }: Omit<Provider, 'provider'>) {
  if (available) return <Badge tone="ok">{words.available}</Badge>;
  return (
    <span className="text-muted">
      {missingSetting === null ? words.unavailable : words.missing(missingSetting)}
    </span>
  );
}

const CheckState = ({ ok, detail }: Check) => (
  <>
    <Badge tone={ok ? 'ok' : 'bad'}>{ok ? words.responds : words.failed}</Badge>
    {detail !== '' && <p className={`w-full wrap-anywhere ${ok ? 'text-muted' : 'text-bad'}`}>{detail}</p>}
  </>
);
