import { Page } from '../components/page.tsx';
import { FirstCall } from '../features/home/first-call.tsx';
import { text } from '../text/index.ts';

/** The first steps, until an agent has called somebody. */
export function HomePage() {
  return (
    <Page title={text.home.title}>
      <FirstCall />
    </Page>
  );
}
