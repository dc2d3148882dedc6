import { type Address, type Hash, type Hex, keccak256, type PrivateKeyAccount, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { isSame } from '../../rules/settled/isSame.js'
import { type Chain, isNative, readBalance } from '../chains/chain.js'
import type { Ledger, LedgerRequest } from '../ledger.js'
import type { Random } from '../random.js'
import type { CreateSolverParameters } from './context.js'
import type { Deposit } from './observedPayments.js'
import { submit } from './submit.js'
import { createNativeDeposit, createTransfer, tag } from './transactions.js'
import type { Wallet } from './wallet.js'

/** A payment to a deposit address. It has no transaction if a balance read found it. */
type AddressDeposit = Omit<Deposit, 'orderId' | 'txHash'> & { txHash?: Hash }

/**
 * Moves payments from deposit addresses into the depository, which makes them deposits like any other.
 *
 * A strict address has one order. At an open address, each payment that differs from the quoted payment opens a new request.
 */
export function createSweeper(parameters: Pick<CreateSolverParameters, 'ledger' | 'random' | 'requote'>) {
  const { ledger, random, requote } = parameters
  const addresses = trackAddresses(ledger, random)
  /** The payer and the request of each sweep. The depository reports the deposit address as the depositor, not the payer. */
  const payers = new Map<Hash, { from: Address; id: Hex }>()
  const paid = new Set<Hex>()
  const sweeping = new Set<string>()

  ledger.savepoints.keep(payers, paid)

  ledger.onDrop(({ id }) => {
    paid.delete(id)
    for (const [hash, payer] of payers) if (payer.id === id) payers.delete(hash)
  })

  async function chooseRequest(first: LedgerRequest, deposit: AddressDeposit): Promise<LedgerRequest> {
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
    disable: addresses.disable,
    async sweep(first: LedgerRequest, deposit: AddressDeposit, wallet: Wallet): Promise<void> {
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
    /** Returns an address's balance, minus the gas money that sweeps left there. */
    async readBalance(chain: Chain, address: Address, currency: Address): Promise<bigint> {
      const balance = await readBalance(chain, currency, address)
      return isNative(currency) ? balance - addresses.gasLeft(address, chain.id) : balance
    },
  }
}

/** Enough gas for a payment into the depository. */
const gas = 150_000n

type SweepParameters = {
  /** The solver's wallet, which pays the gas. */
  wallet: Wallet
  account: PrivateKeyAccount
  orderId: Hex
  /** The depositor to name if the payment is in native currency. */
  from: Address
  currency: Address
  amount: bigint
  /** Called before the transaction is visible to others. */
  onSigned: (hash: Hash) => void
}

/** Moves a payment from a deposit address into the depository, with the order's id. Unused gas money stays at the address. */
function sweep(parameters: SweepParameters): Promise<Hash> {
  const { wallet, account, orderId, from, currency, amount, onSigned } = parameters
  const { client, contracts } = wallet.chain
  return wallet.exclusive(async (send) => {
    const gasPrice = (await client.getGasPrice()) * 2n
    const gasMoney = createTransfer(zeroAddress, account.address, gas * gasPrice)
    await submit({ wallet, send, transaction: gasMoney, failReason: 'TRANSACTION_SUBMISSION_FAILED' })
    const { to, value, data } = isNative(currency)
      ? createNativeDeposit(contracts.depository, from, amount, orderId)
      : tag(createTransfer(currency, contracts.depository, amount), orderId)
    const serializedTransaction = await account.signTransaction({
      type: 'legacy',
      chainId: wallet.chain.id,
      nonce: await client.getTransactionCount({ address: account.address }),
      gas,
      gasPrice,
      to,
      value,
      data,
    })
    const hash = keccak256(serializedTransaction)
    onSigned(hash)
    await client.sendRawTransaction({ serializedTransaction })
    if ((await wallet.waitFor(hash)) !== 'success') throw new Error(`The sweep ${hash} reverted.`)
    return hash
  })
}

/** Tracks the request of each deposit address, and the money that sweeps left there. Addresses may be in any case. */
function trackAddresses(ledger: Ledger, random: Random) {
  /** The first request of each address. The keys are in lower case. */
  const requests = new Map<string, Hex>()
  /** Gas money, by address and chain. */
  const gasLeft = new Map<string, Map<number, bigint>>()

  const disabled = new Set<string>()

  ledger.savepoints.keep(requests, gasLeft, disabled)

  ledger.onMove(({ id, terms: { depositAddress } }) => {
    const key = depositAddress?.toLowerCase()
    if (key !== undefined && !requests.has(key)) requests.set(key, id)
  })

  // From now on, a payment to the address belongs to the oldest remaining request of the address.
  ledger.onDrop(({ id, terms: { depositAddress } }) => {
    const key = depositAddress?.toLowerCase()
    if (key === undefined || requests.get(key) !== id) return
    requests.delete(key)
    const next = ledger.list().find(({ terms }) => terms.depositAddress?.toLowerCase() === key)
    if (next) requests.set(key, next.id)
    else {
      disabled.delete(key)
      gasLeft.delete(key)
      dropDepositAccount(random, key as Address)
    }
  })

  return {
    list: (): ReadonlySet<string> => new Set([...requests.keys()].filter((key) => !disabled.has(key))),
    disable: (address: Address): unknown => disabled.add(address.toLowerCase()),
    findRequest(address: Address): LedgerRequest | undefined {
      const key = address.toLowerCase()
      const id = disabled.has(key) ? undefined : requests.get(key)
      return id && ledger.find(id)
    },
    setGasLeft(address: Address, chainId: number, amount: bigint): void {
      const key = address.toLowerCase()
      if (requests.has(key)) gasLeft.set(key, (gasLeft.get(key) ?? new Map()).set(chainId, amount))
    },
    gasLeft: (address: Address, chainId: number): bigint =>
      gasLeft.get(address.toLowerCase())?.get(chainId) ?? 0n,
  }
}

/** The accounts that each service created, by address in lower case. */
const accountsOf = new WeakMap<Random, Map<string, PrivateKeyAccount>>()

/** Creates the deposit address of an order. The service keeps the private key. */
export function createDepositAddress(random: Random): Address {
  const account = privateKeyToAccount(random.bytes32('deposit address'))
  const accounts = accountsOf.get(random) ?? new Map<string, PrivateKeyAccount>()
  accountsOf.set(random, accounts)
  accounts.set(account.address.toLowerCase(), account)
  return account.address
}

/** Derives the id of a deposit address in the public form. The form of the service's own ids is unknown. */
export function depositAddressIdOf(address: Hex): Hex {
  return keccak256(address)
}

function dropDepositAccount(random: Random, address: Address): void {
  accountsOf.get(random)?.delete(address.toLowerCase())
}

function findDepositAccount(random: Random, address: Address): PrivateKeyAccount | undefined {
  return accountsOf.get(random)?.get(address.toLowerCase())
}
