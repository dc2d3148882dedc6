// One chain with a guard behind a proxy, and makers of orders that it pays.
import hre from 'hardhat'
import {
  type Address,
  type ContractFunctionArgs,
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { paymentGuardAbi } from '../../../src/generated/abi/paymentGuard.js'
import {
  type AttestationV1,
  encodeAttestation,
  hashOrder,
  type OrderData,
  type OrderInputPayment,
  type OrderInputRefund,
  type OrderOutput,
  type OrderOutputPayment,
  padAddress,
  provePayment,
  signOrder,
} from '../../../src/index.js'
import { evmChains, oneKey, ownChainId, solver, toStruct } from './fixture.js'

/** The guard's own chain is an EVM chain, as is `far`; `solana` and `bitcoin` are others. */
export const here = { name: 'destination', id: ownChainId }
export const far = { name: 'base', id: 31102 }
export const solana = { name: 'solana', id: 792703809 }
export const bitcoin = { name: 'bitcoin', id: 8253038 }

export const paid = 10n ** 18n
export const promised = 9n * 10n ** 17n
export const recipient: Address = '0x00000000000000000000000000000000000000f1'
/** The contract that makes the order's calls. */
export const fillContract: Address = '0x00000000000000000000000000000000000000fC'
/** The same person on the other machines. */
export const solanaRecipient = 'So11111111111111111111111111111111111111112'
export const bitcoinRecipient = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

export type GuardFixture = Awaited<ReturnType<typeof deployGuardFixture>>
export type GuardSettings = ContractFunctionArgs<typeof paymentGuardAbi, 'nonpayable', 'initialize'>[0]
type PayerTerms = ContractFunctionArgs<typeof paymentGuardAbi, 'payable', 'paySigned'>[2]
type Viem = Awaited<ReturnType<typeof hre.network.create<'l1'>>>['viem']

/** Deploys a proxy of a guard, initialized with `config`. */
export async function deployGuard(viem: Viem, implementation: Address, config: GuardSettings) {
  const data = encodeFunctionData({ abi: paymentGuardAbi, functionName: 'initialize', args: [config] })
  const proxy = await viem.deployContract('ERC1967Proxy', [implementation, data])
  return viem.getContractAt('PaymentGuard', proxy.address)
}

export async function deployGuardFixture(chainId = ownChainId) {
  const override = { chainId }
  const connection = await hre.network.create({ network: 'destination', chainType: 'l1', override })
  const { viem } = connection
  const publicClient = await viem.getPublicClient({ cacheTime: 0 })
  const [admin, payer, stranger, refundee] = await viem.getWalletClients()
  if (!admin || !payer || !stranger || !refundee) throw new Error('four accounts expected')

  const implementation = await viem.deployContract('PaymentGuard')
  const depository = await viem.deployContract('MockDepository')
  const token = await viem.deployContract('MockToken', ['USD Coin', 'USDC', 6])
  const allowed = (chainId: number, raw: Hex) => ({ chainId: BigInt(chainId), recipient: raw })
  const config: GuardSettings = {
    ...oneKey(admin.account.address),
    depository: depository.address,
    chainName: here.name,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    chains: [
      { name: far.name, chainId: BigInt(far.id), isEvm: true },
      { name: solana.name, chainId: BigInt(solana.id), isEvm: false },
      { name: bitcoin.name, chainId: BigInt(bitcoin.id), isEvm: false },
    ],
    recipients: [allowed(far.id, recipient), allowed(chainId, recipient)],
  }
  const guard = await deployGuard(viem, implementation.address, config)
  for (const { account } of [payer, stranger]) {
    await token.write.mint([account.address, 10n ** 30n])
    await token.write.approve([guard.address, 10n ** 30n], { account })
  }
  return {
    chainId,
    connection,
    viem,
    assertions: viem.assertions,
    helpers: connection.networkHelpers,
    publicClient,
    admin,
    payer,
    stranger,
    refundee,
    implementation,
    depository,
    token,
    config,
    guard,
  }
}

export type PaymentOverrides = {
  order?: Partial<OrderData>
  payment?: Partial<OrderInputPayment>
  refunds?: OrderInputRefund[]
  /** One for each payment of the output. */
  payments?: Partial<OrderOutputPayment>[]
  output?: Partial<OrderOutput>
  attestation?: Partial<AttestationV1>
  terms?: Partial<PayerTerms>
  /** Makes a last change before anything is signed. */
  change?: (order: OrderData) => void
  signer?: LocalAccount
  payer?: Address
}

export type PaymentEvidence = Awaited<ReturnType<typeof makePaymentOrder>>

let salt = 0n

/** A refund that outlasts every order here. */
export const late = 2 ** 32 - 1

/** A refund of the order's input. */
export function makeRefund(
  to: string,
  deadline: number,
  chainId = here.name,
  currency: string = chainId === solana.name ? solanaRecipient : zeroAddress,
): OrderInputRefund {
  return { chainId, recipient: to, currency, minimumAmount: 0n, deadline, extraData: '0x' }
}

/** An order that the guard pays in native currency, with both kinds of evidence and what its payer agrees to. */
export async function makePaymentOrder(fixture: GuardFixture, overrides: PaymentOverrides = {}) {
  const signer = overrides.signer ?? solver
  const payer = overrides.payer ?? fixture.payer.account.address
  const deadline = Number(await fixture.helpers.time.latest()) + 3600
  const currency = (overrides.payment?.currency ?? zeroAddress) as Address
  const refunds = [makeRefund(payer, deadline, here.name, currency)]
  // The order has calls, so one refund is too few.
  const second = overrides.output?.chainId ? ([here.name, currency] as const) : ([far.name] as const)
  refunds.push(makeRefund(payer, deadline, ...second))
  const named: OrderData = {
    version: 'v1',
    solverChainId: here.name,
    solver: signer.address,
    salt: pad(`0x${(++salt).toString(16)}`, { size: 32 }),
    inputs: [
      {
        payment: {
          chainId: here.name,
          currency,
          amount: paid,
          weight: 1n,
          ...overrides.payment,
        },
        refunds: overrides.refunds ?? refunds,
      },
    ],
    output: {
      chainId: far.name,
      payments: (overrides.payments ?? [{}]).map((payment) => ({
        recipient,
        currency: zeroAddress,
        minimumAmount: promised,
        expectedAmount: paid,
        ...payment,
      })),
      calls: ['0x1234'],
      deadline,
      extraData: padAddress(fillContract),
      ...overrides.output,
    },
    fees: [],
    ...overrides.order,
  }
  overrides.change?.(named)
  const { calls, extraData } = named.output
  const id = hashOrder(named, { evmChains })
  const amount = BigInt(overrides.payment?.amount ?? paid)
  const attestation: AttestationV1 = {
    layout: 'v1',
    requestId: id,
    originChainId: fixture.chainId,
    originUser: padAddress(payer),
    originCurrency: padAddress(currency),
    originAmount: amount,
    destinationChainId: far.id,
    destinationUser: padAddress(recipient),
    ...overrides.attestation,
  }
  const message = { raw: keccak256(encodeAttestation(attestation)) }
  const terms: PayerTerms = {
    currency,
    amount,
    destinationChainId: BigInt(far.id),
    recipient,
    outputCurrency: zeroAddress,
    minimum: promised,
    refundTo: '0x',
    refundExtraData: [],
    callsHash: calls.length === 0 ? zeroHash : keccak256(concat(calls.map((call) => keccak256(call as Hex)))),
    extraData: extraData as Hex,
    minimumDeadline: 0,
    // Who asks for no refund takes none.
    allowNoRefund: overrides.refunds?.length === 0,
    ...overrides.terms,
  }
  return {
    orderData: named,
    evmChains,
    id,
    attestation,
    a: toStruct(attestation),
    signature: await signer.signMessage({ message }),
    orderSignature: await signOrder({ orderData: named, evmChains, account: signer }),
    order: provePayment(named, { evmChains }),
    terms,
    payer,
  }
}

/** The kinds of evidence that a guard takes. */
export const kinds = ['payAttested', 'paySigned'] as const
export type Kind = (typeof kinds)[number]

export type GuardCall = Pick<
  PaymentEvidence,
  'a' | 'signature' | 'orderSignature' | 'order' | 'terms' | 'payer'
>

export type GuardCallOptions = { value?: bigint; account?: Address; gas?: bigint }

/** Pays through the guard; a native payment brings the amount that the payer agreed to. */
export function payThrough(
  { guard }: Pick<GuardFixture, 'guard'>,
  kind: Kind,
  { a, signature, orderSignature, order, terms, payer }: GuardCall,
  { value = terms.currency === zeroAddress ? terms.amount : 0n, account = payer, gas }: GuardCallOptions = {},
) {
  const options = { value, account, ...(gas === undefined ? {} : { gas }) }
  return kind === 'payAttested'
    ? guard.write.payAttested([a, signature, order, terms], options)
    : guard.write.paySigned([order, orderSignature, terms], options)
}
