import { useState, type ReactNode } from 'react';
import { Select } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { text } from '../../text/index.ts';

export interface Sample {
  /** The person of the row. */
  readonly label: string;
  readonly body: ReactNode;
}

/** What one person of a file hears or reads. The user chooses the person. */
export function RowSample({
  title,
  samples,
}: {
  readonly title: string;
  readonly samples: readonly Sample[];
}) {
  const [chosen, setChosen] = useState('0');
  const index = samples[Number(chosen)] === undefined ? 0 : Number(chosen);
  const sample = samples[index];
  if (sample === undefined) return null;
  return (
    <Section
      title={title}
      actions={
        <div className="w-60 min-w-0">
          <Select
            aria-label={text.batches.form.samplePerson}
            value={String(index)}
            onValue={setChosen}
            options={samples.map(({ label }, position) => [String(position), label] as const)}
          />
        </div>
      }
    >
      <div key={index} className="px-4 py-3 text-sm">
        {sample.body}
      </div>
    </Section>
  );
}
