import type { RetirementNotice } from '../client/transport/reportRetirement.js'
import { warn } from './output.js'

/** Warns that the service ends an operation that this command uses. The words are the service's own. */
export function warnRetirement({ operation, endsAt }: RetirementNotice): void {
  const end =
    endsAt === undefined ? '' : `, and ends it on ${new Date(endsAt * 1000).toISOString().slice(0, 10)}`
  warn(`warning: the service calls ${operation} deprecated${end}. Run fillproof doctor.`)
}
