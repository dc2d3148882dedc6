import type { GlobalOptions } from '../options.js'
import { print, printJson } from '../output.js'
import { readProfile } from '../readProfile.js'
import { describeVerification } from '../verify/describeVerification.js'
import type { VerifyRequestOptions } from '../verify/readVerifyOptions.js'
import { verifyRequest } from '../verify/verifyRequest.js'

/** Verifies the attestation of one request and returns the exit status. */
export async function verify(id: string, options: GlobalOptions & VerifyRequestOptions): Promise<number> {
  const profile = await readProfile(options.profile)
  const verification = await verifyRequest(id, options, profile)
  if (options.json) printJson(verification)
  else print(describeVerification(verification))
  return verification.valid ? 0 : 1
}
