import { formatCount } from '../../base/formatCount.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { DecodedAddress, DecodedCurrency, DecodedWords } from '../words/decodeWords.js'

const forms: Record<DecodedAddress['form'], string> = {
  evm: 'EVM address, left-padded when signed',
  svm: 'Solana address, base58 of the word',
  tvm: 'Tron address, left-padded when signed',
  bytes32: '32 bytes of another virtual machine',
}

/** A signed word: the name, the value, and the meaning. The meaning is not signed. */
export type WordRow = readonly [name: string, value: string, meaning: string]

export function wordRows(attestation: Attestation, decoded: DecodedWords): WordRow[] {
  const { originChain, originUser, originCurrency, destinationChain, destinationUser, destinationCurrency } =
    decoded
  const { requestId, originChainId, destinationChainId, signature } = attestation
  return [
    ['requestId', requestId, ''],
    ['originChainId', String(originChainId), originChain ?? 'unknown chain'],
    ['originUser', ...describeAddress(originUser)],
    ['originCurrency', ...describeCurrency(originCurrency)],
    ...(attestation.layout === 'v1'
      ? [
          [
            'originAmount',
            `${formatCount(attestation.originAmount)} (smallest unit)`,
            describeAmount(decoded),
          ] as const,
        ]
      : []),
    ['destinationChainId', String(destinationChainId), destinationChain ?? 'unknown chain'],
    ['destinationUser', ...describeAddress(destinationUser)],
    ...(destinationCurrency
      ? [['destinationCurrency', ...describeCurrency(destinationCurrency)] as const]
      : []),
    ['signature', shorten(signature), ''],
  ]
}

function describeAddress({ address, form }: DecodedAddress): [string, string] {
  return [address, forms[form]]
}

function describeCurrency({ isNative, address, symbol, decimals }: DecodedCurrency): [string, string] {
  const token = symbol === null ? 'unknown symbol' : `${symbol}, ${decimals} decimals`
  return [isNative ? 'native currency' : address, token]
}

function describeAmount({ originAmount, originCurrency }: DecodedWords): string {
  return originAmount ? `${originAmount} ${originCurrency.symbol}` : 'unknown decimals'
}

function shorten(signature: Attestation['signature']): string {
  return signature === undefined ? 'none' : signature.replace(/^(0x.{16}).+(.{16})$/, '$1…$2')
}
