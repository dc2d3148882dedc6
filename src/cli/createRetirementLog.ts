import type { RetirementNotice } from '../client/transport/reportRetirement.js'
import { warn } from './output.js'

/** Collects the service's notices that an operation of the command is deprecated or will end. */
export type RetirementLog = {
  /** Warns of a notice, once. Trust: the notice is the service's word. */
  onRetirement(notice: RetirementNotice): void
  /** Returns the field for `--json`. The field is absent if the service announced nothing. */
  announced(): { retirement?: RetirementNotice[] }
}

/** @param tell - Receives each warning. */
export function createRetirementLog(tell: (line: string) => void = warn): RetirementLog {
  const told = new Map<string, RetirementNotice>()
  return {
    onRetirement(notice) {
      const line = describeNotice(notice)
      if (told.has(line)) return
      told.set(line, notice)
      tell(line)
    },
    announced: () => (told.size === 0 ? {} : { retirement: [...told.values()] }),
  }
}

function describeNotice({ operation, endsAt }: RetirementNotice): string {
  const end =
    endsAt === undefined ? '' : `, and ends it on ${new Date(endsAt * 1000).toISOString().slice(0, 10)}`
  return `warning: the service reports ${operation} as deprecated${end}. Run fillproof doctor.`
}
