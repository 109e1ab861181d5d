import { expect, it } from 'vitest';
import { NumberGroups } from './number-groups.ts';

it('groups numbers by prefix, up to 500 groups', () => {
  const kinds = new NumberGroups();
  const numbers = ['+12026000100', '+12027000100', '+12126000100', '+447911123456', '+447911999999'];
  for (const [row, number] of numbers.entries()) kinds.add(number, row);
  expect(kinds.all).toEqual([
    { number: '+12026000100', rows: 2, firstRows: [0, 1] },
    { number: '+12126000100', rows: 1, firstRows: [2] },
    { number: '+447911123456', rows: 2, firstRows: [3, 4] },
  ]);
  const ofTestNetwork = new NumberGroups();
  for (const number of ['+12025550100', '+12026000100', '+12025550101']) ofTestNetwork.add(number, 1);
  expect(ofTestNetwork.all.map(({ rows }) => rows)).toEqual([2, 1]);
  for (let kind = 0; kind < 1000; kind += 1) kinds.add(`+49${1000 + kind}000000`, 1);
  expect(kinds.all).toHaveLength(500);
});
