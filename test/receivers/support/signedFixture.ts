// A receiver of signed orders, and makers of orders that it accepts.
import {
  type Address,
  type ContractFunctionArgs,
  encodeFunctionData,
  type Hex,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { signedOrderReceiverAbi } from '../../../src/generated/abi/signedOrderReceiver.js'
import {
  padAddress,
  proveSignedOrder,
  type SignedOrderInput,
  type SignedOrderProof,
} from '../../../src/index.js'
import {
  deployFixture,
  type EvidenceOverrides,
  evmChains,
  type Fixture,
  fillAmount,
  makeAuthorized,
  originChainId,
  ownChainId,
  type PaymentTerms,
  type ReceiverConfig,
  solver,
} from './fixture.js'

/** A second EVM chain with a route of its own, and a chain of another machine without any. */
export const secondChainId = 31102
export const secondMin = 5n
export const secondMax = 50n
export const secondCurrency: Address = '0x00000000000000000000000000000000000000aa'
export const otherMachineId = 792703809

export type ChainConfig = ContractFunctionArgs<typeof signedOrderReceiverAbi, 'nonpayable', 'setChain'>[0]

export const chains: ChainConfig[] = [
  { name: 'origin', chainId: BigInt(originChainId), isEvm: true },
  { name: 'second', chainId: BigInt(secondChainId), isEvm: true },
  { name: 'other machine', chainId: BigInt(otherMachineId), isEvm: false },
]

export type SignedFixture = Awaited<ReturnType<typeof deploySignedFixture>>

/** Starts a chain and deploys a receiver of signed orders that accepts two routes of two chains. */
export async function deploySignedFixture(chainId = ownChainId, chainName?: string) {
  const fixture = await deployFixture(chainId, { chainName })
  const { viem, payer, token } = fixture
  const config: ReceiverConfig = {
    ...fixture.config,
    routes: [
      ...fixture.config.routes,
      {
        chainId: BigInt(secondChainId),
        currency: padAddress(secondCurrency),
        min: secondMin,
        max: secondMax,
      },
    ],
  }
  const implementation = await viem.deployContract('SignedOrderReceiver')
  const receiver = await deploySignedReceiver(viem, implementation.address, config, chains)
  await token.write.approve([receiver.address, 10n ** 30n], { account: payer.account })
  const formulas = await viem.deployContract('EvidenceHarness')
  return { ...fixture, config, implementation, receiver, formulas }
}

/** Deploys a proxy of `implementation`, initialized with `config`. */
export async function deploySignedReceiver(
  viem: Fixture['viem'],
  implementation: Address,
  config: ReceiverConfig,
  names: ChainConfig[],
) {
  const args = [config, names] as const
  const data = encodeFunctionData({ abi: signedOrderReceiverAbi, functionName: 'initialize', args })
  const proxy = await viem.deployContract('ERC1967Proxy', [implementation, data])
  return viem.getContractAt('SignedOrderReceiver', proxy.address)
}

export type SignedOverrides = Omit<EvidenceOverrides, 'attestation' | 'requestId'> & {
  /** Inputs that the library would refuse to encode: a name, raw bytes and an amount. */
  inputs?: RawInput[]
  /** Changes the proof by hand, before it is signed. */
  change?: (proof: SignedOrderProof) => SignedOrderProof
}

export type RawInput = { chainId?: string; currency?: Hex; amount?: bigint }

/** An order whose one call is `payAuthorized(p)` on the receiver, and its signature. */
export async function makeSignedCall(
  fixture: SignedFixture,
  p: PaymentTerms,
  { inputs, change, ...rest }: SignedOverrides = {},
) {
  const { orderData } = await makeAuthorized(asFixture(fixture), p, rest)
  let proof = proveSignedOrder(orderData, { evmChains })
  if (inputs) proof = { ...proof, inputs: inputs.map(rawInput) }
  return { ...(await signProof(fixture, change ? change(proof) : proof, rest.signer)), orderData }
}

/** Signs what a proof says, by the plain formula of its id. */
async function signProof(fixture: SignedFixture, proof: SignedOrderProof, signer: LocalAccount = solver) {
  const id = await fixture.formulas.read.hashSignedOrder([proof])
  return { id, proof, signature: await signer.signMessage({ message: { raw: id } }) }
}

function rawInput({ chainId = 'origin', currency = zeroAddress, amount = fillAmount }: RawInput) {
  return {
    payment: { chainId, currency, amount, weight: 1n },
    refundsHash: zeroHash,
  } satisfies SignedOrderInput
}

/** An input of 'second' in the currency that is accepted there. */
export const secondInput = (amount: bigint): RawInput => ({
  chainId: 'second',
  currency: secondCurrency,
  amount,
})

/** The name of a field, as errors carry it. */
export const field = (name: string) => stringToHex(name, { size: 32 })

/** The fixture as makers of attested orders take it. */
export function asFixture(fixture: SignedFixture): Fixture {
  return fixture as unknown as Fixture
}
