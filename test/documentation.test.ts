import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallInput } from '../src/domain/call.ts';
import { createTestApi, assignNumber, type TestApi } from './support/api.ts';

const root = path.resolve(import.meta.dirname, '..');
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');

const pagesWithRequests = [
  'flows.md',
  'agents.md',
  'analysis.md',
  'calls.md',
  'trunks.md',
  'conversations.md',
  'suppressions.md',
  'messages.md',
  'batches.md',
  'editors.md',
];

interface Request {
  readonly path: string;
  readonly body: string;
}

/** Returns the example requests of a page: blocks that begin with ```json POST /path. */
function exampleRequests(page: string): Request[] {
  return [...readText(`docs/${page}`).matchAll(/^```json POST (\S+)\n(.*?)^```$/gms)].map(([, to, body]) => ({
    path: to!,
    body: body!,
  }));
}

/** Sends the requests in order, and replaces `flow_…` and `agent_…` by the ids of earlier responses. */
async function sendAll(api: TestApi, requests: readonly Request[]): Promise<number[]> {
  const ids = { flow_: api.flow.id, agent_: api.agent.id };
  const statuses: number[] = [];
  for (const { path: to, body } of requests) {
    const filled = body.replaceAll(/(flow_|agent_)…/g, (_, kind: keyof typeof ids) => ids[kind]);
    if (to === '/api/v1/calls/call') {
      CallInput.parse(JSON.parse(filled));
      continue;
    }
    const response = await api.send('POST', to, { body: filled, workspace: api.workspaceId });
    statuses.push(response.status);
    const kind = /^(flow_|agent_)/.exec(String(response.body.id))?.[0] as keyof typeof ids | undefined;
    if (kind !== undefined) ids[kind] = response.body.id;
  }
  return statuses;
}

/** Returns the anchors of the headings of a Markdown page, as GitHub derives them. */
const anchorsOf = (file: string): string[] =>
  [...readText(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the relative links of a Markdown page that lead to no file or no heading. */
function brokenLinks(file: string): string[] {
  const links = [...readText(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [target, anchor] = link.split('#') as [string, string | undefined];
    const linked = target === '' ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(root, linked))) return true;
    return anchor !== undefined && !anchorsOf(linked).includes(anchor);
  });
}

describe('docs', () => {
  it.each(pagesWithRequests)('%s has only example requests that the API accepts', async (page) => {
    const requests = exampleRequests(page);
    expect(requests.length).toBeGreaterThan(0);
    const api = await createTestApi();
    await assignNumber(api);
    try {
      expect((await sendAll(api, requests)).filter((status) => status !== 200)).toEqual([]);
    } finally {
      await api.close();
    }
  });

  it.each(['*.md', 'docs/**/*.md', 'src/**/*.md', 'packages/*/README.md', 'bench/*.md'])(
    '%s has no broken links',
    (pattern) => {
      const files = globSync(pattern, { cwd: root });
      expect(files.length).toBeGreaterThan(0);
      expect(files.flatMap((file) => brokenLinks(file).map((link) => `${file}: ${link}`))).toEqual([]);
    },
  );

  it('shows examples of languages that are in their corpora', () => {
    const files = ['yes-no', 'requests', 'dates', 'numbers', 'digits', 'choices'];
    const sections = readText('docs/languages.md').split(/^### /m).slice(1, 8);
    const tagOf = (section: string) => /`(\w+)`/.exec(section)?.[1];
    const examples = sections.flatMap((text) =>
      [...text.matchAll(/^\| [^|]+ \| (“.*) \|$/gm)].flatMap(([, row], kind) =>
        [...row!.matchAll(/“(.*?)” → `(.*?)`/g)].map(([, answer, value]) => ({
          corpus: `src/domain/languages/${tagOf(text)}/testing/${files[kind]}.tsv`,
          line: `${answer}\t${value}`,
        })),
      ),
    );
    // English has its corpora in another format.
    const checked = examples.filter(({ corpus }) => !corpus.includes('/en/'));
    expect(examples).toHaveLength(7 * files.length * 3);
    expect(checked.filter(({ corpus, line }) => !readText(corpus).split('\n').includes(line))).toEqual([]);
  });

  it('lists every page of docs in the index', () => {
    const index = readText('docs/README.md');
    const pages = globSync('docs/*.md', { cwd: root }).map((file) => path.basename(file));
    expect(pages.filter((page) => page !== 'README.md' && !index.includes(`(${page})`))).toEqual([]);
  });
});
