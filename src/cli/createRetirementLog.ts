import type { RetirementNotice } from '../client/transport/reportRetirement.js'
import { warn } from './output.js'

/** What the service says of the ends of the operations that a command uses. */
export type RetirementLog = {
  /** Warns of a notice once. The words are the service's own. */
  onRetirement(notice: RetirementNotice): void
  /** Returns the field of `--json`, which is absent where the service announced nothing. */
  announced(): { retirement?: RetirementNotice[] }
}

/** @param tell - Is given each warning. */
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
  return `warning: the service calls ${operation} deprecated${end}. Run fillproof doctor.`
}
