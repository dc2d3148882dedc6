import { keccak256, stringToHex, zeroHash } from 'viem'

/** The roles of receivers and guards, by their names in a configuration. */
export const roleIds = {
  admin: zeroHash,
  policy: /* @__PURE__ */ keccak256(/* @__PURE__ */ stringToHex('fillproof.POLICY_ROLE')),
  guardian: /* @__PURE__ */ keccak256(/* @__PURE__ */ stringToHex('fillproof.GUARDIAN_ROLE')),
  rescue: /* @__PURE__ */ keccak256(/* @__PURE__ */ stringToHex('fillproof.RESCUE_ROLE')),
  registrar: /* @__PURE__ */ keccak256(/* @__PURE__ */ stringToHex('fillproof.REGISTRAR_ROLE')),
} as const
