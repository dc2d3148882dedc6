import { cleanText } from '../../base/cleanText.js'
import type { FillSettlementRule } from '../../rules/settled/verifyFillSettlement.js'
import type { Settlement } from '../receiver/readSettlement.js'
import { formatFinding, type Row, resultOf } from './row.js'

const meanings: Readonly<Record<FillSettlementRule, string>> = {
  status: 'the transaction succeeded',
  finality: 'enough blocks and seconds have passed',
  onchainIds: 'no deposit is named twice',
  orderSignature: "the order's solver signed its id",
  deposits: 'each input has a final deposit for the order',
  deadline: "the block came at or before the order's deadline",
  orderId: "the calldata ends with the order's id",
  transfers: 'tokens count by their Transfer logs to the recipient',
  nativeDirect: "native currency counts by the transaction's value",
  nativeTransfers: "native currency counts by the fill contract's logs",
  minimumAmounts: 'each payment reaches its minimum',
  calls: 'the fill contract made each call, in order',
  called: "the order's calls ran",
}

/** Creates a row for each rule of the oracle. */
export function settlementRows({ rows }: Settlement): Row[] {
  return rows.map(({ name, ok, message, found, required, assumption }) => ({
    name,
    // The oracle waits for finality.
    result: resultOf(name === 'finality' && !ok ? null : ok),
    text: [message === undefined ? meanings[name] : cleanText(message, 300), assumption ?? []]
      .flat()
      .join('. '),
    ...(found !== undefined && { found: formatFinding(found) }),
    ...(required !== undefined && { required: formatFinding(required) }),
  }))
}
