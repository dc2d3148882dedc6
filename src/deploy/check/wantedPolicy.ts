import type { Address, Hex } from 'viem'
import type { PolicyLists } from '../config/kindConfigs.js'
import type { DeployConfig } from '../config/readDeployConfig.js'
import type { Roles } from '../config/readRoles.js'

/** The roles of a contract, by what holders of each may do. */
export type RoleName = keyof Roles | 'registrar'

/** What a contract's policy should be, in a form that is the same for every kind. */
export type WantedPolicy = PolicyLists & {
  kind: DeployConfig['kind']
  admin: Address
  chainName: string
  /** Of receivers that are to have one. */
  recipientRoot?: Hex
  /** Of guards. */
  depository?: Address
  roles: Partial<Record<RoleName, readonly Address[]>>
}

const noLists = { routes: [], recipients: [], routers: [], reserved: [], chainNames: [], paidRecipients: [] }

/**
 * Tells what a policy should be, roles included: they belong to the admin, where the configuration does not say.
 *
 * @param root - Where the configuration has one, or the file of one, which has been read.
 */
export function wantedPolicy(wanted: DeployConfig, root: Hex | undefined): WantedPolicy {
  const { admin } = wanted.config
  const roles = { admin: [admin], policy: [admin], guardian: [admin], rescue: [admin], ...wanted.roles }
  const ofRoot = root === undefined ? {} : { recipientRoot: root }
  switch (wanted.kind) {
    case 'paymentGuard': {
      const { recipients: paidRecipients, ...config } = wanted.config
      return { ...noLists, ...config, paidRecipients, kind: wanted.kind, roles }
    }
    case 'registeredFillReceiver': {
      const { registrars, recipientRoot: _, ...config } = wanted.config
      return {
        ...noLists,
        ...config,
        ...ofRoot,
        kind: wanted.kind,
        roles: { ...roles, registrar: registrars },
      }
    }
    default: {
      const { recipientRoot: _, ...config } = wanted.config
      return { ...noLists, ...config, ...ofRoot, kind: wanted.kind, roles }
    }
  }
}
