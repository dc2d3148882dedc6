import type { Attestation } from '../../protocol/attestation/types.js'
import type { DecodedAddress, DecodedCurrency, DecodedWords } from '../words/decodeWords.js'

const forms: Record<DecodedAddress['form'], string> = {
  evm: 'EVM address, left-padded when signed',
  svm: 'Solana address, base58 of the word',
  tvm: 'Tron address, left-padded when signed',
  bytes32: '32 bytes of another virtual machine',
}

/** A row for each signed word: its name, its value, and what it means. */
export function describeWords(attestation: Attestation, decoded: DecodedWords): string[][] {
  const { originCurrency, destinationCurrency } = decoded
  return [
    ['requestId', attestation.requestId, ''],
    ['originChainId', String(attestation.originChainId), decoded.originChain ?? 'unknown chain'],
    ['originUser', ...describeAddress(decoded.originUser)],
    ['originCurrency', ...describeCurrency(originCurrency)],
    ...(attestation.layout === 'v1'
      ? [['originAmount', `${attestation.originAmount} (smallest unit)`, describeAmount(decoded)]]
      : []),
    [
      'destinationChainId',
      String(attestation.destinationChainId),
      decoded.destinationChain ?? 'unknown chain',
    ],
    ['destinationUser', ...describeAddress(decoded.destinationUser)],
    ...(destinationCurrency ? [['destinationCurrency', ...describeCurrency(destinationCurrency)]] : []),
    ['signature', shorten(attestation.signature), ''],
  ]
}

function describeAddress({ address, form }: DecodedAddress): [string, string] {
  return [address, forms[form]]
}

function describeCurrency(currency: DecodedCurrency): [string, string] {
  const { isNative, address, symbol, decimals } = currency
  const token = symbol === null ? 'unknown symbol' : `${symbol}, ${decimals} decimals`
  return [isNative ? 'native currency' : address, token]
}

function describeAmount({ originAmount, originCurrency }: DecodedWords): string {
  return originAmount ? `${originAmount} ${originCurrency.symbol}` : 'unknown decimals'
}

function shorten(signature: Attestation['signature']): string {
  return signature === undefined ? 'none' : signature.replace(/^(0x.{16}).+(.{16})$/, '$1…$2')
}
