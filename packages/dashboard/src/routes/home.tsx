import { useList } from '../api.ts';
import { Page } from '../components/page.tsx';
import { LoadingState } from '../components/states.tsx';
import { FirstCall } from '../features/home/first-call.tsx';
import { Today } from '../features/home/today.tsx';
import { text } from '../text/index.ts';

/** The first steps, until an agent has called somebody. Then the day so far, with the steps to a call below it. */
export function HomePage() {
  const { rows, isPending } = useList('listCalls', { query: { limit: 1 } });
  return (
    <Page title={text.home.title}>
      {isPending ? (
        <LoadingState />
      ) : (
        <div className="grid gap-4">
          {rows.length > 0 && <Today />}
          <FirstCall />
        </div>
      )}
    </Page>
  );
}
