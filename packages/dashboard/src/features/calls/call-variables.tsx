import type { CallDetail } from '@parley/sdk/client';
import { Facts, Section } from '../../components/page.tsx';
import { text } from '../../text/index.ts';

export function CallVariables({ call: { variables } }: { readonly call: CallDetail }) {
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <Section title={text.calls.call.variables}>
      <Facts facts={entries.map(([name, value]) => [name, String(value ?? '–')])} />
    </Section>
  );
}
