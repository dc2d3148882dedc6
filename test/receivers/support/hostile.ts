// Payments in either way, made under the eye of a balance check, and what attacks need.
import { expect } from 'chai'
import {
  type Abi,
  type Address,
  encodeErrorResult,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  type Hash,
  type Hex,
  isAddress,
  parseEventLogs,
  size,
  slice,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { iFillRecipientAbi } from '../../../src/generated/abi/iFillRecipient.js'
import { padAddress } from '../../../src/index.js'
import { expectRevert } from '../../support/expectRevert.js'
import {
  type Evidence as EvidenceOf,
  type EvidenceOverrides,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  type PaymentTerms,
} from './fixture.js'

/** Donations that lie at the receiver before each test: nobody may spend them. */
export const nativeDonation = 7n
export const tokenDonation = 11n

/** The two ways in which a receiver is paid. */
export const ways = ['fill', 'payAuthorized'] as const
export type Way = (typeof ways)[number]

/** The revert data of a call that the receiver's reentrancy guard stops. */
export const reentrantCall: Hex = toFunctionSelector('ReentrancyGuardReentrantCall()')

/** More than anybody should copy, and what a callee pays for the memory of it. */
export const bombSize = 1_000_000n
export const bombGas = memoryGas(bombSize)

/** Returns the gas that so many bytes of memory cost. */
export function memoryGas(bytes: bigint): bigint {
  const words = bytes / 32n
  return 3n * words + words ** 2n / 512n
}

/** Addresses as viem decodes them, other hex in lower case. */
function normalize(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('0x')) return value
  return isAddress(value, { strict: false }) ? getAddress(value) : value.toLowerCase()
}

/** Leaves donations at the receiver: `nativeDonation`, and `tokenDonation` of the fixture's token. */
export async function donate({ helpers, receiver, token }: Fixture) {
  await helpers.setBalance(receiver.address, nativeDonation)
  await token.write.mint([receiver.address, tokenDonation])
}

/** Returns an account's balances: native, then each token. */
async function holdings(fixture: Fixture, account: Address, tokens: readonly Address[] = []) {
  const native = await fixture.publicClient.getBalance({ address: account })
  const held = await Promise.all(tokens.map((token) => balanceOf(fixture, token, account)))
  return [native, ...held]
}

/** Returns an account's balance of a token; zero is the native currency. An address without code has none. */
export async function balanceOf(fixture: Fixture, token: Address, account: Address): Promise<bigint> {
  if (token === zeroAddress) return fixture.publicClient.getBalance({ address: account })
  if (!(await fixture.publicClient.getCode({ address: token }))) return 0n
  const contract = await fixture.viem.getContractAt('MockToken', token)
  return contract.read.balanceOf([account])
}

/** Runs a transaction, and asserts that the receiver then holds what it held: all that came in went out. */
export async function keepsBalances<T>(
  fixture: Fixture,
  tokens: readonly Address[],
  run: () => Promise<T>,
): Promise<T> {
  const watched = [fixture.token.address, ...tokens]
  const before = await holdings(fixture, fixture.receiver.address, watched)
  const result = await run()
  expect(await holdings(fixture, fixture.receiver.address, watched), "the receiver's balances").to.deep.equal(
    before,
  )
  return result
}

/** The call reverts with exactly this error of the receiver (or of `abi`), and moves nothing of the receiver's. */
export async function refuses(
  fixture: Fixture,
  run: () => Promise<unknown>,
  error: string,
  args: readonly unknown[],
  { abi, tokens = [] }: { abi?: Abi; tokens?: readonly Address[] } = {},
) {
  await keepsBalances(fixture, tokens, () =>
    expectRevert(
      fixture.assertions,
      run(),
      { abi: abi ?? fixture.receiver.abi, address: fixture.receiver.address },
      error,
      args.map(normalize),
    ),
  )
}

/** The evidence of a payment, and the payment itself. */
export type Prepared = {
  way: Way
  /** The order id of a direct fill, the call hash of an authorized one: what is paid, and what events and hooks say. */
  id: Hex
  evidence: EvidenceOf
  token: Address
  /** The calldata of the payment. */
  data: Hex
  pay: (options?: PayOptions) => Promise<Hash>
}

export type PayOptions = { value?: bigint; account?: Address; gas?: bigint }

export type PrepareParameters = {
  token?: Address
  /** The least that must arrive. */
  minimum?: bigint
  /** The amount to pay: the stated amount, or the maximum. */
  amount?: bigint
  recipient?: Address
  /** The data that an authorized call hands to the recipient's hook. */
  hookData?: Hex
  /** More arguments of an authorized call. */
  payment?: Partial<PaymentTerms>
  overrides?: EvidenceOverrides
}

/** A payment ready to be made in either way; an authorized one is authorized by a stranger. */
export async function prepare(
  fixture: Fixture,
  way: Way,
  {
    token = zeroAddress,
    amount = fillAmount,
    minimum = amount,
    recipient = fixture.recipient.account.address,
    hookData = '0x',
    payment = {},
    overrides = {},
  }: PrepareParameters = {},
): Promise<Prepared> {
  const { receiver, payer, stranger } = fixture
  const native = token === zeroAddress
  const terms = { token, minimum, recipient }
  const options = ({
    value = native ? amount : 0n,
    account = payer.account.address,
    gas,
  }: PayOptions = {}) => ({
    value,
    account,
    ...(gas === undefined ? {} : { gas }),
  })
  if (way === 'fill') {
    const evidence = await makeDirect(fixture, {
      ...overrides,
      payment: { currency: token, minimumAmount: minimum, recipient, ...overrides.payment },
      attestation: { destinationUser: padAddress(recipient), ...overrides.attestation },
    })
    const { a, signature, proof, id } = evidence
    const args = [a, signature, proof, [], amount] as const
    const pay = (sent?: PayOptions) => receiver.write.fill(args, options(sent))
    const data = encodeFunctionData({ abi: receiver.abi, functionName: 'fill', args })
    return { way, id, evidence, token, data, pay }
  }
  const deadline = Number(await fixture.helpers.time.latest()) + 3600
  const p = makePayment(fixture, deadline, { ...terms, maximum: amount, data: hookData, ...payment })
  const evidence = await makeAuthorized(fixture, p, overrides)
  await authorize(fixture, evidence, stranger.account.address)
  const pay = (sent?: PayOptions) => receiver.write.payAuthorized([p], options(sent))
  const id = await receiver.read.hashPayment([p])
  const data = encodeFunctionData({ abi: receiver.abi, functionName: 'payAuthorized', args: [p] })
  return { way, id, evidence, token, data, pay }
}

/** Presents evidence of an authorized order. */
export function authorize(
  { receiver, stranger }: Fixture,
  { a, signature, proof }: Pick<EvidenceOf, 'a' | 'signature' | 'proof'>,
  account: Address = stranger.account.address,
) {
  return receiver.write.authorizeFill([a, signature, proof, []], { account })
}

/** The payment succeeds once: the recipient gets exactly this, the receiver keeps its balances, and it is paid. */
export async function pays(
  fixture: Fixture,
  prepared: Prepared,
  {
    received,
    recipient = fixture.recipient.account.address,
    ...options
  }: PayOptions & { received: bigint; recipient?: Address },
): Promise<Hash> {
  const before = await balanceOf(fixture, prepared.token, recipient)
  const hash = await keepsBalances(fixture, [prepared.token], () => prepared.pay(options))
  expect(await balanceOf(fixture, prepared.token, recipient), 'received').to.equal(before + received)
  expect(await fixture.receiver.read.isPaid([prepared.id])).to.equal(true)
  return hash
}

/** The payment fails with this error, nothing moves, and the request stays unpaid. */
export async function staysPayable(
  fixture: Fixture,
  prepared: Prepared,
  error: string,
  args: readonly unknown[],
  options: PayOptions = {},
) {
  await refuses(fixture, () => prepared.pay(options), error, args, { tokens: [prepared.token] })
  expect(await fixture.receiver.read.isPaid([prepared.id])).to.equal(false)
}

/** An error in its encoded form, cut to the 256 bytes that are copied. */
export function encodedError(abi: Abi, errorName: string, args: readonly unknown[]): Hex {
  const encoded = encodeErrorResult({ abi, errorName, args })
  return size(encoded) > 256 ? slice(encoded, 0, 256) : encoded
}

/** The events of one kind in a transaction. */
export async function eventsOf(
  fixture: Fixture,
  hash: Hash,
  contract: { abi: Abi; address: Address },
  eventName: string,
) {
  const { logs } = await fixture.publicClient.getTransactionReceipt({ hash })
  const own = logs.filter(({ address }) => getAddress(address) === getAddress(contract.address))
  return parseEventLogs({ abi: contract.abi, eventName, logs: own }).map(
    ({ args }) => args as unknown as Record<string, unknown>,
  )
}

/** Well-behaved: what a `ScriptedToken` does unless told otherwise. */
export const honest = {
  takes: true,
  credits: true,
  extra: 0n,
  fee: 0n,
  bonus: 0n,
  answer: 1n,
  size: 32n,
  reverts: false,
}

export const selectors = {
  transfer: toFunctionSelector('transfer(address,uint256)'),
  transferFrom: toFunctionSelector('transferFrom(address,address,uint256)'),
  approve: toFunctionSelector('approve(address,uint256)'),
  balanceOf: toFunctionSelector('balanceOf(address)'),
  allowance: toFunctionSelector('allowance(address,address)'),
  onFill: toFunctionSelector(getAbiItem({ abi: iFillRecipientAbi, name: 'onFill' })),
  native: '0x00000000' as Hex,
}

/** A call back into the receiver; `other` is the payment that it would make. */
export type Reentry = { data: Hex; value: bigint; other?: Prepared }

/** Calls that would succeed at any other moment, since the attacker has the funds, the evidence and the role. */
export const reentries: Record<string, (fixture: Fixture) => Promise<Reentry>> = {
  fill: async (fixture) => {
    const other = await prepare(fixture, 'fill')
    return { data: other.data, value: fillAmount, other }
  },
  payAuthorized: async (fixture) => {
    const other = await prepare(fixture, 'payAuthorized')
    return { data: other.data, value: fillAmount, other }
  },
  authorizeFill: async (fixture) => {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const { a, signature, proof } = await makeAuthorized(fixture, makePayment(fixture, deadline))
    const args = [a, signature, proof, []] as const
    const data = encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'authorizeFill', args })
    return { data, value: 0n }
  },
  rescue: async (fixture) => {
    const args = [zeroAddress, fixture.admin.account.address, nativeDonation] as const
    const data = encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'rescue', args })
    return { data, value: 0n }
  },
}
