// What an order with calls can do to a payer whose guard checks its recipient: the calls and the router are all that
// stands between the payment and somebody else.
import { base58 } from '@scure/base'
import { expect } from 'chai'
import {
  type Address,
  bytesToHex,
  concat,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  keccak256,
  pad,
  size,
  zeroAddress,
  zeroHash,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { encodeOrderCall, padAddress } from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import { restoreAfterEach } from './support/fixture.js'
import {
  deployGuardFixture,
  far,
  type GuardFixture,
  here,
  type Kind,
  kinds,
  late,
  makePaymentOrder,
  makeRefund,
  type PaymentEvidence,
  type PaymentOverrides,
  payThrough,
  promised,
  recipient,
  solana,
  solanaRecipient,
} from './support/guardFixture.js'

const router: Address = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
const receiver: Address = '0x00000000000000000000000000000000000000e1'
const thief: Address = '0x0000000000000000000000000000000000000bad'

const hashOf = (calls: readonly Hex[]) => keccak256(concat(calls.map((call) => keccak256(call))))

/** The call that makes a router pay the receiver, with these changes. */
function payCall(
  changes: { recipient?: Address; refundTo?: Address; minimum?: bigint; to?: Address } = {},
): Hex {
  const { to = receiver, ...terms } = changes
  const p = {
    originChainId: BigInt(here.id),
    originUser: zeroHash,
    originCurrency: padAddress(zeroAddress),
    token: zeroAddress,
    minimum: promised,
    maximum: promised,
    recipient,
    refundTo: recipient,
    deadline: 2_000_000_000,
    salt: pad('0x01', { size: 32 }),
    data: '0x',
    ...terms,
  } as const
  const data = encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName: 'payAuthorized', args: [p] })
  return encodeOrderCall({ to, data, value: p.minimum })
}

describe('PaymentGuard: orders with calls', () => {
  let fixture: GuardFixture

  before(async () => {
    fixture = await deployGuardFixture()
  })
  restoreAfterEach(() => fixture)

  const mine = [payCall()]

  /** The terms that the payer agrees to: its own call, made by the router. */
  const agreed = { callsHash: hashOf(mine), extraData: padAddress(router) }

  const make = ({ output, terms, payments = [{ recipient: router }], ...rest }: PaymentOverrides = {}) =>
    makePaymentOrder(fixture, {
      ...rest,
      payments,
      output: { calls: mine, extraData: padAddress(router), ...output },
      terms: { ...agreed, ...terms },
    })

  const held = () => fixture.publicClient.getBalance({ address: fixture.depository.address })

  async function accepts(kind: Kind, evidence: PaymentEvidence) {
    const before = await held()
    await payThrough(fixture, kind, evidence)
    expect(await held()).to.equal(before + evidence.terms.amount)
  }

  async function refuses(kind: Kind, evidence: PaymentEvidence, error: string, args: readonly unknown[]) {
    const before = await held()
    await expectRevert(fixture.assertions, payThrough(fixture, kind, evidence), fixture.guard, error, args)
    expect(await held()).to.equal(before)
    expect(await fixture.guard.read.isPaid([evidence.id])).to.equal(false)
  }

  for (const kind of kinds) {
    describe(kind, () => {
      it("are paid with the payer's calls, through the payer's router", async () => {
        await accepts(kind, await make())
        await accepts(kind, await make({ payments: [{ recipient: router }, { minimumAmount: 5n }] }))
        await accepts(kind, await make({ payments: [{ minimumAmount: 5n }, { recipient: router }] }))
      })

      it("are never paid with a thief's calls, however similar they are", async () => {
        const stolen: Record<string, Hex[]> = {
          'another recipient': [payCall({ recipient: thief })],
          'another refundTo': [payCall({ refundTo: thief })],
          'a smaller minimum': [payCall({ minimum: 1n })],
          'another receiver': [payCall({ to: thief })],
          'one before': [encodeOrderCall({ to: thief, data: '0x', value: promised }), ...mine],
          'one after': [...mine, encodeOrderCall({ to: thief, data: '0x', value: 0n })],
          'the same twice': [...mine, ...mine],
          none: [],
          'an empty one': ['0x'],
          'the hash of the agreed ones': [keccak256(mine[0]!)],
          'one byte more': [concat([mine[0]!, '0x00'])],
        }
        for (const [name, calls] of Object.entries(stolen)) {
          const evidence = await make({ output: { calls } })
          expect(evidence.order.output.callsHash, name).to.not.equal(agreed.callsHash)
          const args = [hashOf(calls), agreed.callsHash]
          await refuses(kind, evidence, 'CallsMismatch', args)
        }
      })

      it('are never paid if the payer agreed to no calls', async () => {
        for (const callsHash of [zeroHash, keccak256('0x')]) {
          for (const payments of [[{}], [{ recipient: router }]]) {
            const evidence = await make({ payments, terms: { callsHash } })
            const args = [agreed.callsHash, keccak256('0x')]
            const call = payThrough(fixture, kind, evidence)
            await expectRevert(fixture.assertions, call, fixture.guard, 'CallsMismatch', args)
          }
        }
      })

      it('are never paid through another router, or without one', async () => {
        for (const extraData of [padAddress(thief), '0x', padAddress(zeroAddress)] as Hex[]) {
          // Nor when what is paid there looks right.
          for (const to of [router, thief, recipient]) {
            const evidence = await make({ payments: [{ recipient: to }], output: { extraData } })
            const args = [keccak256(extraData), keccak256(agreed.extraData)]
            const call = payThrough(fixture, kind, evidence)
            await expectRevert(fixture.assertions, call, fixture.guard, 'FillContractMismatch', args)
          }
        }
      })

      it('pay exactly the named router, and no similar bytes', async () => {
        const word = padAddress(router)
        const dirty: Hex[] = [
          `0x01${word.slice(4)}`,
          `0x${word.slice(2, 24)}01${word.slice(26)}`,
          concat([word, zeroHash]),
          concat([zeroHash, word]),
          pad(router, { dir: 'right', size: 32 }),
          router,
        ]
        for (const extraData of dirty) {
          const evidence = await make({ output: { extraData }, terms: { extraData } })
          const args = [padAddress(router), padAddress(recipient)]
          await refuses(kind, evidence, 'OutputRecipientMismatch', args)
          await accepts(kind, await make({ payments: [{}], output: { extraData }, terms: { extraData } }))
        }
      })

      it('pay no other recipient at any place of the list', async () => {
        const toThief = { recipient: thief, minimumAmount: 1n }
        for (const payments of [
          [{ recipient: router }, toThief],
          [toThief, { recipient: router }],
          [{ recipient: router }, {}, toThief],
          [{}, toThief, { recipient: router }],
        ]) {
          const args = [padAddress(thief), padAddress(recipient)]
          await refuses(kind, await make({ payments }), 'OutputRecipientMismatch', args)
        }
      })

      it('count each payment to the router alone towards the minimum', async () => {
        const half = { recipient: router, minimumAmount: promised / 2n }
        const args = [promised / 2n, promised]
        await refuses(kind, await make({ payments: [half, half] }), 'OutputTooLow', args)
        await refuses(kind, await make({ payments: [half, { minimumAmount: 1n }] }), 'OutputTooLow', args)
        const elsewhere = { recipient: router, currency: thief }
        await refuses(kind, await make({ payments: [elsewhere] }), 'OutputTooLow', [0n, promised])
        await accepts(kind, await make({ payments: [half, elsewhere, { recipient: router }] }))
      })

      it('never pay a router without calls, even if it is listed', async () => {
        await fixture.guard.write.setRecipient([BigInt(far.id), router, true])
        for (const callsHash of [zeroHash, keccak256('0x')]) {
          for (const payments of [[{ recipient: router }], [{}, { recipient: router, minimumAmount: 1n }]]) {
            const evidence = await make({ payments, output: { calls: [] }, terms: { callsHash } })
            const args = [BigInt(far.id), router]
            await refuses(kind, evidence, 'OutputRecipientNotAllowed', args)
          }
        }
        // Without a fill contract, a listed router is a recipient that the list should not have: the guard knows no routers.
        const plain = await make({
          payments: [{ recipient: router }],
          output: { calls: [], extraData: '0x' },
          attestation: { destinationUser: padAddress(router) },
          terms: { callsHash: zeroHash, extraData: '0x', recipient: router },
        })
        await accepts(kind, plain)
      })

      it('need a listed recipient in the terms, whoever is paid', async () => {
        const user = { attestation: { destinationUser: padAddress(thief) }, terms: { recipient: thief } }
        const args = [BigInt(far.id), thief]
        for (const payments of [
          [{ recipient: router }],
          [{ recipient: thief }],
          [{ recipient: router }, { recipient: thief }],
        ]) {
          await refuses(kind, await make({ payments, ...user }), 'OutputRecipientNotAllowed', args)
        }
      })

      /** Pays an account of another machine, where the payer agreed to another one. */
      async function toAccount(account: Hex, agreed: Hex, extraData: Hex = padAddress(router)) {
        await fixture.guard.write.setRecipient([BigInt(solana.id), agreed, true])
        const there = { chainId: solana.name, extraData }
        return make({
          output: there,
          payments: [{ recipient: base58.encode(hexToBytes(account)), currency: solanaRecipient }],
          refunds: [],
          attestation: {
            destinationChainId: solana.id,
            destinationUser: size(agreed) === 32 ? agreed : keccak256(agreed),
          },
          terms: {
            destinationChainId: BigInt(solana.id),
            recipient: agreed,
            outputCurrency: bytesToHex(base58.decode(solanaRecipient)),
            extraData,
          },
        })
      }

      it('follow the same rules on other virtual machines', async () => {
        const [account, agreed] = [pad('0x76', { size: 32 }), pad('0x77', { size: 32 })]
        const evidence = await toAccount(account, agreed, account)
        await refuses(kind, evidence, 'OutputRecipientMismatch', [account, agreed])
      })

      it('are refused if a non-EVM account begins with the router', async () => {
        const account = concat([router, pad('0x77', { size: 12 })])
        const evidence = await toAccount(account, pad('0x77', { size: 32 }))
        await refuses(kind, evidence, 'OutputRecipientMismatch', [account, pad('0x77', { size: 32 })])
      })

      it('pay the exact recipient, not an account of another length with the same word', async () => {
        const agreed = pad('0x78', { size: 33 })
        const word = keccak256(agreed)
        const evidence = await toAccount(word, agreed)
        await refuses(kind, evidence, 'OutputRecipientMismatch', [word, word])
      })

      it('may be refunded in the paid or the requested currency, also within one chain', async () => {
        const payer = fixture.payer.account.address
        const token = fixture.token.address
        const within = (refunds: ReturnType<typeof makeRefund>[]) =>
          make({
            refunds,
            payments: [{ recipient: router, currency: token }],
            output: { chainId: here.name },
            attestation: { destinationChainId: here.id },
            terms: { destinationChainId: BigInt(here.id), outputCurrency: token },
          })
        const refund = (currency: Address, chain = here.name) => makeRefund(payer, late, chain, currency)
        await accepts(kind, await within([refund(zeroAddress), refund(token)]))
        const third = await within([refund(zeroAddress), refund(thief)])
        await refuses(kind, third, 'RefundCurrencyNotAllowed', [here.name, thief])
        for (const currency of [zeroAddress, token]) {
          const elsewhere = await within([refund(currency, far.name)])
          const args = [far.name, currency.toLowerCase()]
          await refuses(kind, elsewhere, 'RefundCurrencyNotAllowed', args)
        }
      })
    })
  }

  it("have the terms' recipient in the attestation even if the router is paid", async () => {
    await fixture.guard.write.setRecipient([BigInt(far.id), thief, true])
    for (const [destinationUser, found] of [
      [thief, recipient],
      [recipient, thief],
      [router, recipient],
    ] as const) {
      const evidence = await make({
        attestation: { destinationUser: padAddress(destinationUser) },
        terms: { recipient: found },
      })
      const args = [padAddress(found), padAddress(destinationUser)]
      await refuses('payAttested', evidence, 'OutputRecipientMismatch', args)
    }
  })
})
