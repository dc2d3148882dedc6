import { zeroAddress } from 'viem'
import { compareService } from '../../deploy/compare/compareService.js'
import { readCoverage } from '../../deploy/compare/readCoverage.js'
import { createChain } from '../../deploy/createChain.js'
import { operations } from '../../mock/http/operations.js'
import { examineService } from '../../service/doctor/examineService.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import { createRetirementLog } from '../createRetirementLog.js'
import { askService } from '../doctor/askService.js'
import { describeDoctor, type Examination } from '../doctor/describeDoctor.js'
import { UsageError } from '../errors.js'
import {
  type ChecksumOptions,
  type GlobalOptions,
  readAddressOption,
  readApiKey,
  readServiceUrl,
  readUrlOption,
} from '../options.js'
import { print, printJson } from '../output.js'
import { readProfile } from '../readProfile.js'

export type DoctorOptions = GlobalOptions &
  ChecksumOptions & { url?: string; rpcUrl?: string; receiver?: string }

/** Compares the profile with the current state of the service. Returns the exit status. */
export async function doctor(options: DoctorOptions): Promise<number> {
  const profile = await readProfile(options.profile)
  const url = readServiceUrl(options.url, profile)
  const target = readTarget(options)
  // Print no warnings: the report has a row for each notice.
  const log = createRetirementLog(() => {})
  const facts = await askService({ ...log, profile, url, apiKey: readApiKey() })
  const nowMs = Date.now()
  const ofService = examineService(facts, { profile, known: operations, nowMs })
  const read = target && (await examineReceiver(target, facts.chains, profile, nowMs))
  const rows = [...ofService, ...(read?.rows ?? [])]
  const examination: Examination = {
    same: rows.every(({ status }) => status === 'same'),
    profile: profile.name,
    ...(profile.asOf && { asOf: profile.asOf.date }),
    service: new URL(url).origin,
    rows,
    ...(read && { receiver: read.receiver }),
    ...log.announced(),
  }
  if (options.json) printJson(examination)
  else print(describeDoctor(examination))
  return examination.same ? 0 : 1
}

function readTarget({ rpcUrl, receiver, anyChecksum }: DoctorOptions) {
  if (rpcUrl === undefined && receiver === undefined) return undefined
  if (rpcUrl === undefined || receiver === undefined) {
    throw new UsageError('--rpc-url and --receiver need each other.')
  }
  return {
    rpcUrl: readUrlOption('--rpc-url', rpcUrl),
    address: readAddressOption('--receiver', receiver, { anyChecksum }),
  }
}

async function examineReceiver(
  { rpcUrl, address }: NonNullable<ReturnType<typeof readTarget>>,
  chains: readonly ChainRecord[],
  profile: ServiceProfile,
  nowMs: number,
): Promise<Pick<Examination, 'rows'> & { receiver: NonNullable<Examination['receiver']> }> {
  const chain = await createChain({ rpcUrl, account: zeroAddress })
  const { kind, policy } = await readCoverage({ chain, receiver: address, chains, profile })
  const now = Math.floor(nowMs / 1000)
  return {
    rows: compareService({ kind, policy, chainId: chain.id, chains, profile, now }),
    receiver: { address, chainId: chain.id, kind, block: policy.block },
  }
}
