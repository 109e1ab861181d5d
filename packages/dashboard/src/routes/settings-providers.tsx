import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Section } from '../components/page.tsx';
import { QueryState } from '../components/states.tsx';
import { SettingsPane } from '../features/settings/section.tsx';
import { text } from '../text/index.ts';

const words = text.settings.providers;

interface Provider {
  readonly provider: string;
  readonly available: boolean;
  readonly missingSetting: string | null;
}

/** Which vendors are set up, and which setting the others miss. */
export function ProvidersSection() {
  const query = useQuery({
    queryKey: ['getProviders'],
    queryFn: ({ signal }) => api.getProviders({ signal }),
  });
  return (
    <SettingsPane label={text.settings.sections.providers}>
      <QueryState query={query}>
        {({ languageModels, textToSpeech, speechToText }) => (
          <>
            <ProviderList title={words.languageModels} providers={languageModels} />
            <ProviderList title={words.textToSpeech} providers={textToSpeech} />
            <ProviderList title={words.speechToText} providers={speechToText} />
          </>
        )}
      </QueryState>
    </SettingsPane>
  );
}

function ProviderList({
  title,
  providers,
}: {
  readonly title: string;
  readonly providers: readonly Provider[];
}) {
  return (
    <Section title={title}>
      <ul className="divide-y divide-line">
        {providers.map(({ provider, available, missingSetting }) => (
          <li key={provider} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <span className="flex-1 font-medium">{provider}</span>
            {available ? (
              <Badge tone="ok">{words.available}</Badge>
            ) : (
              <span className="text-muted">
                {missingSetting === null ? words.unavailable : words.missing(missingSetting)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
