import { unpadAddress } from '../../address/unpadAddress.js'
import type { AttestationCheck } from '../../attestation/checkExpected.js'
import type { Attestation } from '../../attestation/types.js'
import type { ServiceProfile } from '../../profile/types.js'
import { colors } from '../colors.js'
import { formatOk, formatTable } from '../output.js'
import type { ReceiverReport } from './readReceiver.js'
import type { Verification } from './verification.js'

/** The report for people: the signed words, then each check, then the verdict. */
export function describeVerification(verification: Verification, profile: ServiceProfile): string {
  const { attestation, checks, onchain, solver, valid } = verification
  return [
    formatTable([`layout ${attestation.layout}`, 'signed word'], describeWords(attestation, profile)),
    formatTable(['check', '', ''], checks.map(describeCheck)),
    ...(onchain ? [describeReceiver(onchain)] : []),
    valid
      ? `${colors.green('valid')}: ${solver} attested these words, which proves the terms, and not that anybody paid.`
      : `${colors.red('invalid')}: see the checks that failed.`,
  ].join('\n')
}

function describeWords(attestation: Attestation, profile: ServiceProfile): string[][] {
  const { signature, layout: _, ...words } = attestation
  const nameOf = (id: number) => profile.chains?.find((chain) => chain.id === id)?.name
  const show = (name: string, value: unknown): string => {
    if (name.endsWith('ChainId')) return [value, nameOf(value as number)].filter(Boolean).join(' ')
    if (name.endsWith('Amount')) return `${value} (smallest unit)`
    if (name === 'requestId') return String(value)
    return describeAddress(value as Attestation['originUser'], name.endsWith('Currency'))
  }
  return [
    ...Object.entries(words).map(([name, value]) => [name, show(name, value)]),
    ['signature', signature === undefined ? 'none' : signature.replace(/^(0x.{16}).+(.{16})$/, '$1…$2')],
  ]
}

/** A word that holds an EVM address is shown as one. */
function describeAddress(word: Attestation['originUser'], isCurrency: boolean): string {
  if (isCurrency && BigInt(word) === 0n) return 'native currency'
  try {
    return unpadAddress(word)
  } catch {
    return word
  }
}

function describeCheck({ name, ok, actual, message }: AttestationCheck): string[] {
  return [name, formatOk(ok), message ?? (actual === undefined ? '' : String(actual))]
}

function describeReceiver({
  chainId,
  receiver,
  route,
  isPaid,
  recipientStatus,
  checks,
}: ReceiverReport): string {
  const hook = recipientStatus.hook ? 'allowed, with a hook' : 'allowed'
  const values: Record<string, string> = {
    amountSent: `${route.min} to ${route.max}`,
    recipient: hook,
    destination: String(chainId),
  }
  return formatTable(
    ['receiver', '', receiver],
    [
      ...checks.map(({ name, ok, message }) => [name, formatOk(ok), message ?? values[name] ?? '']),
      ['paid here', '', isPaid ? 'yes' : 'no'],
    ],
  )
}
