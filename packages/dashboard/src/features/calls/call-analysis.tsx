import type { CallDetail } from '@parley/sdk/client';
import { Badge } from '../../components/badge.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { text } from '../../text/index.ts';

const words = text.calls.call;

/** What the service concluded after the call. Nothing without an analysis. */
export function CallAnalysis({ call: { analysis } }: { readonly call: CallDetail }) {
  if (analysis === null) return null;
  const { success, summary, successReason, fields, reason } = analysis;
  return (
    <Section
      title={words.analysis}
      actions={
        success !== null && (
          <Badge tone={success ? 'ok' : 'bad'}>{success ? words.success : words.failure}</Badge>
        )
      }
    >
      {summary !== null && <p className="px-4 pt-3 text-sm">{summary}</p>}
      {successReason !== null && <p className="px-4 pt-2 text-sm text-muted">{successReason}</p>}
      {reason !== null && <p className="px-4 pt-2 text-sm text-muted">{reason}</p>}
      <Facts facts={Object.entries(fields).map(([name, value]) => [name, String(value ?? '–')])} />
    </Section>
  );
}
