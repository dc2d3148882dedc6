import { createRetirementLog } from '../createRetirementLog.js'
import type { GlobalOptions } from '../options.js'
import { print, printJson } from '../output.js'
import { readProfile } from '../readProfile.js'
import { describeTransaction, describeVerification } from '../verify/describeVerification.js'
import type { VerifyRequestOptions } from '../verify/readVerifyOptions.js'
import { verifyRequest } from '../verify/verifyRequest.js'

/** Verifies the attestation of one request, or reads a transaction, and returns the exit status. */
export async function verify(id: string, options: GlobalOptions & VerifyRequestOptions): Promise<number> {
  const profile = await readProfile(options.profile)
  const log = createRetirementLog()
  const verification = await verifyRequest(id, options, profile, log.onRetirement)
  if (options.json) printJson({ ...verification, ...log.announced() })
  else
    print(
      'transaction' in verification ? describeTransaction(verification) : describeVerification(verification),
    )
  return verification.valid ? 0 : 1
}
