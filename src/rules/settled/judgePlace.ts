import { createNeed } from '../../base/createNeed.js'
import { createOptionReader } from '../../base/createOptionReader.js'
import { SettlementFieldError } from './errors.js'
import { fail, pass, type SettlementResult, unchecked } from './rows.js'
import type { SettlementPlace } from './types.js'

const need = /* @__PURE__ */ createNeed(SettlementFieldError)

/** @throws {@link SettlementFieldError} */
export const readOptions = /* @__PURE__ */ createOptionReader(need, {
  record: ['transaction', 'receipt', 'block', 'head', 'finality'],
  word: ['orderId', 'onchainId'],
  address: ['depository'],
  bytes: ['orderSignature'],
  list: ['evmChains', 'deposits', 'refunds'],
})

/** The fields that viem always returns. A part without them is malformed. */
const marks = {
  transaction: ['hash'],
  receipt: ['transactionHash', 'blockNumber', 'logs'],
  block: ['number', 'timestamp'],
}

/** Refuses a transaction, a receipt and a block that do not belong together. @throws {@link SettlementFieldError} */
export function requireOnePlace(place: SettlementPlace, path = ''): void {
  const { transaction, receipt, block, head, finality } = readOptions(place)
  for (const [name, part] of Object.entries({ transaction, receipt, block, head })) {
    const names = marks[name as keyof typeof marks] ?? marks.block
    for (const field of part ? names : []) {
      const value: unknown = part![field as keyof typeof part]
      need(value, `${path}${name}.${field}`, value, 'what viem returns')
    }
  }
  if (transaction && receipt && transaction.hash.toLowerCase() !== receipt.transactionHash.toLowerCase()) {
    throw new SettlementFieldError({
      field: `${path}receipt.transactionHash`,
      value: receipt.transactionHash,
      requirement: `the hash of the transaction, ${transaction.hash}`,
    })
  }
  if (receipt && block && receipt.blockNumber !== block.number) {
    throw new SettlementFieldError({
      field: `${path}block.number`,
      value: block.number,
      requirement: `the block number of the receipt, ${receipt.blockNumber}`,
    })
  }
  for (const name of ['blocks', 'seconds'] as const) {
    const value = finality?.[name]
    if (!finality || (Number.isSafeInteger(value) && value! >= 0)) continue
    throw new SettlementFieldError({
      field: `${path}finality.${name}`,
      value,
      requirement: 'a whole number that is not negative',
    })
  }
}

export function judgeReceiptStatus({ receipt }: SettlementPlace): SettlementResult {
  if (!receipt) return unchecked('the receipt is absent')
  if (receipt.status === 'success') return pass(receipt.status, 'success')
  return fail(`The transaction ${receipt.transactionHash} reverted.`, receipt.status, 'success')
}

/** Checks that enough blocks and enough seconds lie between the transaction's block and the chain's latest block. */
export function judgeFinality({ block, head, finality }: SettlementPlace): SettlementResult {
  if (!block) return unchecked('the block is absent')
  if (!head) return unchecked("the chain's head is absent")
  if (!finality) return unchecked("the chain's finality is absent")
  const blocks = head.number - block.number
  const seconds = BigInt(head.timestamp) - BigInt(block.timestamp)
  const found = `${blocks} blocks, ${seconds} s`
  const required = `${finality.blocks} blocks, ${finality.seconds} s`
  const isFinal = blocks >= BigInt(finality.blocks) && seconds >= BigInt(finality.seconds)
  return isFinal ? pass(found, required) : fail('The transaction is not final yet.', found, required)
}
