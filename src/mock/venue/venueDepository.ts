import { keccak256, stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** The account on the venue to which deposits go; the mock's profile names it. */
export const venueDepository = privateKeyToAddress(keccak256(stringToHex('fillproof mock venue depository')))
