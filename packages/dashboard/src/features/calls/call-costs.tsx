import type { CallDetail } from '@parley/sdk/client';
import { Facts, Section } from '../../components/page.tsx';
import { formatCount, formatMoney } from '../../format.ts';
import { text } from '../../text/index.ts';

type Cost = CallDetail['costs'][number];

const quantityOf = ({ quantity, unit }: Cost) => `${formatCount(quantity)} ${unit.replaceAll('-', ' ')}`;

export function CallCosts({ call: { costs, totalCost } }: { readonly call: CallDetail }) {
  if (costs.length === 0) return null;
  return (
    <Section
      title={text.calls.call.costs}
      actions={
        totalCost !== null && (
          <span className="text-sm">{formatMoney(Number(totalCost.amount), totalCost.currency)}</span>
        )
      }
    >
      <Facts
        facts={costs.map((cost) => [
          `${cost.provider}${cost.model === null ? '' : ` ${cost.model}`}`,
          cost.cost === null || cost.currency === null
            ? quantityOf(cost)
            : `${formatMoney(Number(cost.cost), cost.currency)} · ${quantityOf(cost)}`,
        ])}
      />
      {totalCost?.complete === false && (
        <p className="px-4 pb-3 text-xs text-faint">{text.calls.call.incompleteCosts}</p>
      )}
    </Section>
  );
}
