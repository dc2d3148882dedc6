import type { Hash } from 'viem'
import type { RequestRecord } from '../ledger.js'
import type { FillParameters } from './fillParameters.js'
import { fillThroughReceiver } from './fillThroughReceiver.js'
import { fillThroughRouter } from './fillThroughRouter.js'
import { submit } from './submit.js'
import { createTransfer } from './transfer.js'
import type { Wallet } from './wallet.js'

/**
 * Delivers what the quote expected, in the way that the order names: through the receiver, through the router with the
 * order's calls, or as a plain transfer.
 *
 * @throws {@link SubmitError} when it can't be delivered; nothing of the solver's stays elsewhere then.
 */
export function fill(wallet: Wallet, record: RequestRecord, onSent: FillParameters['onSent']): Promise<Hash> {
  return wallet.exclusive((send) => {
    const parameters = { record, wallet, send, onSent }
    if (record.terms.fillContract) return fillThroughReceiver(parameters, record.terms.fillContract)
    return record.terms.calls.length > 0 ? fillThroughRouter(parameters) : fillDirectly(parameters)
  })
}

function fillDirectly({ record: { terms }, ...rest }: FillParameters): Promise<Hash> {
  return submit({
    ...rest,
    transaction: createTransfer(terms.destinationCurrency, terms.recipient, terms.expectedAmount),
    failReason: 'DESTINATION_TOKEN_TRANSFER_REJECTED',
  })
}
