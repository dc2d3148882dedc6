// One chain with a receiver behind a proxy, and makers of orders that it accepts.
import hre from 'hardhat'
import {
  type Address,
  type ContractFunctionArgs,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  keccak256,
  maxUint128,
  pad,
  stringToHex,
  zeroAddress,
} from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { attestedOrderReceiverAbi } from '../../../src/generated/abi/attestedOrderReceiver.js'
import {
  type AttestationV1,
  encodeAttestation,
  encodeOrderCall,
  hashOrder,
  type OrderCall,
  type OrderData,
  type OrderOutput,
  type OrderOutputPayment,
  type OrderProof,
  padAddress,
  proveOrderOutput,
} from '../../../src/index.js'
import { hashProof } from '../../../src/protocol/order/hashStructs.js'

/** Names in orders that the library knows only because the tests say so. */
export const evmChains = ['Destination', 'destination ', 'third', 'Far']

export const ownName = 'destination'
/** The deep run repeats the suites of contracts on another chain: see `test/receiversElsewhere.test.ts`. */
export const ownChainId = Number(process.env.FILLPROOF_TEST_CHAIN_ID ?? 8453)
export const originChainId = 31101
export const routeMin = 100n
export const routeMax = 10n ** 30n
export const fillAmount = 10n ** 18n
/** The range of each token that the fixture's receiver takes. */
export const [tokenMin, tokenMax] = [1n, maxUint128]

/** Accounts that only sign; the service's solvers never send transactions here. */
export const solver = privateKeyToAccount(keccak256(stringToHex('fillproof test solver')))
export const secondSolver = privateKeyToAccount(keccak256(stringToHex('fillproof test solver 2')))

export type Fixture = Awaited<ReturnType<typeof deployFixture>>

/** Starts a chain and deploys a receiver that accepts one route in native currency from one solver, and two tokens. */
export async function deployFixture(
  chainId = ownChainId,
  { chainName = ownName, allowUnlimitedContractSize = false } = {},
) {
  // `scripts/mutate.ts` allows it for all, as it compiles without the optimizer.
  const override = { chainId, ...(allowUnlimitedContractSize && { allowUnlimitedContractSize }) }
  const connection = await hre.network.create({ network: 'destination', chainType: 'l1', override })
  const { viem } = connection
  const publicClient = await viem.getPublicClient({ cacheTime: 0 })
  const [admin, payer, recipient, stranger, router] = await viem.getWalletClients()
  if (!admin || !payer || !recipient || !stranger || !router) throw new Error('five accounts expected')

  const implementation = await viem.deployContract('AttestedOrderReceiver')
  const token = await viem.deployContract('MockToken', ['USD Coin', 'USDC', 6])
  const config: ReceiverConfig = {
    ...oneKey(admin.account.address),
    chainName,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    routes: [
      { chainId: BigInt(originChainId), currency: padAddress(zeroAddress), min: routeMin, max: routeMax },
    ],
    tokens: [zeroAddress, token.address].map((token) => ({ token, min: tokenMin, max: tokenMax })),
    recipients: [{ recipient: recipient.account.address, hook: false }],
    routers: [router.account.address],
    reserved: [],
  }
  const receiver = await deployReceiver(viem, implementation.address, config)
  await token.write.mint([payer.account.address, 10n ** 30n])
  await token.write.approve([receiver.address, 10n ** 30n], { account: payer.account })
  return {
    chainId,
    connection,
    viem,
    assertions: viem.assertions,
    helpers: connection.networkHelpers,
    publicClient,
    admin,
    payer,
    recipient,
    stranger,
    router,
    token,
    implementation,
    config,
    receiver,
    user: stranger.account.address,
  }
}

/** Restores the fixture's chain after each test, and closes it after the last. */
export function restoreAfterEach(fixture: () => Pick<Fixture, 'connection' | 'helpers'>) {
  let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>
  beforeEach(async () => {
    snapshot = await fixture().helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())
  after(() => fixture()?.connection.close())
}

/** A client of one account, without the retries that viem makes for errors of a provider in the same process. */
export function clientOf(
  { connection, publicClient }: Pick<Fixture, 'connection' | 'publicClient'>,
  account: Address,
) {
  const transport = custom(connection.provider, { retryCount: 0 })
  return createWalletClient({ account, chain: publicClient.chain, transport, pollingInterval: 20 })
}

type Viem = Awaited<ReturnType<typeof hre.network.create<'l1'>>>['viem']

/** The configuration that a receiver is initialized with. */
/** The roles of a configuration, all for one account. */
export const oneKey = (account: Address) => ({ admin: account, guardian: account, rescuer: account })

export type ReceiverConfig = ContractFunctionArgs<
  typeof attestedOrderReceiverAbi,
  'nonpayable',
  'initialize'
>[0]

/** Deploys a proxy of `implementation`, initialized with `config`. */
export async function deployReceiver(viem: Viem, implementation: Address, config: ReceiverConfig) {
  const data = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'initialize',
    args: [config],
  })
  const proxy = await viem.deployContract('ERC1967Proxy', [implementation, data])
  return viem.getContractAt('AttestedOrderReceiver', proxy.address)
}

/** Puts a token on the receiver's list. */
export const acceptToken = (
  { receiver }: Pick<Fixture, 'receiver'>,
  token: Address,
  min = tokenMin,
  max = tokenMax,
) => receiver.write.setToken([token, min, max])

export type EvidenceOverrides = {
  attestation?: Partial<AttestationV1>
  order?: Partial<OrderData>
  output?: Partial<OrderOutput>
  payment?: Partial<OrderOutputPayment>
  calls?: OrderCall[]
  signer?: LocalAccount
  /** Names another receiver than the fixture's. */
  receiver?: Address
  /** Keeps the attested id when the order is changed. */
  requestId?: Hex
}

export type Evidence = Awaited<ReturnType<typeof makeDirect>>

let salt = 0n

/** The contract's struct, with no check: some tests need what the library refuses. */
export function toStruct({ layout: _, signature: __, ...words }: AttestationV1) {
  const { originChainId: origin, destinationChainId: destination } = words
  return { ...words, originChainId: BigInt(origin), destinationChainId: BigInt(destination) }
}

/** An order that names the receiver as its fill contract, and its attestation. Native unless overridden. */
export async function makeDirect(fixture: Fixture, overrides: EvidenceOverrides = {}) {
  const signer = overrides.signer ?? solver
  const deadline = Number(await fixture.helpers.time.latest()) + 3600
  const named: OrderData = {
    version: 'v1',
    solverChainId: 'origin',
    solver: signer.address,
    salt: pad(`0x${(++salt).toString(16)}`, { size: 32 }),
    inputs: [
      {
        payment: { chainId: 'origin', currency: zeroAddress, amount: fillAmount, weight: 1n },
        refunds: [
          {
            chainId: 'origin',
            recipient: fixture.user,
            currency: zeroAddress,
            minimumAmount: 0n,
            deadline,
            extraData: '0x',
          },
        ],
      },
    ],
    fees: [],
    ...overrides.order,
    output: {
      chainId: fixture.config.chainName,
      payments: [
        {
          recipient: fixture.recipient.account.address,
          currency: zeroAddress,
          minimumAmount: fillAmount,
          expectedAmount: fillAmount,
          ...overrides.payment,
        },
      ],
      calls: (overrides.calls ?? []).map(encodeOrderCall),
      deadline,
      extraData: pad(overrides.receiver ?? fixture.receiver.address, { size: 32 }),
      ...overrides.output,
    },
  }
  const id = hashOrder(named, { evmChains })
  const attestation: AttestationV1 = {
    layout: 'v1',
    requestId: overrides.requestId ?? id,
    originChainId,
    originUser: padAddress(fixture.user),
    originCurrency: padAddress(zeroAddress),
    originAmount: fillAmount,
    destinationChainId: fixture.chainId,
    destinationUser: padAddress(fixture.recipient.account.address),
    ...overrides.attestation,
  }
  const message = { raw: keccak256(encodeAttestation(attestation)) }
  const signature = await signer.signMessage({ message })
  return {
    orderData: named,
    evmChains,
    id,
    attestation,
    a: toStruct(attestation),
    signature,
    proof: proveOrderOutput(named, { evmChains }),
  }
}

/** Attests a proof that was changed by hand, into what the library would not encode. */
export async function attestProof({ attestation }: Evidence, proof: OrderProof) {
  const changed = { ...attestation, requestId: hashProof(proof) }
  const signature = await solver.signMessage({ message: { raw: keccak256(encodeAttestation(changed)) } })
  return { a: toStruct(changed), signature, proof }
}

/** The arguments of `Payment`, with defaults that the fixture's receiver accepts. */
export function makePayment(
  fixture: Fixture,
  deadline: number,
  overrides: Partial<PaymentTerms> = {},
): PaymentTerms {
  return {
    originChainId: BigInt(originChainId),
    originUser: padAddress(fixture.user),
    originCurrency: padAddress(zeroAddress),
    token: zeroAddress,
    minimum: fillAmount,
    maximum: fillAmount,
    recipient: fixture.recipient.account.address,
    refundTo: zeroAddress,
    deadline,
    salt: pad(`0x${(++salt).toString(16)}`, { size: 32 }),
    data: '0x',
    ...overrides,
  }
}

export type PaymentTerms = {
  originChainId: bigint
  originUser: Hex
  originCurrency: Hex
  token: Address
  minimum: bigint
  maximum: bigint
  recipient: Address
  refundTo: Address
  deadline: number
  salt: Hex
  data: Hex
}

/** An order whose one call is `payAuthorized(p)` on the receiver, and its attestation. */
export async function makeAuthorized(fixture: Fixture, p: PaymentTerms, overrides: EvidenceOverrides = {}) {
  const { address, abi } = fixture.receiver
  const call = {
    to: overrides.receiver ?? address,
    data: encodeFunctionData({ abi, functionName: 'payAuthorized', args: [p] }),
    value: p.token === zeroAddress ? p.minimum : 0n,
  }
  return makeDirect(fixture, {
    ...overrides,
    calls: overrides.calls ?? [call],
    payment: { recipient: p.recipient, minimumAmount: p.minimum, ...overrides.payment },
    output: { extraData: '0x', deadline: p.deadline, ...overrides.output },
    attestation: { destinationUser: padAddress(p.recipient), ...overrides.attestation },
  })
}
