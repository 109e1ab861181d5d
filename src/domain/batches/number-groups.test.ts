import { expect, it } from 'vitest';
import { NumberGroups } from './number-groups.ts';

it('groups numbers by prefix, up to 500 groups', () => {
  const groups = new NumberGroups();
  const numbers = ['+12026000100', '+12027000100', '+12126000100', '+447911123456', '+447911999999'];
  for (const [row, number] of numbers.entries()) groups.add(number, row);
  expect(groups.all).toEqual([
    { number: '+12026000100', rows: 2, firstRows: [0, 1] },
    { number: '+12126000100', rows: 1, firstRows: [2] },
    { number: '+447911123456', rows: 2, firstRows: [3, 4] },
  ]);
  const testNetworkGroups = new NumberGroups();
  for (const number of ['+12025550100', '+12026000100', '+12025550101']) testNetworkGroups.add(number, 1);
  expect(testNetworkGroups.all.map(({ rows }) => rows)).toEqual([2, 1]);
  for (let prefix = 1000; prefix < 2000; prefix += 1) groups.add(`+49${prefix}000000`, 1);
  expect(groups.all).toHaveLength(500);
});
