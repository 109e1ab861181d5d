import { Link } from '@tanstack/react-router';
import { text } from '../../text/index.ts';

const linkClass =
  '-mb-px border-b-2 border-transparent px-2 py-2 text-sm font-medium text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';

/** Leads between the batches of calls and those of messages. */
export const BatchKinds = () => (
  <nav
    aria-label={text.messageBatches.kinds}
    className="mb-3 flex gap-1 border-b border-line px-5 max-md:px-3"
  >
    <Link to="/batches" activeOptions={{ exact: true, includeSearch: false }} className={linkClass}>
      {text.messageBatches.calls}
    </Link>
    <Link to="/batches/messages" activeOptions={{ exact: true, includeSearch: false }} className={linkClass}>
      {text.messageBatches.title}
    </Link>
  </nav>
);
