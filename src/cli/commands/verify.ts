import { createRetirementLog } from '../createRetirementLog.js'
import type { GlobalOptions } from '../options.js'
import { print, printJson } from '../output.js'
import { readProfile } from '../readProfile.js'
import { describeOrder, describeTransaction, describeVerification } from '../verify/describeVerification.js'
import type { VerifyRequestOptions } from '../verify/readVerifyOptions.js'
import { verifyRequest } from '../verify/verifyRequest.js'

/** Verifies a request or a file of evidence, or reads a transaction. Returns the exit status. */
export async function verify(
  argument: string,
  options: GlobalOptions & VerifyRequestOptions,
): Promise<number> {
  const profile = await readProfile(options.profile)
  const log = createRetirementLog()
  const verification = await verifyRequest(argument, options, profile, log.onRetirement)
  if (options.json) printJson({ ...verification, ...log.announced() })
  else if ('transaction' in verification) print(describeTransaction(verification))
  else print('orderData' in verification ? describeOrder(verification) : describeVerification(verification))
  return verification.valid ? 0 : 1
}
