import { maxEdges, maxNodes } from '../../src/domain/flow/flow.ts';

/** Returns valid and invalid flows of the largest size that make the checks of the graph expensive. */
export function expensiveFlows(): ReadonlyMap<string, unknown> {
  const base = { name: 'Large', type: 'call', mode: 'strict' };
  const ask = (index: number) => ({
    id: `n${index}`,
    type: 'ask',
    name: `Step ${index}`,
    config: {
      prompt: 'Hello {{customer.name}}, {{v1}}. '.repeat(10),
      variable: `v${index}`,
      expect: 'text',
    },
  });
  const end = { id: 'end', type: 'end', name: 'End', config: { text: 'Good-bye.' } };
  const always = (index: number, to: string) => ({
    id: `e${index}`,
    from: `n${index}`,
    to,
    condition: { type: 'always' },
  });
  const chain = Array.from({ length: maxNodes - 1 }, (_, index) => ask(index));
  const toNext = chain.map((_, index) => always(index, index === chain.length - 1 ? 'end' : `n${index + 1}`));
  const dense = Array.from({ length: maxEdges - toNext.length }, (_, index) => ({
    id: `d${index}`,
    from: `n${index % chain.length}`,
    to: `n${(index * 7) % chain.length}`,
    condition: { type: 'intent', phrases: Array.from({ length: 5 }, (_phrase, at) => `word ${index} ${at}`) },
  }));
  const patterns = dense.map(({ condition: _condition, ...edge }, index) => ({
    ...edge,
    condition: {
      type: 'digits',
      pattern: Array.from({ length: 9 }, () => `.{${(index % 30) + 30}}`).join('|'),
    },
  }));
  const singleKeys = patterns.map((edge, index) => ({
    ...edge,
    condition: { type: 'digits', pattern: `${'1|'.repeat(30)}${String(index).padStart(4, '0')}` },
  }));
  const graph = (edges: readonly unknown[]) => ({
    ...base,
    startNodeId: 'n0',
    nodes: [...chain, end],
    edges,
  });
  return new Map<string, unknown>([
    ['all nodes in a chain', graph(toNext)],
    ['all nodes and all edges', graph([...toNext, ...dense])],
    ['all edges with patterns', graph([...toNext, ...patterns])],
    ['all edges with patterns of many alternatives', graph([...toNext, ...singleKeys])],
    ['nodes that are numbers', { ...graph([]), nodes: Array.from({ length: 90_000 }, () => 1) }],
    [
      'invalid edges up to the size limit',
      { ...graph([]), edges: Array.from({ length: 4000 }, () => ({ id: 1, a: 1 })) },
    ],
    ['nodes without edges', graph([])],
    ['edges to nowhere', graph(dense.map((edge) => ({ ...edge, to: 'nowhere' })))],
    ['one node many times', { ...graph([]), nodes: Array.from({ length: maxNodes }, () => ask(0)) }],
  ]);
}
