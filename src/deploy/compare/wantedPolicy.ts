import type { Address, Hex } from 'viem'
import type { PolicyFields } from '../config/kindConfigs.js'
import type { DeployConfig } from '../config/readDeployConfig.js'
import type { Roles } from '../config/readRoles.js'

export type RoleName = keyof Roles | 'registrar'

/** The wanted policy of a contract, in one form for every kind. */
export type WantedPolicy = PolicyFields & {
  kind: DeployConfig['kind']
  admin: Address
  chainName: string
  roles: Partial<Record<RoleName, readonly Address[]>>
}

export const noFields: PolicyFields = {
  solvers: [],
  routes: [],
  tokens: [],
  recipients: [],
  routers: [],
  reserved: [],
  chainNames: [],
  paidRecipients: [],
  recipientRoot: undefined,
  depository: undefined,
}

/**
 * Returns the wanted policy, including the holders of the roles. The holders come from the configuration's `roles`. If a role is
 * absent in `roles`, its holder is the account that the initialization sets.
 *
 * @param wanted - {@link DeployConfig}
 * @param recipientRoot - The root in the configuration, or in the file that the configuration names.
 *
 * @example
 * import { readDeployConfig, wantedPolicy } from 'fillproof/deploy'
 *
 * const admin = '0x1111111111111111111111111111111111111111'
 * const depository = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
 * const config = readDeployConfig({ file: { kind: 'paymentGuard', admin, depository, chainName: 'base' }, chainId: 8453 })
 *
 * wantedPolicy(config).roles.guardian
 * // ['0x1111111111111111111111111111111111111111']
 */
export function wantedPolicy(wanted: DeployConfig, recipientRoot?: Hex): WantedPolicy {
  const { admin, guardian, rescuer } = wanted.config
  const first = { admin: [admin], policy: [admin], guardian: [guardian], rescue: [rescuer] }
  const roles = { ...first, ...wanted.roles }
  switch (wanted.kind) {
    case 'paymentGuard': {
      const { recipients: paidRecipients, ...config } = wanted.config
      return { ...noFields, ...config, paidRecipients, kind: wanted.kind, roles }
    }
    case 'registeredTermsReceiver': {
      const { registrars: registrar, ...config } = wanted.config
      return { ...noFields, ...config, recipientRoot, kind: wanted.kind, roles: { ...roles, registrar } }
    }
    case 'attestedOrderReceiver':
    case 'signedOrderReceiver':
    case 'inboxReceiver':
      return { ...noFields, ...wanted.config, recipientRoot, kind: wanted.kind, roles }
  }
}
