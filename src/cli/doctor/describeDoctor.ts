import type { Address } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import type { KindName } from '../../deploy/config/kindConfigs.js'
import type { DoctorRow } from '../../service/doctor/rows.js'
import { colors } from '../colors.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { formatTable } from '../formatTable.js'
import { printable } from '../output.js'

/** The output of `doctor --json`. */
export type Examination = ReturnType<RetirementLog['announced']> & {
  same: boolean
  profile: string
  asOf?: string
  /** The origin of the service's URL. */
  service: string
  rows: DoctorRow[]
  /** Set with `--receiver`: the contract, and the block at which it was read. */
  receiver?: { address: Address; chainId: number; kind: KindName; block: bigint }
}

export function describeDoctor({ same, profile, asOf, service, rows, receiver }: Examination): string {
  const table = formatTable(
    ['', 'what', 'known', 'now', 'what it means'],
    rows.map(({ status, subject, chains, known = '', found = '', meaning = '' }) => [
      status,
      ...[`${subject}${describeChains(chains)}`, known, found, meaning].map(printable),
    ]),
  )
  const what = `${printable(service)}, compared with the profile ${printable(profile)}${asOf ? ` of ${asOf}` : ''}`
  const differing = rows.filter(({ status }) => status !== 'same').length
  const verdict = same
    ? `${colors.green('same')}: ${what}.`
    : `${colors.red('different')}: ${what}: ${formatCount(differing)} ${differing === 1 ? 'row differs' : 'rows differ'}.`
  const read = receiver
    ? [
        `The ${receiver.kind} ${receiver.address} was read on chain ${receiver.chainId}, block ${formatCount(receiver.block)}.`,
      ]
    : []
  return [table, ...rows.flatMap(nameChains), verdict, ...read].join('\n')
}

const mostNamed = 4

function describeChains(chains: readonly string[] | undefined): string {
  if (!chains) return ''
  const more = chains.length - mostNamed
  const named = chains.slice(0, mostNamed).join(', ')
  return `: ${named}${more > 0 ? ` and ${more} more` : ''}`
}

/** Lists the chains of a row below the table, since a row has no room for them. */
function nameChains({ status, subject, chains = [] }: DoctorRow): string[] {
  if (chains.length <= mostNamed) return []
  return [`${status} ${printable(subject)}: ${chains.map(printable).join(', ')}.`]
}
