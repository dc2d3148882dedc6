import type { Address, Hash, Hex } from 'viem'
import { isSame } from '../../service/settlement/isSame.js'
import { type Chain, isNative, readBalance } from '../chains/chain.js'
import type { RequestRecord } from '../ledger.js'
import type { CreateSolverParameters } from './context.js'
import { findDepositAccount } from './depositAddress.js'
import type { Deposit } from './deposits.js'
import { sweep } from './sweep.js'
import { trackAddresses } from './trackAddresses.js'
import type { Wallet } from './wallet.js'

/** Without a transaction when reading the balance found it. */
type AddressDeposit = Omit<Deposit, 'orderId' | 'txHash'> & { txHash?: Hash }

/**
 * Moves payments from deposit addresses into the depository, which makes them deposits like any other.
 *
 * - Rule: a strict address has one order. An open one makes a new request for each payment that is not the quoted one.
 */
export function createSweeper({
  ledger,
  random,
  requote,
}: Pick<CreateSolverParameters, 'ledger' | 'random' | 'requote'>) {
  const addresses = trackAddresses(ledger, random)
  /** Who paid what a sweep brings into the depository in its own name, and for which request. */
  const payers = new Map<Hash, { from: Address; id: Hex }>()
  const paid = new Set<Hex>()
  const sweeping = new Set<string>()

  ledger.savepoints.keep(payers, paid)

  ledger.onDrop(({ id }) => {
    paid.delete(id)
    for (const [hash, payer] of payers) if (payer.id === id) payers.delete(hash)
  })

  async function chooseRequest(first: RequestRecord, deposit: AddressDeposit): Promise<RequestRecord> {
    const { isStrict, originChainId, originCurrency, inputAmount } = first.terms
    const isSameCurrency = isSame(deposit.currency, originCurrency)
    const isQuoted =
      !paid.has(first.id) && first.status === 'waiting' && deposit.amount === inputAmount && isSameCurrency
    if (isStrict || isQuoted || deposit.chainId !== originChainId || !isSameCurrency) {
      paid.add(first.id)
      return first
    }
    return requote(first, deposit.amount).catch(() => first)
  }

  return {
    addresses: addresses.list,
    findRequest: addresses.findRequest,
    async sweep(first: RequestRecord, deposit: AddressDeposit, wallet: Wallet): Promise<void> {
      const address = first.terms.depositAddress!.toLowerCase() as Address
      sweeping.add(address)
      try {
        const { id, orderId } = await chooseRequest(first, deposit)
        const { from, currency, amount, txHash } = deposit
        if (txHash && !ledger.get(id).depositAddressPayment) {
          ledger.note(id, { depositAddressPayment: { depositor: from, txHash } })
        }
        const account = findDepositAccount(random, address)!
        const onSigned = (hash: Hash) => payers.set(hash, { from, id })
        await sweep({ wallet, account, orderId, from, currency, amount, onSigned })
        const { id: chainId, client } = wallet.chain
        addresses.setGasLeft(address, chainId, await client.getBalance({ address }))
      } finally {
        sweeping.delete(address)
      }
    },
    isSweeping: (address: Address): boolean => sweeping.has(address.toLowerCase()),
    /** Refunds go to the payer, not to the deposit address. */
    creditPayer: (deposit: Deposit): Deposit => ({
      ...deposit,
      from: payers.get(deposit.txHash)?.from ?? deposit.from,
    }),
    /** What lies at an address, without gas money. */
    async readBalance(chain: Chain, address: Address, currency: Address): Promise<bigint> {
      const balance = await readBalance(chain, currency, address)
      return isNative(currency) ? balance - addresses.gasLeft(address, chain.id) : balance
    },
  }
}
